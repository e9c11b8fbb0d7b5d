import { plannedPace } from '../../compiler/mapping/metric.ts';
import { gpusOfRank } from '../../compiler/plan/group-ranks.ts';
import { MAX_SLOTS } from '../../compiler/values/budget.ts';
import { expandHostList } from '../../compiler/values/host-list.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import type { Refusal } from '../emitter.ts';
import type { Component, JobNode } from './components.ts';
import { chooseForm } from './gpu-request.ts';

/**
 * On a shared node Slurm chooses the GPUs, by count and type. So a plan that means certain ones cannot be kept: they
 * must all be alike.
 */
export function refuseShared(plan: LaunchPlan, components: readonly Component[]): Refusal | null {
  if (plan.slurm?.allocation !== 'shared') return null;
  const because = (message: string): Refusal => ({
    code: 'RP4105',
    key: 'slurm',
    message,
    help: 'remove `allocation: shared` to get whole nodes, where every GPU is certain',
  });
  const spared = listSparing(plan.mapping.exclude);
  for (const { node, ranks } of components.flat()) {
    const selector = spared.get(node.name);
    const difference =
      selector === undefined ? findDifference({ node, ranks }) : `\`mapping.exclude\` spares ${selector}`;
    if (difference !== null) {
      return because(`with \`allocation: shared\` Slurm chooses the GPUs of ${node.name}, but ${difference}`);
    }
  }
  for (const component of components) {
    const form = chooseForm(plan, component);
    if ((form === 'none' || form === 'total') && component[0]?.devices.length !== 0) {
      return because(`\`gpuRequest: ${form}\` does not say how many GPUs a shared node gives`);
    }
  }
  return null;
}

function findDifference({ node, ranks }: Pick<JobNode, 'node' | 'ranks'>): string | null {
  if (ranks.every(({ gpu }) => gpu === null)) return null;
  const used = new Set(ranks.flatMap(gpusOfRank));
  const planned = node.gpus.find(({ index, uuid }) => used.has(index) && uuid !== null);
  if (planned !== undefined) return `the plan means ${planned.uuid}`;
  const [first, ...others] = node.gpus;
  const other = others.find(
    (gpu) =>
      first !== undefined &&
      (gpu.model !== first.model ||
        gpu.gres !== first.gres ||
        plannedPace(gpu) !== plannedPace(first) ||
        gpu.parent !== null),
  );
  return other === undefined ? null : `GPU ${other.index} there is not like GPU ${first?.index}`;
}

/** The hosts of which an excluding selector spares certain GPUs. More hosts than a plan may have are none of its nodes. */
function listSparing(exclude: readonly string[]): ReadonlyMap<string, string> {
  const sparing = new Map<string, string>();
  let left = MAX_SLOTS;
  for (const selector of exclude) {
    const [list = '', pick = 'cpu'] = selector.split(/:(.*)/s);
    const hosts = pick.startsWith('cpu') ? [] : expandHostList(list, left);
    if ('message' in hosts) continue;
    left -= hosts.length;
    for (const host of hosts) sparing.set(host, selector);
  }
  return sparing;
}
