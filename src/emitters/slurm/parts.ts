import { formatPlannedUuids } from '../../compiler/plan/group-ranks.ts';
import { planNetworkCheck } from '../../compiler/plan/plan-network-check.ts';
import { singleQuote } from '../../compiler/plan/shell-quote.ts';
import { createSlurmCpuFinder } from '../../compiler/plan/slurm-values.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { setupText } from '../../generated/setup-text.ts';
import { type SlurmPart, slurmParts } from '../../generated/slurm-parts.ts';
import type { Artifact } from '../emitter.ts';
import type { Component, JobNode } from './components.ts';
import type { Tasks } from './gpu-request.ts';

/**
 * The file beside a job script: what its tasks run, in words of every shell, then what the script calls, in bash. A part
 * that only some plans ask for is in it where the plan does. A shell reads no further than what it runs, so a small one
 * never sees the second half.
 */
export function emitLibrary(plan: LaunchPlan, components: readonly Component[], tasks: Tasks): Artifact {
  const texts = listParts(plan, components, tasks).map((name) =>
    name === 'network' ? slurmParts.network + describeNetworkCheck(plan) : slurmParts[name],
  );
  if (hasSetup(plan)) texts.push(`setup_shell=${singleQuote(setupText.replace(/^#.*\n/gm, ''))}\n`);
  texts.push(slurmParts.end);
  const content = texts.map((text) => (text.startsWith('#') ? `\n${text}` : text)).join('');
  return { path: libraryName(tasks), executable: true, content: content.trimStart() };
}

export const libraryName = (tasks: Tasks): string => (tasks === 'ranks' ? 'slurm.bash' : 'torchrun.bash');

function listParts(plan: LaunchPlan, components: readonly Component[], tasks: Tasks): SlurmPart[] {
  const { launch, master, slurm } = plan;
  const nodes = components.flat();
  const container = slurm?.container ?? null;
  const when = (isAsked: boolean, ...parts: SlurmPart[]): SlurmPart[] => (isAsked ? parts : []);
  const isTorchrun = tasks === 'nodes';
  const hasUuids = nodes.some(({ node, ranks }) => formatPlannedUuids(node, ranks) !== '');
  const hasGpus = plan.ranks.some(({ gpu }) => gpu !== null);
  const hasNetwork =
    plan.roles === null &&
    container === null &&
    !isTorchrun &&
    nodes.length > 1 &&
    planNetworkCheck(plan, true)?.isCertain === true;
  const hasCpus = ({ node, ranks }: JobNode) =>
    ranks.some((rank) => createSlurmCpuFinder(plan, node)(rank) !== null);
  return [
    'head',
    ...when(isTorchrun, 'torchrun-head'),
    ...when(hasUuids, 'gpus'),
    ...when(hasGpus, 'devices'),
    ...when(slurm?.taskEnv !== 'keep', 'names'),
    ...when(nodes.some(hasCpus), 'cpus'),
    ...when(container?.runtime === 'apptainer', 'apptainer'),
    ...when(hasNetwork, 'network'),
    'task',
    isTorchrun ? 'torchrun' : 'rank',
    'srun',
    'job',
    'outcome',
    ...when(isTorchrun, 'torchrun-job'),
    ...when(hasSetup(plan), 'setup'),
    ...when(plan.roles === null && master.port === 'auto', 'port'),
    nodes[0]?.node.bind === 'job' ? 'bound' : 'named',
    ...when(container?.runtime === 'pyxis', 'pyxis'),
    ...when(container !== null, 'image'),
    ...when(slurm?.healthCheck !== null, 'health'),
    ...when(!isTorchrun && ((slurm?.restarts ?? 0) > 0 || (slurm?.requeues ?? 0) > 0), 'restarts'),
    ...when(plan.roles !== null, 'roles'),
    ...when(plan.roles === null && launch.command === null, 'command'),
  ];
}

/** The library whose rules apply, and its variable. */
function describeNetworkCheck({ backend }: LaunchPlan): string {
  const name = backend === 'nccl' ? 'NCCL' : 'gloo';
  const variable = `${name.toUpperCase()}_SOCKET_IFNAME`;
  return `check_library() { check_network ${name} ${variable} "\${${variable}-}"; }\nRANKPLAN_STEPS="$RANKPLAN_STEPS check_library"\n`;
}

const hasSetup = ({ launch, roles, slurm }: LaunchPlan): boolean =>
  [launch.setup, slurm?.setup ?? [], ...(roles ?? []).map((role) => role.launch.setup)].some(
    ({ length }) => length > 0,
  );
