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
