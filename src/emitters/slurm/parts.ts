import { formatPlannedUuids } from '../../compiler/plan/group-ranks.ts';
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
  const texts: string[] = listParts(plan, components, tasks).map((name) => slurmParts[name]);
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
    'task',
    isTorchrun ? 'torchrun' : 'rank',
    'srun',
    'job',
    'outcome',
    ...when(isTorchrun, 'torchrun-job'),
    ...when(hasSetup(plan), 'setup'),
    ...when(master.port === 'auto', 'port'),
    ...when(nodes[0]?.node.bind === 'job', 'bound'),
    ...when(container?.runtime === 'pyxis', 'pyxis'),
    ...when(container !== null, 'image'),
    ...when(slurm?.healthCheck !== null, 'health'),
    ...when(slurm?.combinedLog === true, 'combined-log'),
    ...when(!isTorchrun && ((slurm?.restarts ?? 0) > 0 || (slurm?.requeues ?? 0) > 0), 'restarts'),
    ...when(launch.command === null, 'command'),
  ];
}

const hasSetup = ({ launch, slurm }: LaunchPlan): boolean =>
  launch.setup.length > 0 || (slurm?.setup ?? []).length > 0;
