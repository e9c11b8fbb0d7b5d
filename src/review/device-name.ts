import { formatRanges } from '../compiler/values/number-list.ts';
import type { LaunchPlan, PlanGpu, PlanRank } from '../generated/plan.ts';

/** What the script calls its device, or its `count` devices: `cuda:0-3`. */
export function deviceName(plan: LaunchPlan, rank: PlanRank, gpu: PlanGpu | null, count = 1): string {
  if (gpu === null) return 'cpu';
  const device = gpu.vendor === 'intel' ? 'xpu' : 'cuda'; // torch calls AMD's cuda, too
  const first = plan.visibility === 'ordered' ? rank.localRank : 0;
  return `${device}:${first}${count === 1 ? '' : `-${first + count - 1}`}`;
}

/** The models of a rank's GPUs, each once; null if none is known. */
export function nameModels(models: readonly (string | null)[]): string | null {
  const different = [...new Set(models)];
  return different.length > 1 ? different.map((model) => model ?? '-').join(' + ') : (different[0] ?? null);
}

type Devices = Pick<PlanRank, 'node' | 'gpu' | 'cpuSlot'> & { readonly gpus: readonly number[] | null };

/** `lab1:2`, `build1:cpu0`, or of several GPUs `lab1:0-3`. */
export const nameSlot = ({ node, gpu, gpus, cpuSlot }: Devices): string =>
  `${node}:${gpus === null ? (gpu ?? `cpu${cpuSlot}`) : formatRanges(gpus)}`;

/** Each slot of a place by its name. */
export const nameSlots = (place: Devices): readonly string[] =>
  place.gpus === null ? [nameSlot(place)] : place.gpus.map((gpu) => `${place.node}:${gpu}`);
