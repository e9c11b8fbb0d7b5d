import { type Suggestion, suggestRewrite } from '../diagnostics/suggestion.ts';
import { dataParallel, expertDataParallel, layOutGrids } from '../mapping/divide-ranks.ts';
import type { Span } from '../source/source-file.ts';
import type { Parallel } from '../syntax/topology.ts';
import { findRepeated } from '../values/lists.ts';
import type { MappedContext } from './rule.ts';

/** Reports sizes that no trainer accepts: Megatron refuses the same (`initialize_model_parallel`, `RankGenerator`). */
export function parallelSizes({ settings, ranks: { worldSize }, places, report }: MappedContext): void {
  const { parallel } = settings.launch;
  if (parallel === null) return;
  const unfit = findUnfit(parallel, worldSize);
  if (unfit === null) return;
  const span = places.parallel(unfit.key);
  const { message, help } = unfit;
  report.error('RP3039', span, message, { help, suggestion: unfit.suggest?.(span) ?? null });
}

/** Why ranks cannot be divided so; null if they can. */
export const findUnfit = (parallel: Parallel, worldSize: number): Unfit | null =>
  findMisfit(parallel, worldSize) ?? findWrongOrder(parallel, worldSize);

type Size = 'tp' | 'cp' | 'ep' | 'dp' | 'pp';

interface Unfit {
  readonly key: Size | 'order';
  readonly message: string;
  readonly help: string;
  readonly suggest?: (span: Span) => Suggestion | null;
}

function findMisfit(parallel: Parallel, worldSize: number): Unfit | null {
  const { dp } = parallel;
  const left = dataParallel(parallel, worldSize);
  if (!Number.isInteger(left)) return describeMisfit(parallel, ['tp', 'cp', 'pp'], worldSize);
  if (dp !== null && dp !== left) {
    const { tp, cp, pp } = parallel;
    return {
      key: 'dp',
      message: `tp ${tp} × cp ${cp} × dp ${dp} × pp ${pp} is ${tp * cp * dp * pp}, but there are ${worldSize} ranks`,
      help: `write \`dp: ${left}\`, or leave it out: it follows from the others`,
      suggest: (span) => suggestRewrite(span, String(dp), String(left), false),
    };
  }
  return Number.isInteger(expertDataParallel(parallel, worldSize))
    ? null
    : describeMisfit(parallel, ['tp', 'pp', 'ep'], worldSize);
}

/** A product that does not divide the ranks, by its last factor that could be another. */
function describeMisfit(parallel: Parallel, keys: readonly Exclude<Size, 'dp'>[], worldSize: number): Unfit {
  const product = keys.reduce((sum, key) => sum * parallel[key], 1);
  const named = keys.map((key) => `${key} ${parallel[key]}`).join(' × ');
  const key = keys.findLast((factor) => parallel[factor] > 1) ?? 'tp';
  const message = `${named} is ${product}, which does not divide ${worldSize} rank${worldSize === 1 ? '' : 's'}`;
  return { key, message, help: `choose sizes whose product divides ${worldSize}, or map other ranks` };
}

function findWrongOrder(parallel: Parallel, worldSize: number): Unfit | null {
  const { order, pp, cp, ep } = parallel;
  const names = order.split('-');
  const wrong = (message: string, help: string): Unfit => ({ key: 'order', message, help });
  const twice = findRepeated(names);
  if (twice !== undefined)
    return wrong(`\`${order}\` names \`${twice}\` twice`, 'name each dimension once: tp-cp-ep-dp-pp');
  const left = dataParallel(parallel, worldSize);
  const expertLeft = expertDataParallel(parallel, worldSize);
  const sizes = { ...parallel, dp: Math.max(left, expertLeft) };
  const missing = (['tp', 'cp', 'ep', 'dp', 'pp'] as const).find(
    (name) => !names.includes(name) && sizes[name] !== 1,
  );
  if (missing !== undefined) {
    const whose = missing === 'dp' && left === 1 ? ' for experts' : '';
    return wrong(
      `\`${order}\` leaves out \`${missing}\`, which is ${sizes[missing]}${whose} here`,
      `name it, where it belongs: tp-cp-ep-dp-pp`,
    );
  }
  const [dense, expert] = layOutGrids(parallel, worldSize);
  const isSame = dense.get('pp')?.stride === expert.get('pp')?.stride;
  if (pp === 1 || (isSame && (names.at(-1) === 'pp' || left === expertLeft))) return null;
  return wrong(
    `with cp ${cp} and ep ${ep} the pipelines of experts are others than those of other layers, by \`${order}\``,
    'put `pp` last: tp-cp-ep-dp-pp; Megatron takes it elsewhere only where `cp` and `ep` are one size and both before or both behind it',
  );
}
