import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import { findShift, isNear } from '../../compiler/mapping/normalize-scores.ts';
import { groupBy } from '../../compiler/values/lists.ts';
import type { InventoryDocument } from '../../generated/inventory.ts';
import { MACHINE_SPAN } from '../probe/machine.ts';

type Gpu = InventoryDocument['gpus'][number];

/** As `mapping.tolerance` is by default: a machine does not know who will plan with it. */
export const REMEMBERED_WITHIN = 0.05;

/** A figure, from wherever it is. */
interface Figure {
  readonly value: number;
  readonly usual?: number | undefined;
  readonly method?: string | null | undefined;
}

/**
 * The figure with what the card usually has, now that it was measured again. Figures scatter, so that stays what it was while
 * the new one is near it. When it is too far off, the figure before is compared first: a new one that is far from the usual,
 * and near to the last, shows that the usual was the odd one.
 */
export function withUsual<M extends Figure>(now: M, before: Figure | undefined): M {
  if (before === undefined || before.method !== now.method) return now;
  const known = [before.usual ?? before.value, before.value];
  const usual = known.find((figure) => isNear(now.value, figure, REMEMBERED_WITHIN)) ?? now.value;
  // Beside the figure, for those who read the file.
  const { value, ...rest } = now;
  return usual === value ? now : ({ value, usual, ...rest } as M);
}

/** The inventory with what its cards usually have, as far as the one before of this machine knows them. */
export function rememberFigures(inventory: InventoryDocument, before: InventoryDocument): InventoryDocument {
  const gpus = inventory.gpus.map((gpu) => {
    const known = findSame(gpu, before)?.scores ?? {};
    if (gpu.scores === undefined) return gpu;
    const scores = Object.entries(gpu.scores);
    const remembered = scores.map(([name, metric]) => [name, withUsual(metric, known[name])]);
    return { ...gpu, scores: Object.fromEntries(remembered) };
  });
  return { ...inventory, gpus };
}

/** The same card, wherever it is plugged in; by its index where the driver gives it no name. */
export const findSame = ({ uuid, index, model }: Gpu, { gpus }: InventoryDocument): Gpu | undefined =>
  gpus.find((gpu) =>
    uuid === null || uuid === undefined
      ? gpu.index === index && gpu.model === model && (gpu.uuid ?? null) === null
      : gpu.uuid === uuid,
  );

/** Names what is slower than it usually is: the machine as a whole, and cards beyond that. Figures in doubt are left out. */
export function reportSlower(now: InventoryDocument, before: InventoryDocument, report: Reporter): void {
  const byMetric = groupBy(listAgain(now, before), ({ metric }) => metric);
  for (const [metric, again] of byMetric) {
    const shift = findShift(again.map(({ value, usual }) => value / usual)) ?? 0;
    const whole = `${metric}: most of its ${again.length} GPUs are ${percent(shift)} slower than usual`;
    if (shift < 0) warn(whole, report, WHOLE);
    for (const { gpu, value, usual } of again) {
      const change = value / usual - 1;
      // What the whole machine has lost is said of it.
      if (change >= -REMEMBERED_WITHIN || change - Math.min(shift, 0) >= -REMEMBERED_WITHIN) continue;
      warn(`GPU ${gpu}: ${metric} is ${value}, ${percent(change)} less than usual (${usual})`, report, CARD);
    }
  }
}

/** Figures that are known from before, each with what the card usually has. */
function listAgain(inventory: InventoryDocument, before: InventoryDocument) {
  return inventory.gpus.flatMap((gpu) => {
    const known = findSame(gpu, before)?.scores ?? {};
    return Object.entries(gpu.scores ?? {}).flatMap(([metric, { value, method, quality = 'ok' }]) => {
      const was = known[metric];
      if (was === undefined || was.method !== method || quality !== 'ok') return [];
      return [{ gpu: gpu.index, metric, value, usual: was.usual ?? was.value }];
    });
  });
}

const WHOLE =
  'look for what they have in common: power limit, cooling, driver, clocks; while each is within 5 % of what it usually has, plans stay as they are';
const CARD =
  'plans go by the new figure from now on; if it stays slow, look at its temperature, clocks and errors (`nvidia-smi -q`)';

const warn = (message: string, report: Reporter, help: string): void =>
  report.warning('RP5227', MACHINE_SPAN, message, { help });

const percent = (change: number): string => `${(100 * Math.abs(change)).toFixed(1)} %`;
