import { compressSortedHostList } from '../../compiler/values/compress-host-list.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import type { Refusal } from '../emitter.ts';
import { type Component, type JobNode, splitIntoComponents } from './components.ts';
import { chooseForm, isUniform, type RequestForm } from './gpu-request.ts';
import { refuseShared } from './refuse-shared.ts';

/** Slurm gives every task the list of nodes in a variable, and Linux takes none that is longer, its name included. */
const MAX_LIST = 128 * 1024 - 'RANKPLAN_SLURM_STEP_NODELIST='.length - 1;

/** Slurm takes no more components in one job. */
const MAX_COMPONENTS = 128;

/** Why Slurm cannot be asked for exactly this plan; null when it can. */
export function refuse(plan: LaunchPlan): Refusal | null {
  if (plan.slurm === null) {
    return {
      code: 'RP4101',
      key: 'launch',
      message: 'there is no `slurm` section, which says that this runs under Slurm',
      help: 'add `slurm: {}`, with the partition and the time limit where your cluster wants them',
    };
  }
  const components = splitIntoComponents(plan);
  return (
    refuseShared(plan, components) ??
    refuseGaps(components) ??
    refuseForm(plan, components) ??
    refuseSeveral(plan, components) ??
    refuseLongList(components)
  );
}

/** Slurm numbers the GPUs of a node from 0 and must be asked for all of them, mapped or not. */
function refuseGaps(components: readonly Component[]): Refusal | null {
  for (const { node } of components.flat()) {
    const plain = node.gpus.filter(({ parent }) => parent === null);
    const missing = plain.findIndex(({ index }, position) => index !== position);
    if (missing === -1) continue;
    return {
      code: 'RP4102',
      key: 'nodes',
      message: `${node.name} has no GPU ${missing} in the topology, but a GPU ${plain[missing]?.index}`,
      help: 'list every GPU that Slurm knows on the node, and leave those out that should idle with `mapping.exclude`',
    };
  }
  return null;
}

function refuseForm(plan: LaunchPlan, components: readonly Component[]): Refusal | null {
  for (const component of components) {
    const form = chooseForm(plan, component);
    const [first] = component;
    if (first === undefined || first.devices.length === 0) continue;
    if ((form === 'per-node' || form === 'gres') && !isUniform(component)) {
      const other = component.find((node) => !isUniform([first, node]));
      return {
        code: 'RP4103',
        key: 'slurm',
        message: `\`gpuRequest: ${form}\` asks every node for the same GPUs, but ${first.node.name} and ${other?.node.name} differ`,
        help: 'leave `gpuRequest` out, or ask for the `total`',
      };
    }
    if (form === 'none' && plan.slurm?.exclusive === false) {
      return {
        code: 'RP4103',
        key: 'slurm',
        message: '`gpuRequest: none` names no GPUs, so that without `--exclusive` the job would get none',
        help: 'leave `gpuRequest` or `exclusive` out',
      };
    }
    const refusal = first.node.bind === 'job' ? refuseUnsure(form, first) : null;
    if (refusal !== null) return refusal;
  }
  return null;
}

/**
 * Machines that the job binds are found by their GPUs alone: what is asked must mean the right ones, and no others. A
 * total may be spread otherwise over several nodes, and Slurm 26.05 does not find the one that has it behind a smaller.
 */
function refuseUnsure(form: RequestForm, { node, devices }: JobNode): Refusal | null {
  if (form === 'none' || form === 'total') {
    return {
      code: 'RP4103',
      key: 'slurm',
      message: `\`gpuRequest: ${form}\` does not say which GPUs a machine has, but they are how Slurm finds the machines of \`bind: job\``,
      help: 'leave `gpuRequest` out, or ask by `gres`',
    };
  }
  const untyped = devices.find(({ gres }) => gres === null);
  if (untyped === undefined || new Set(devices.map(({ model, gres }) => gres ?? model)).size === 1)
    return null;
  return {
    code: 'RP4103',
    key: 'nodes',
    message: `the GPUs of ${node.name} differ, and GPU ${untyped.index} has no \`gres\`, but types are how Slurm finds the machines of \`bind: job\``,
    help: 'give each GPU, or its model, the `gres` that `scontrol show node` prints',
  };
}

function refuseSeveral({ slurm }: LaunchPlan, components: readonly Component[]): Refusal | null {
  if (components.length > 1 && slurm?.array != null) {
    return {
      code: 'RP4104',
      key: 'slurm',
      message: `the plan needs a heterogeneous job of ${components.length} components, which Slurm cannot chain as an array`,
      help: 'remove `slurm.array` and chain the runs with `slurm.dependency` or `slurm.restarts`',
    };
  }
  if (components.length > MAX_COMPONENTS) {
    return {
      code: 'RP4104',
      key: 'mapping',
      message: `the plan needs a heterogeneous job of ${components.length} components, and Slurm takes ${MAX_COMPONENTS}`,
      help: 'describe nodes of one kind by one entry',
    };
  }
  return null;
}

function refuseLongList(components: readonly Component[]): Refusal | null {
  for (const component of components) {
    if (component[0]?.node.bind === 'job') continue;
    const { length } = compressSortedHostList(component.map(({ node }) => node.name));
    if (length <= MAX_LIST) continue;
    return {
      code: 'RP4106',
      key: 'nodes',
      message: `the names of ${component.length} nodes are a host list of ${length} characters, more than the ${MAX_LIST} that an environment variable may have`,
      help: 'give nodes names that end in a number, so that they form ranges, or bind them by the job (`bind: job`)',
    };
  }
  return null;
}
