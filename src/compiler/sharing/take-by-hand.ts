import { gpuAt, type Inventory, slotName } from '../inventory/inventory.ts';
import type { RankMap } from '../mapping/map-ranks.ts';
import { createResolver, MAX_EXCLUDED } from '../mapping/resolve-selector.ts';
import type { Span } from '../source/source-file.ts';
import { bindSelectors } from '../syntax/bind-mapping.ts';
import { keySpan, valueSpan } from '../syntax/document.ts';
import type { Workload } from '../syntax/topology.ts';
import { didYouMean } from '../values/suggest-name.ts';
import type { SharingProblem } from './check-limits.ts';

/** The shares that `workload.samples` lists, rank by rank; null after it has reported that they are not valid. */
export function takeByHand(
  { source, multipleOf, globalBatch }: Workload,
  ranks: RankMap,
  problem: SharingProblem,
): Float64Array | null {
  const { inventory, places, report } = problem;
  const { samples } = source;
  const refuse = (span: Span, message: string, help: string) => {
    report.error('RP3047', span, message, { help });
    return null;
  };
  if (samples === undefined) {
    const example = `{H100: ${multipleOf}}`;
    const help = `list them: \`samples: [${multipleOf}, …]\`, a number for each rank, or \`samples: ${example}\``;
    return refuse(places.setting('workload', 'shares'), 'explicit shares need the list `samples`', help);
  }
  const { worldSize } = ranks;
  if (Array.isArray(samples) && samples.length !== worldSize) {
    const message = `\`samples\` has ${samples.length} numbers, and there are ${worldSize} ranks`;
    return refuse(keySpan(source, 'samples'), message, 'list one for each rank, rank 0 first');
  }
  const shares = Array.isArray(samples) ? Float64Array.from(samples) : takeMap(samples, ranks, problem);
  if (shares === null) return null;
  const without = shares.indexOf(0);
  if (without >= 0) {
    const head = ranks.slotOfRank[without] ?? 0;
    const slot = slotName(inventory, head);
    const help = `add \`${modelAt(inventory, head) ?? `"${slot}"`}: 64\`, with its number`;
    return refuse(places.setting('workload', 'samples'), `rank ${without} on ${slot} has no samples`, help);
  }
  const wrong = shares.findIndex((share) => share % multipleOf !== 0);
  if (wrong >= 0) {
    const span = Array.isArray(samples) ? valueSpan(samples, wrong) : keySpan(source, 'samples');
    const message = `rank ${wrong} has ${shares[wrong]} samples, no multiple of ${multipleOf}`;
    return refuse(span, message, 'write multiples of `multipleOf`, or lower that');
  }
  const sum = shares.reduce((total, share) => total + share, 0);
  if (sum === globalBatch) return shares;
  const message = `the samples of all ranks add up to ${sum}, and \`globalBatch\` is ${globalBatch}`;
  return refuse(keySpan(source, 'samples'), message, `write \`globalBatch: ${sum}\`, or other samples`);
}

/** The entry of a slot overrides that of its node, and that overrides its model; among equals the last one counts. */
function takeMap(
  samples: Exclude<NonNullable<Workload['source']['samples']>, readonly number[]>,
  ranks: RankMap,
  problem: SharingProblem,
): Float64Array | null {
  const { inventory, report } = problem;
  const errorsBefore = report.errorCount();
  const names = Object.keys(samples);
  const models = new Set(
    Array.from(ranks.slotOfRank, (slot) => modelAt(inventory, slot)).filter((model) => model !== null),
  );
  const ofSlot = new Float64Array(ranks.ranksOnSlot.length);
  const keys = names.filter((name) => !models.has(name) && isKnown(name, samples, models, problem));
  const exactLast = [...keys.filter((key) => !key.includes(':')), ...keys.filter((key) => key.includes(':'))];
  const resolve = createResolver(inventory, report, MAX_EXCLUDED);
  for (const selector of bindSelectors(exactLast, (i) => keySpan(samples, exactLast[i] ?? ''), report))
    resolve(selector, (slot) => {
      ofSlot[slot] = samples[selector.text] ?? 0;
    });
  if (report.errorCount() > errorsBefore) return null;
  const shareAt = (slot: number) => ofSlot[slot] || (samples[modelAt(inventory, slot) ?? ''] ?? 0);
  return Float64Array.from(ranks.slotOfRank, shareAt);
}

function isKnown(
  key: string,
  samples: object,
  models: ReadonlySet<string>,
  { inventory, report }: SharingProblem,
): boolean {
  if (key.includes(':') || key.includes('[') || inventory.nodeByName.has(key)) return true;
  const message = () =>
    `no GPU with ranks is of the model \`${key}\`, and no node is named so${didYouMean(key, [...models, ...inventory.nodeByName.keys()])}`;
  const help = 'write the name of a model, of a node, or a slot such as `lab1:2`';
  report.error('RP3047', keySpan(samples, key), message, { help });
  return false;
}

const modelAt = (inventory: Inventory, slot: number): string | null => gpuAt(inventory, slot)?.model ?? null;
