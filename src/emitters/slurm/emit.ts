import { formatPlannedUuids, formatRankRanges } from '../../compiler/plan/group-ranks.ts';
import { orderEnds } from '../../compiler/plan/order-roles.ts';
import { compressSortedHostList } from '../../compiler/values/compress-host-list.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import type { Artifact, EmitInput, Emitter } from '../emitter.ts';
import { chooseDelimiter, countThings, renderTemplate } from '../render-template.ts';
import { type Component, type JobNode, largestCpusPerTask, splitIntoComponents } from './components.ts';
import { describeComponent, describeJob } from './directives.ts';
import { describeStep, describeStepRequest, type Tasks } from './gpu-request.ts';
import { emitLibrary, libraryName } from './parts.ts';
import { refuse } from './refuse.ts';
import { describeRoles } from './roles.ts';

export const slurmEmitter: Emitter = {
  name: 'slurm',
  summary: 'job.sbatch: a Slurm job that runs exactly the plan, or stops with the reason',
  implies: ['env'],
  refuse,
  emit: (input) => emitScripts(input, 'ranks'),
};

/** The job script and the file that it sources. */
export function* emitScripts(input: EmitInput, tasks: Tasks): Iterable<Artifact> {
  const components = splitIntoComponents(input.plan);
  const content = renderTemplate('slurm/job.sbatch', describeScript(input, components, tasks));
  yield { path: scriptName(tasks), executable: true, content };
  yield emitLibrary(input.plan, components, tasks);
}

const scriptName = (tasks: Tasks): string => (tasks === 'ranks' ? 'job.sbatch' : 'torchrun.sbatch');

/** All that the template of a job script needs: what depends on the plan. What is left out is as job.bash has it. */
function describeScript(input: EmitInput, components: readonly Component[], tasks: Tasks): object {
  const { plan, planDigest } = input;
  const { launch, slurm } = plan;
  if (slurm === null) throw new Error('a plan without slurm is refused');
  const cpusPerTask = slurm.cpusPerTask ?? largestCpusPerTask(plan, components);
  const isNamed = components[0]?.[0]?.node.bind === 'name';
  return {
    plan,
    planDigest,
    library: libraryName(tasks),
    script: scriptName(tasks),
    torchrun: tasks === 'nodes',
    size: `${describeSize(plan)} on ${countThings(components.flat().length, 'node')}`,
    roles: plan.roles && describeRoles(plan),
    end: plan.end ?? '',
    ends: orderEnds(plan.roles ?? []).map((names) => names.join(' ')), // one word is ended at once
    command: launch.command,
    wrap: launch.wrap,
    lists: [
      { key: 'health_check', value: slurm.healthCheck ?? [] },
      { key: 'mounts', value: slurm.container?.mounts ?? [] },
    ].filter(({ value }) => value.length > 0),
    settings: listSettings(plan, isNamed, cpusPerTask, countGroupNodes(plan, components.flat())),
    pyxis: slurm.container?.runtime === 'pyxis',
    image: slurm.container?.image ?? '',
    keptVariables: listKeptVariables(slurm.srun),
    setups: listSetups(launch.setup, slurm.setup, tasks),
    delimiter: chooseDelimiter([
      ...[...slurm.setup, ...launch.setup],
      ...(plan.roles ?? []).flatMap((role) => role.launch.setup),
    ]),
    directives: [
      ...describeJob(slurm, plan.roles === null ? '' : 'B:'),
      ...components.flatMap((component, index) => [
        ...(index === 0 ? [] : [null]), // what separates the components of a heterogeneous job
        ...describeComponent(plan, component, cpusPerTask),
      ]),
    ],
    components: components.map((component) => ({
      planned: isNamed ? compressSortedHostList(component.map(({ node }) => node.name)) : '',
      request: describeStepRequest(plan, component),
      places: [headings(plan), ...component.map(describePlace)],
      uuids: component
        .map(({ node, ranks }) => [node.name, formatPlannedUuids(node, ranks)])
        .filter(([, uuids]) => uuids !== ''),
    })),
    step: describeStep(plan),
    wantsWatch: [launch, ...(plan.roles ?? []).map((role) => role.launch)].some(
      ({ watch, onStall }) => watch === 'collectives' || onStall === 'end',
    ),
  };
}

