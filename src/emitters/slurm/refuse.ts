import { plannedPace } from '../../compiler/mapping/metric.ts';
import { gpusOfRank } from '../../compiler/plan/group-ranks.ts';
import { MAX_SLOTS } from '../../compiler/values/budget.ts';
import { compressSortedHostList } from '../../compiler/values/compress-host-list.ts';
import { expandHostList } from '../../compiler/values/host-list.ts';
import type { LaunchPlan, PlanGpu } from '../../generated/plan.ts';
import type { Refusal } from '../emitter.ts';
import { type Component, type JobNode, splitIntoComponents } from './components.ts';
import { chooseForm, isUniform, type RequestForm } from './gpu-request.ts';
import { refuseSteps } from './refuse-steps.ts';

/** Slurm gives every task the list of nodes in a variable, and Linux takes none that is longer, its name included. */
const MAX_LIST = 128 * 1024 - 'RANKPLAN_SLURM_STEP_NODELIST='.length - 1;

/** Slurm takes no more components in one job. */
const MAX_COMPONENTS = 128;

/** Why no Slurm job can be exactly this plan; null if one can. */
export function refuse(plan: LaunchPlan): Refusal | null {
  const message = 'there is no `slurm` section, which says that this runs under Slurm';
  const help = 'add `slurm: {}`, with the partition and the time limit where your cluster wants them';
  if (plan.slurm === null) return { code: 'RP4101', key: 'launch', message, help };
  const components = splitIntoComponents(plan);
  return (
    refuseSteps(plan, components) ??
    refuseShared(plan, components) ??
    refuseGaps(components) ??
    refuseForm(plan, components) ??
    refuseSeveral(plan, components) ??
    refuseLongList(components)
  );
}

/** Slurm numbers the GPUs of a node from 0, and a job requests all of them, mapped or not. */
function refuseGaps(components: readonly Component[]): Refusal | null {
  for (const { node } of components.flat()) {
    const plain = node.gpus.filter(({ parent }) => parent === null);
    const missing = plain.findIndex(({ index }, position) => index !== position);
    if (missing === -1) continue;
    const message = `${node.name} has no GPU ${missing} in the topology, but a GPU ${plain[missing]?.index}`;
    const help =
      'list every GPU that Slurm knows on the node, and leave those out that should idle with `mapping.exclude`';
    return { code: 'RP4102', key: 'nodes', message, help };
  }
  return null;
}

function refuseForm(plan: LaunchPlan, components: readonly Component[]): Refusal | null {
  for (const component of components) {
    const form = chooseForm(plan, component);
    const [first] = component;
    if (first.devices.length === 0) continue;
    if ((form === 'per-node' || form === 'gres') && !isUniform(component)) {
      const other = component.find((node) => !isUniform([first, node]));
      const message = `\`gpuRequest: ${form}\` asks every node for the same GPUs, but ${first.node.name} and ${other?.node.name} differ`;
      const help = 'leave `gpuRequest` out, or ask for the `total`';
      return { code: 'RP4103', key: 'slurm', message, help };
    }
    const message = '`gpuRequest: none` names no GPUs, so that without `--exclusive` the job would get none';
    if (form === 'none' && plan.slurm?.exclusive === false)
      return { code: 'RP4103', key: 'slurm', message, help: 'leave `gpuRequest` or `exclusive` out' };
    const refusal = first.node.bind === 'job' ? refuseUnsure(form, first) : null;
    if (refusal !== null) return refusal;
  }
  return null;
}

/**
 * Machines that the job binds are found by their GPUs alone: the request must match the right ones, and no others. A
 * total may be spread otherwise over several nodes, and Slurm 26.05 does not find the one that has it after a smaller.
 */
