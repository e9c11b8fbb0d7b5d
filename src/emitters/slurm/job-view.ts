import { formatPlannedCpus, formatPlannedUuids, formatRankRanges } from '../../compiler/plan/group-ranks.ts';
import { compressHostList, compressSortedHostList } from '../../compiler/values/compress-host-list.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import type { EmitInput } from '../emitter.ts';
import { libraryDigest } from '../library.ts';
import { chooseDelimiter, countThings } from '../script-text.ts';
import { type Component, type JobNode, largestCpusPerTask, splitIntoComponents } from './components.ts';
import { describeChecks, describeSteps, type Tasks } from './describe-steps.ts';
import { describeComponent, describeJob } from './directives.ts';

/** All that the template of a job script needs: what depends on the plan. What is left out is as job.bash has it. */
export function describeScript({ plan, planDigest }: EmitInput, tasks: Tasks): object {
  const { launch, slurm } = plan;
  if (slurm === null) throw new Error('a plan without slurm is refused');
  const components = splitIntoComponents(plan);
  const cpusPerTask = slurm.cpusPerTask ?? largestCpusPerTask(plan, components);
  const nodeNames = listByNodeRank(components);
  const isNamed = components[0]?.[0]?.node.bind === 'name';
  const nodes = isNamed ? compressHostList(nodeNames) : '';
  const entry = tasks === 'ranks' ? 'job' : 'torchrun';
  return {
    plan,
    planDigest,
    lib: libraryDigest(entry),
    entry,
    script: `${entry}.sbatch`,
    torchrun: tasks === 'nodes',
    size: `${countThings(plan.worldSize, 'rank')} on ${countThings(nodeNames.length, 'node')}`,
    command: launch.command ?? [],
    wrap: launch.wrap,
    healthCheck: slurm.healthCheck,
    mounts: slurm.container?.mounts,
    settings: listSettings(plan, nodes, cpusPerTask, countGroupNodes(plan, components.flat())),
    pyxis: slurm.container?.runtime === 'pyxis',
    image: slurm.container?.image ?? '',
    keptVariables: listKeptVariables(slurm.srun),
    jobSetup: slurm.setup,
    rankSetup: launch.setup,
    delimiter: chooseDelimiter([...slurm.setup, ...launch.setup]),
    directives: describeJob(slurm),
    components: components.map((component) => ({
      directives: describeComponent(plan, component, cpusPerTask),
      planned: isNamed ? compressSortedHostList(component.map(({ node }) => node.name)) : '',
      places: component.map((node) => describePlace(node, slurm.allocation === 'whole')),
    })),
    steps: describeSteps(plan, components, tasks),
    checkSteps: slurm.healthCheck === null ? [] : describeChecks(plan, components),
  };
}

const listByNodeRank = (components: readonly Component[]): readonly string[] =>
  components
    .flat()
    .sort((a, b) => (a.node.nodeRank ?? 0) - (b.node.nodeRank ?? 0))
    .map(({ node }) => node.name);

/** What is set to one value, and to another one than job.bash would take. */
function listSettings(plan: LaunchPlan, nodes: string, cpusPerTask: number | null, groupNodes: number) {
  const { launch, master, slurm } = plan;
  const settings = {
    nodes,
    master: nodes === '' ? master.node : '',
    bind: nodes === '' ? 'job' : '',
    group_nodes: nodes === '' && groupNodes > 1 ? String(groupNodes) : '',
    port: master.port === 'auto' ? '' : String(master.port),
    restarts: String(slurm?.restarts || ''),
    requeues: String(slurm?.requeues || ''),
    cpus_per_task: String(cpusPerTask ?? ''),
    task_env: slurm?.taskEnv === 'keep' ? 'keep' : '',
    memory: launch.memory === 'any' ? 'any' : '',
    combined_log: slurm?.combinedLog ? 'yes' : '',
    workdir: launch.workdir ?? '',
    container: slurm?.container?.runtime ?? '',
    image: findImage(slurm),
    container_dir: slurm?.container?.workdir ?? '',
  };
  return Object.entries(settings)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => ({ key, value }));
}

/** What Apptainer is given, and pyxis' image where it is a file that must be there. */
function findImage(slurm: LaunchPlan['slurm']): string {
  const { image = '', runtime } = slurm?.container ?? {};
  const isUnpacked = slurm?.srun.some((option) => option.startsWith('--container-name')) === true;
  return runtime === 'apptainer' || (image.startsWith('/') && !isUnpacked) ? image : '';
}

/** Of pyxis' options the last of a name counts, so what the topology names is put to what the job names. */
const listKeptVariables = (srun: readonly string[]): string =>
  srun.flatMap((option) => /^--container-env=(.+)/s.exec(option)?.[1] ?? []).join(',');

/** Of how many nodes a block of ranks is, where blocks span nodes and all of them are alike: so many are packed together. */
function countGroupNodes({ launch, ranks }: LaunchPlan, nodes: readonly JobNode[]): number {
  const perNode = nodes[0]?.ranks.length ?? 1;
  const isAlike = nodes.every((node) => node.ranks.length === perNode);
  const isByNode = ranks.every(({ node }, rank) => rank % perNode === 0 || ranks[rank - 1]?.node === node);
  const { groupSize, parallel } = launch;
  const tensorGroup = parallel?.order.startsWith('tp-') ? parallel.tp : 1;
  const count = (groupSize ?? tensorGroup) / perNode;
  return launch.groupWithin !== null && isAlike && isByNode && Number.isInteger(count) ? count : 1;
}

/**
 * The words of a `place` line. On shared nodes Slurm chooses the GPUs, so nobody knows their CPUs.
 */
function describePlace({ node, ranks, devices }: JobNode, isWhole: boolean): readonly string[] {
  const indices = devices.map(({ index }) => index).join(',');
  const uuids = formatPlannedUuids(node, ranks);
  const cpus = isWhole ? formatPlannedCpus(node, ranks) : '';
  const words = [node.name, formatRankRanges(ranks), indices, uuids, cpus];
  while (words.at(-1) === '') words.pop();
  return words.map((word) => word || '-');
}
