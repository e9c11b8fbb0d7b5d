import { startCells } from './cells.js';
import { startFilter } from './filter.js';

/** Makes what render-view.ts wrote answer to pointer, touch and keyboard. `root` has one view in it. */
export function startView(root) {
  const table = root.querySelector('table');
  if (table === null) return; // a plan with roles is text
  const rows = [...table.tBodies[0].rows];
  const cells = [...root.querySelectorAll('.cell')];
  const titles = [...table.tHead.rows[0].cells].map((head) => head.textContent);
  const picture = startCells(root, cells, (cell) => listFacts(cell, rows, titles));
  startFilter(root, cells, rows, picture);
  keepClear(root);
  const map = root.querySelector('.map');
  map.style.setProperty('--columns', map.dataset.columns);
  for (const hidden of root.querySelectorAll('.tools, .details')) hidden.hidden = false;
}

/** The rows of a cell, as lists: text is copied as text, never as markup. */
function listFacts({ dataset }, rows, titles) {
  const first = Number(dataset.row);
  return rows.slice(first, first + Number(dataset.rows)).map((row) => {
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
  });
}

/** What gets the focus is not hidden behind the bar, however many lines it has. */
function keepClear(root) {
  const bar = root.querySelector('.bar');
  new ResizeObserver(() => {
    document.documentElement.style.setProperty('--bar', `${bar.offsetHeight}px`);
  }).observe(bar);
}
