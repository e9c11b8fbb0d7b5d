import { MAX_SLOTS } from '../../compiler/inventory/budget.ts';
import { expandHostList } from '../../compiler/inventory/host-list.ts';
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
  const spared = new Map(plan.mapping.exclude.flatMap(listHostsOfGpus));
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
  const used = new Set(ranks.map(({ gpu }) => gpu));
  const planned = node.gpus.find(({ index, uuid }) => used.has(index) && uuid !== null);
  if (planned !== undefined) return `the plan means ${planned.uuid}`;
  const [first, ...others] = node.gpus;
  const other = others.find(
    ({ model, gres, score, parent }) =>
      model !== first?.model || gres !== first?.gres || score !== first?.score || parent !== null,
  );
  return other === undefined ? null : `GPU ${other.index} there is not like GPU ${first?.index}`;
}

/** The hosts of which an excluding selector spares certain GPUs. */
function listHostsOfGpus(selector: string): [host: string, selector: string][] {
  const [hosts = '', pick = 'cpu'] = selector.split(/:(.*)/s);
  if (pick.startsWith('cpu')) return [];
  const expanded = expandHostList(hosts, MAX_SLOTS);
  return Array.isArray(expanded) ? expanded.map((host) => [host, selector]) : [];
}
