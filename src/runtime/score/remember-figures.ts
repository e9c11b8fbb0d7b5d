import { isNear } from '../../compiler/mapping/settle-paces.ts';
import type { InventoryDocument } from '../../generated/inventory.ts';

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
  return {
    ...inventory,
    gpus: inventory.gpus.map((gpu) => {
      const known = findSame(gpu, before)?.scores ?? {};
      if (gpu.scores === undefined) return gpu;
      const scores = Object.entries(gpu.scores).map(([name, metric]) => [
        name,
        withUsual(metric, known[name]),
      ]);
      return { ...gpu, scores: Object.fromEntries(scores) };
    }),
  };
}

/** The same card, wherever it is plugged in; by its index where the driver gives it no name. */
export const findSame = ({ uuid, index, model }: Gpu, { gpus }: InventoryDocument): Gpu | undefined =>
  gpus.find((gpu) =>
    uuid === null || uuid === undefined
      ? gpu.index === index && gpu.model === model && (gpu.uuid ?? null) === null
      : gpu.uuid === uuid,
  );
