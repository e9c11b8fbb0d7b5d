(() => {
  const cells = [...document.querySelectorAll('.cell')];
  const table = document.querySelector('table');
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const heads = [...table.tHead.rows[0].cells];
  const titles = heads.map((head) => head.textContent);
  const details = document.querySelector('.details');
  const summary = details.querySelector('h2');
  const lists = details.querySelector('div');
  const columns = { Home: 0, End: cells.length - 1 };
  let current = cells[0];

  /** Shows the rows of a cell: text is copied as text, never as markup. */
  function show(cell) {
    summary.textContent = cell.getAttribute('aria-label');
    const first = Number(cell.dataset.row);
    const shown = rows.slice(first, first + Number(cell.dataset.rows));
    lists.replaceChildren(...shown.map(listFacts));
  }

  function listFacts(row) {
    const list = document.createElement('dl');
    [...row.cells].forEach((fact, i) => {
      if (fact.textContent === '-') return;
      const term = document.createElement('dt');
      const value = document.createElement('dd');
      term.textContent = titles[i].toLowerCase().replace('gpu', 'GPU');
      value.textContent = fact.textContent;
      const pair = document.createElement('div');
      pair.append(term, value);
      list.append(pair);
    });
    return list;
  }

  /** One cell can be reached by Tab; the arrows go from there. */
  function choose(cell) {
    current.tabIndex = -1;
    current.classList.remove('chosen');
    current = cell;
    current.tabIndex = 0;
    current.classList.add('chosen');
    show(cell);
  }

  /** The nearest cell above or below: rows wrap with the width of the window, so places are measured. */
  function neighbour(direction) {
    const from = current.getBoundingClientRect();
    let best = null;
    let least = Number.POSITIVE_INFINITY;
    for (const cell of cells) {
      const to = cell.getBoundingClientRect();
      const down = (to.top - from.top) * direction;
      if (down < from.height / 2) continue;
      const distance = down * 4 + Math.abs(to.left - from.left);
      if (distance < least) [best, least] = [cell, distance];
    }
    return best;
  }

  function target(key) {
    if (key === 'ArrowRight') return cells[cells.indexOf(current) + 1];
    if (key === 'ArrowLeft') return cells[cells.indexOf(current) - 1];
    if (key === 'ArrowDown') return neighbour(1);
    if (key === 'ArrowUp') return neighbour(-1);
    return cells[columns[key]];
  }

  for (const cell of cells) {
    cell.tabIndex = -1;
    cell.addEventListener('focus', () => choose(cell));
    cell.addEventListener('click', () => cell.focus());
    cell.addEventListener('pointerenter', () => show(cell));
    cell.addEventListener('pointerleave', () => current.classList.contains('chosen') && show(current));
    cell.addEventListener('keydown', (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const next = target(event.key);
      if (next === undefined || next === null) return;
      event.preventDefault();
      next.focus();
    });
  }

  function sort(column) {
    const ascending = heads[column].getAttribute('aria-sort') !== 'ascending';
    const numeric = heads[column].classList.contains('number');
    const key = (row) => {
      const { textContent, dataset } = row.cells[column];
      const number = Number(dataset.value ?? textContent);
      return numeric && !Number.isNaN(number) ? number : textContent;
    };
    const compare = (a, b) => {
      if (typeof a === typeof b) return a < b ? -1 : a > b ? 1 : 0;
      return typeof a === 'number' ? -1 : 1;
    };
    const keyed = [...body.rows].map((row) => [key(row), row]);
    keyed.sort(([a], [b]) => (ascending ? compare(a, b) : compare(b, a)));
    body.append(...keyed.map(([, row]) => row));
    for (const head of heads) head.removeAttribute('aria-sort');
    heads[column].setAttribute('aria-sort', ascending ? 'ascending' : 'descending');
  }

  heads.forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = titles[column];
    button.addEventListener('click', () => sort(column));
    head.replaceChildren(button);
  });

  const input = document.querySelector('.tools input');
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    const rank = Number(input.value);
    const found = cells.find(({ dataset: { first, ranks: count } }) => {
      return first !== undefined && rank >= Number(first) && rank < Number(first) + Number(count);
    });
    input.setAttribute('aria-invalid', String(input.value === '' || found === undefined));
    if (input.value !== '') found?.focus();
  });

  for (const hidden of document.querySelectorAll('[hidden]')) hidden.hidden = false;
  if (current !== undefined) {
    current.tabIndex = 0;
    summary.textContent = details.dataset.help;
  }
})();
