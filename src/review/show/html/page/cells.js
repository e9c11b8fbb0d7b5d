/**
 * The cells of the picture: one stop for Tab, arrows from cell to cell, facts of the one that is chosen or pointed at.
 * `listFacts` gives the elements with a cell's facts.
 */
export function startCells(root, cells, listFacts) {
  const details = root.querySelector('.details');
  const summary = details.querySelector('h2');
  const lists = details.querySelector('div');
  let shown = cells;
  let current = cells[0];
  let pointer = {};

  function show(cell) {
    summary.textContent = cell.getAttribute('aria-label');
    lists.replaceChildren(...listFacts(cell));
  }

  function choose(cell) {
    current.tabIndex = -1;
    current.classList.remove('chosen');
    current = cell;
    current.tabIndex = 0;
    current.classList.add('chosen');
    show(cell);
  }

  function target(key) {
    const at = shown.indexOf(current);
    if (key === 'ArrowRight') return shown[at + 1];
    if (key === 'ArrowLeft') return shown[at - 1];
    if (key === 'ArrowDown') return findNeighbour(shown, current, 1);
    if (key === 'ArrowUp') return findNeighbour(shown, current, -1);
    return { Home: shown[0], End: shown.at(-1) }[key];
  }

  root.addEventListener('pointermove', (event) => {
    pointer = event;
  });
  for (const cell of cells) {
    cell.tabIndex = cell === current ? 0 : -1;
    cell.addEventListener('focus', () => choose(cell));
    cell.addEventListener('click', () => cell.focus());
    cell.addEventListener('pointerenter', ({ clientX, clientY }) => {
      // A page that scrolls beneath a pointer at rest does not point at anything.
      if (clientX !== pointer.clientX || clientY !== pointer.clientY) show(cell);
    });
    cell.addEventListener('pointerleave', () => current.classList.contains('chosen') && show(current));
    cell.addEventListener('keydown', (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const next = target(event.key);
      if (next === undefined || next === null) return;
      event.preventDefault();
      next.focus();
    });
  }

  return {
    /** Only these can be reached, and the first of them by Tab where the chosen one is hidden. */
    keep(kept) {
      shown = kept;
      if (current === undefined || kept.length === 0 || kept.includes(current)) return;
      current.tabIndex = -1;
      current.classList.remove('chosen');
      current = kept[0];
      current.tabIndex = 0;
    },
  };
}

/** The nearest cell above or below: rows wrap with the width of the window, so places are measured. */
function findNeighbour(cells, current, direction) {
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
