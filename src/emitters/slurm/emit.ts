import { compressHostList, compressSortedHostList } from '../../compiler/plan/compress-host-list.ts';
import { formatPlannedUuids, formatRankRanges } from '../../compiler/plan/group-ranks.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import type { Artifact, EmitInput, Emitter } from '../emitter.ts';
import { renderTemplate } from '../render-template.ts';
import { type Component, type JobNode, largestCpusPerTask, splitIntoComponents } from './components.ts';
import { describeComponent, describeJob } from './directives.ts';
import { chooseForm, type Option, requestGpus } from './gpu-request.ts';
import { refuse } from './refuse.ts';

/** Each script reads from top to bottom: what is this plan's, then what is the same in every one. */
const JOB_PARTS = [
  'slurm/job.sbatch',
  'shell/caller.sh',
  'slurm/plan.sh',
  'slurm/allocation.sh',
  'slurm/step.sh',
] as const;
const RANK_PARTS = ['slurm/rank.sh', 'slurm/devices.sh', 'shell/gpus.sh', 'slurm/names.sh'] as const;

export const slurmEmitter: Emitter = {
  name: 'slurm',
  summary:
    'job.sbatch, and rank.sh for each task: a job that runs exactly the plan, or stops with the reason',
  implies: ['env'],
  refuse,
  *emit(input) {
    const view = describeScripts(input);
    const render = (parts: typeof JOB_PARTS | typeof RANK_PARTS) =>
      parts.map((part) => renderTemplate(part, view)).join('\n');
    yield { path: 'job.sbatch', executable: true, content: render(JOB_PARTS) } satisfies Artifact;
    yield { path: 'rank.sh', executable: true, content: render(RANK_PARTS) } satisfies Artifact;
  },
};

function describeScripts({ plan, planDigest }: EmitInput): object {
  const { launch, master, slurm } = plan;
  if (slurm === null) throw new Error('a plan without slurm is refused');
  const components = splitIntoComponents(plan);
  const cpusPerTask = slurm.cpusPerTask ?? largestCpusPerTask(plan, components);
  const byNodeRank = components.flat().sort((a, b) => (a.node.nodeRank ?? 0) - (b.node.nodeRank ?? 0));
  const binding = byNodeRank[0]?.node.bind ?? 'name';
  return {
    plan,
    planDigest,
    binding,
    componentCount: components.length,
    nodeCount: byNodeRank.length,
    placement: components.length === 1 ? 'arbitrary' : 'by component',
    taskEnv: slurm.taskEnv,
    tasksPerNode: formatTasksPerNode(byNodeRank),
    nodeList: binding === 'name' ? compressHostList(byNodeRank.map(({ node }) => node.name)) : '',
    plannedLists: components.map((component) =>
      binding === 'name' ? compressSortedHostList(component.map(({ node }) => node.name)) : '',
    ),
    restarts: slurm.restarts,
    cpusPerTask: slurm.allocation === 'shared' ? 0 : (cpusPerTask ?? 0),
    cpusAreFixed: slurm.cpusPerTask === null ? '' : 'yes',
    masterAddress: master.address ?? '',
    masterPort: String(master.port),
    workdir: launch.workdir ?? '',
    wrap: launch.wrap ?? [],
    command: launch.command ?? [],
    jobSetup: slurm.setup,
    rankSetup: launch.setup,
    directives: describeJob(slurm),
    components: components.map((component) => describeComponent(plan, component, cpusPerTask)),
    steps: components.map((component, number) => ({
      number,
      options: [...describeStep(plan, components, component, cpusPerTask).map(formatOption), ...slurm.srun],
    })),
    nodes: components.flatMap((component, number) =>
      component.map((node) => `${number} ${describeNode(node)}`),
    ),
  };
}

/** A line of the table of nodes: name, node rank, ranks, the devices that Slurm gives, UUIDs that are planned. */
function describeNode({ node, ranks, devices }: JobNode): string {
  const indices = devices.map(({ index }) => index).join(',') || '-';
  const uuids = formatPlannedUuids(node, ranks);
  return `${node.name} ${node.nodeRank} ${formatRankRanges(ranks)} ${indices} ${uuids}`.trimEnd();
}

/** Never `--nodes`, which 24.11 refuses beside arbitrary distribution, nor `--gpu-bind`, which hides GPUs from peers. */
function describeStep(
  plan: LaunchPlan,
  components: readonly Component[],
  component: Component,
  cpusPerTask: number | null,
): readonly Option[] {
  const ranks = component.reduce((sum, node) => sum + node.ranks.length, 0);
  const placement =
    components.length === 1
      ? [{ name: 'distribution', value: 'arbitrary' }]
      : [
          { name: 'het-group', value: String(components.indexOf(component)) },
          { name: 'ntasks-per-node', value: String(component[0]?.ranks.length ?? 1) },
        ];
  return [
    ...placement,
    { name: 'ntasks', value: String(ranks) },
    ...(cpusPerTask === null ? [] : [{ name: 'cpus-per-task', value: String(cpusPerTask) }]),
    ...requestGpus(chooseForm(plan, component), component).step,
    { name: 'cpu-bind', value: 'none' },
    { name: 'kill-on-bad-exit', value: '1' },
    { name: 'export', value: 'ALL' },
    { name: 'input', value: 'none' },
  ];
}

const formatOption = ({ name, value }: Option): string =>
  value === null ? `--${name}` : `--${name}=${value}`;

/** As Slurm writes SLURM_TASKS_PER_NODE: `4(x2),1`. */
function formatTasksPerNode(nodes: readonly JobNode[]): string {
  const counts = nodes.map(({ ranks }) => ranks.length);
  const runs: { count: number; times: number }[] = [];
  for (const count of counts) {
    const last = runs.at(-1);
    if (last?.count === count) last.times++;
    else runs.push({ count, times: 1 });
  }
  return runs.map(({ count, times }) => (times === 1 ? `${count}` : `${count}(x${times})`)).join(',');
}
