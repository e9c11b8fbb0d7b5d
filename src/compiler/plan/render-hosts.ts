import type { LaunchPlan } from '../../generated/plan.ts';

/** The host file: line r names the node of rank r. Null under `bind: job`, where no machine is known yet. */
export function renderHosts(plan: LaunchPlan): string | null {
  if (plan.nodes.some((node) => node.bind === 'job')) return null;
  let text = '';
  for (const { node } of plan.ranks) text += `${node}\n`;
  return text;
}