function refuseUnsure(form: RequestForm, { node, devices }: JobNode): Refusal | null {
  const unsaid = `\`gpuRequest: ${form}\` does not say which GPUs a machine has, but they are how Slurm finds the machines of \`bind: job\``;
  const byGres = 'leave `gpuRequest` out, or ask by `gres`';
  if (form === 'none' || form === 'total')
    return { code: 'RP4103', key: 'slurm', message: unsaid, help: byGres };
  const untyped = devices.find(({ gres }) => gres === null);
  if (untyped === undefined || new Set(devices.map(({ model, gres }) => gres ?? model)).size === 1)
    return null;
  const message = `the GPUs of ${node.name} differ, and GPU ${untyped.index} has no \`gres\`, but types are how Slurm finds the machines of \`bind: job\``;
  const help = 'give each GPU, or its model, the `gres` that `scontrol show node` prints';
  return { code: 'RP4103', key: 'nodes', message, help };
}

function refuseSeveral({ slurm }: LaunchPlan, components: readonly Component[]): Refusal | null {
  const needs = `the plan needs a heterogeneous job of ${components.length} components`;
  if (components.length > 1 && slurm?.array != null) {
    const help = 'remove `slurm.array` and chain the runs with `slurm.dependency` or `slurm.restarts`';
    return { code: 'RP4104', key: 'slurm', message: `${needs}, which Slurm cannot chain as an array`, help };
  }
  if (components.length <= MAX_COMPONENTS) return null;
  const message = `${needs}, and Slurm takes ${MAX_COMPONENTS}`;
  return { code: 'RP4104', key: 'mapping', message, help: 'describe nodes of one kind by one entry' };
}

function refuseLongList(components: readonly Component[]): Refusal | null {
  for (const component of components) {
    if (component[0].node.bind === 'job') continue;
    const { length } = compressSortedHostList(component.map(({ node }) => node.name));
    if (length <= MAX_LIST) continue;
    const message = `the names of ${component.length} nodes are a host list of ${length} characters, more than the ${MAX_LIST} that an environment variable may have`;
    const help =
      'give nodes names that end in a number, so that they form ranges, or bind them by the job (`bind: job`)';
    return { code: 'RP4106', key: 'nodes', message, help };
  }
  return null;
}

/**
 * On a shared node Slurm chooses the GPUs, by count and type. So a plan that means certain ones cannot be kept: they
 * must all be alike.
 */
function refuseShared(plan: LaunchPlan, components: readonly Component[]): Refusal | null {
  if (plan.slurm?.allocation !== 'shared') return null;
  const help = 'remove `allocation: shared` to get whole nodes, where every GPU is certain';
  const because = (message: string): Refusal => ({ code: 'RP4105', key: 'slurm', message, help });
  const spared = listSparing(plan.mapping.exclude);
  for (const { node, ranks } of components.flat()) {
    const selector = spared.get(node.name);
    const difference =
      selector === undefined ? findDifference({ node, ranks }) : `\`mapping.exclude\` spares ${selector}`;
    if (difference !== null)
      return because(`with \`allocation: shared\` Slurm chooses the GPUs of ${node.name}, but ${difference}`);
  }
  for (const component of components) {
    const form = chooseForm(plan, component);
    if ((form === 'none' || form === 'total') && component[0].devices.length !== 0)
      return because(`\`gpuRequest: ${form}\` does not say how many GPUs a shared node gives`);
  }
  return null;
}

function findDifference({ node, ranks }: Pick<JobNode, 'node' | 'ranks'>): string | null {
  if (ranks.every(({ gpu }) => gpu === null)) return null;
  const used = new Set(ranks.flatMap(gpusOfRank));
  const planned = node.gpus.find(({ index, uuid }) => used.has(index) && uuid !== null);
  if (planned !== undefined) return `the plan means ${planned.uuid}`;
  const [first, ...others] = node.gpus;
  const kindOf = (gpu: PlanGpu) => JSON.stringify([gpu.model, gpu.gres, plannedPace(gpu)]);
  const other = others.find((gpu) => first && (gpu.parent !== null || kindOf(gpu) !== kindOf(first)));
  return other === undefined ? null : `GPU ${other.index} there is not like GPU ${first?.index}`;
}

/** The hosts for which an excluding selector names certain GPUs. Only as many hosts are read as a plan may have. */
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
