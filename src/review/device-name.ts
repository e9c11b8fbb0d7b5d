import type { LaunchPlan, PlanGpu, PlanRank } from '../generated/plan.ts';

/** What the script calls its device, or its `count` devices: `cuda:0-3`. */
export function deviceName(
  { visibility }: LaunchPlan,
  { localRank }: PlanRank,
  gpu: PlanGpu | null,
  count = 1,
): string {
  if (gpu === null) return 'cpu';
  const device = gpu.vendor === 'intel' ? 'xpu' : 'cuda'; // torch calls AMD's cuda, too
  const first = visibility === 'ordered' ? localRank : 0;
  return `${device}:${first}${count === 1 ? '' : `-${first + count - 1}`}`;
}
