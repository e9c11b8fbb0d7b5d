import { escapeHidden } from '../../compiler/source/printable.ts';
import type { PlanDiff } from './plan-diff.ts';

/** A diff for machines: whole lists, one item a line. In pieces, because a large one is longer than a string may be. */
export function* renderDiffJson(diff: PlanDiff): Generator<string> {
  yield '{';
  let separator = '\n';
  for (const [key, value] of Object.entries(diff)) {
    yield `${separator}  ${JSON.stringify(key)}: `;
    separator = ',\n';
    if (Array.isArray(value) && value.length > 0) yield* renderList(value);
    else yield escapeHidden(JSON.stringify(value));
  }
  yield '\n}\n';
}

const ITEMS_PER_PIECE = 1024;

function* renderList(list: readonly unknown[]): Generator<string> {
  yield '[\n';
  for (let first = 0; first < list.length; first += ITEMS_PER_PIECE) {
    const items = list
      .slice(first, first + ITEMS_PER_PIECE)
      .map((item) => `    ${escapeHidden(JSON.stringify(item))}`);
    yield `${first === 0 ? '' : ',\n'}${items.join(',\n')}`;
  }
  yield '\n  ]';
}
