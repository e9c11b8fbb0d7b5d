/** Headings sort the table; what they say is returned. */
export function startTable(table) {
  const heads = [...table.tHead.rows[0].cells];
  const titles = heads.map((head) => head.textContent);
  heads.forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = titles[column];
    button.addEventListener('click', () => sort(table.tBodies[0], heads, column));
    head.replaceChildren(button);
  });
  return titles;
}

function sort(body, heads, column) {
  const ascending = heads[column].getAttribute('aria-sort') !== 'ascending';
  const numeric = heads[column].classList.contains('number');
  const key = (row) => {
    const { textContent, dataset } = row.cells[column];
    const number = Number(dataset.value ?? textContent);
    return numeric && !Number.isNaN(number) ? number : textContent;
  };
  const keyed = [...body.rows].map((row) => [key(row), row]);
  keyed.sort(([a], [b]) => (ascending ? compare(a, b) : compare(b, a)));
  body.append(...keyed.map(([, row]) => row));
  for (const head of heads) head.removeAttribute('aria-sort');
  heads[column].setAttribute('aria-sort', ascending ? 'ascending' : 'descending');
}

/** Numbers first; a heading that is not a number's compares texts. */
function compare(a, b) {
  if (typeof a === typeof b) return a < b ? -1 : a > b ? 1 : 0;
  return typeof a === 'number' ? -1 : 1;
}