const describeSize = ({ roles, worldSize, ranks }: LaunchPlan): string =>
  roles === null
    ? countThings(worldSize, 'rank')
    : `${ranks.length} process${ranks.length === 1 ? '' : 'es'} of ${countThings(roles.length, 'role')}`;

function listSetups(rankLines: readonly string[], jobLines: readonly string[], tasks: Tasks) {
  const place = tasks === 'nodes' ? 'in the shell before each torchrun' : "in each rank's shell";
  return [
    { key: 'slurm.setup', variable: 'setup', place: 'before srun', lines: jobLines },
    { key: 'launch.setup', variable: 'rank_setup', place, lines: rankLines },
  ].filter(({ lines }) => lines.length > 0);
}

/** Settings that have one value, which differs from the default of job.bash. */
function listSettings(plan: LaunchPlan, isNamed: boolean, cpusPerTask: number | null, groupNodes: number) {
  const { launch, master, slurm } = plan;
  const settings = {
    master: isNamed || plan.roles !== null ? '' : master.node,
    group_nodes: !isNamed && groupNodes > 1 ? String(groupNodes) : '',
    restarts: String(slurm?.restarts || ''),
    requeues: String(slurm?.requeues || ''),
    cpus_per_task: String(cpusPerTask ?? ''),
    memory: launch.memory === 'any' ? 'any' : '',
    workdir: plan.roles === null ? (launch.workdir ?? '') : '', // each role's own, from where the job is
    container: slurm?.container?.runtime ?? '',
    image: findImage(slurm),
    container_dir: slurm?.container?.workdir ?? '',
  };
  return Object.entries(settings)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => ({ key, value }));
}

/** The image for Apptainer, or that for pyxis if it is a file that must exist. */
function findImage(slurm: LaunchPlan['slurm']): string {
  const { image = '', runtime } = slurm?.container ?? {};
  const isUnpacked = slurm?.srun.some((option) => option.startsWith('--container-name')) === true;
  return runtime === 'apptainer' || (image.startsWith('/') && !isUnpacked) ? image : '';
}

/** pyxis uses only the last option of a name, so the variables of the topology are added to those of the job. */
const listKeptVariables = (srun: readonly string[]): string =>
  srun.flatMap((option) => /^--container-env=(.+)/s.exec(option)?.[1] ?? []).join(',');

/** How many nodes a block of ranks has, if blocks span nodes and all nodes are alike; so many are packed together. */
function countGroupNodes({ launch, ranks }: LaunchPlan, nodes: readonly JobNode[]): number {
  const perNode = nodes[0]?.ranks.length ?? 1;
  const isAlike = nodes.every((node) => node.ranks.length === perNode);
  const isByNode = ranks.every(({ node }, rank) => rank % perNode === 0 || ranks[rank - 1]?.node === node);
  const { groupSize, parallel } = launch;
  const tensorGroup = parallel?.order.startsWith('tp-') ? parallel.tp : 1;
  const count = (groupSize ?? tensorGroup) / perNode;
  return launch.groupWithin !== null && isAlike && isByNode && Number.isInteger(count) ? count : 1;
}

const headings = ({ roles }: LaunchPlan): readonly string[] => [
  ...['#', 'node', roles === null ? 'ranks' : 'processes of all roles'],
  'GPUs that Slurm gives there',
];

const describePlace = ({ node, ranks, devices }: JobNode): readonly string[] => [
  ...['place', node.name, formatRankRanges(ranks)],
  devices.map(({ index }) => index).join(',') || '-',
];
