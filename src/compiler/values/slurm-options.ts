import { splitWords } from './split-words.ts';

/** Why an option of sbatch or srun may not be given freely. */
interface Refusal {
  readonly why: string;
  readonly help: string;
}

const FROM_THE_PLAN = 'remove it: rankplan writes what the mapping needs';

const BREAKS_THE_MAPPING: Readonly<Record<string, readonly string[]>> = {
  'would change which nodes the job gets': splitWords(`
    batch core-spec cores-per-socket exclude exclusive extra-node-info mincpus nodefile nodelist nodes
    oversubscribe relative sockets-per-node thread-spec threads-per-core
  `),
  'would change which GPUs the ranks get': splitWords(`
    cpus-per-gpu gpu-bind gpus gpus-per-node gpus-per-socket gpus-per-task gres gres-flags mem-per-gpu
    tres-bind tres-per-task
  `),
  'would change how many ranks run, or where': splitWords(`
    cpu-bind distribution exact het-group hint jobid kill-on-bad-exit multi-prog no-kill ntasks
    ntasks-per-core ntasks-per-gpu ntasks-per-node ntasks-per-socket ntasks-per-tres overcommit overlap
    pack-group task-epilog task-prolog tasks-per-node wait wrap
  `),
  'would keep the ranks from being started': splitWords('help no-allocate pty test-only usage version'),
};

/** Options that have a field of their own under `slurm`, which is checked. */
const TYPED = splitWords(`
  account=account array=array chdir=launch.workdir constraint=constraint cpus-per-task=cpusPerTask
  dependency=dependency job-name=jobName mail-type=mail mail-user=mail mem=mem mem-per-cpu=mem
  partition=partition qos=qos signal=signal time=time
`).map((pair) => pair.split('='));

/** Options of srun and of its plugin pyxis that contradict `slurm.container`; without that they may be given. */
const OF_A_CONTAINER: Readonly<Record<string, string>> = {
  container: 'container',
  'container-image': 'container.image',
  'container-mounts': 'container.mounts',
  'container-workdir': 'container.workdir',
};

const ownField = (field: string): Refusal => ({
  why: 'has a field of its own',
  help: `write \`${field.startsWith('launch.') ? field : `slurm.${field}`}\` instead`,
});

const SETS_VARIABLES: Refusal = {
  why: 'would change what the ranks find in their environment',
  help: 'write `launch.env` for variables of the ranks',
};

/** Whether Slurm may start the job again, as after a preemption. */
const REQUEUE: Refusal = {
  why: 'would change whether Slurm may start the job again',
  help: 'write `requeue: true` under `slurm.directives`, or nothing: without it, `restarts` and `requeues` Slurm may not',
};

const REFUSALS: ReadonlyMap<string, Refusal> = new Map([
  ...['export', 'export-file'].map((option): [string, Refusal] => [option, SETS_VARIABLES]),
  ...['requeue', 'no-requeue'].map((option): [string, Refusal] => [option, REQUEUE]),
  ...Object.entries(BREAKS_THE_MAPPING).flatMap(([why, options]) =>
    options.map((option): [string, Refusal] => [option, { why, help: FROM_THE_PLAN }]),
  ),
  ...TYPED.map(([option = '', field = '']): [string, Refusal] => [option, ownField(field)]),
]);

/**
 * Options that the job may have and its step may not: sites demand them, and on real clusters ranks, nodes and GPUs
 * were the planned ones with them. srun gets none of them: job.sbatch unsets what it would inherit.
 */
const OF_THE_JOB = splitWords('core-spec export gres-flags hint requeue threads-per-core');

/** Options of sbatch without a field of their own that people write beside those that have one. */
const DIRECTIVES: ReadonlySet<string> = new Set([
  ...OF_THE_JOB,
  ...splitWords(`
    begin chdir comment deadline error exclude licenses nice open-mode output prefer priority profile reservation
    switches tmp wckey
  `),
]);

export const isDirective = (key: string): boolean => DIRECTIVES.has(key.replaceAll('_', '-'));

/** Where an option stands: `slurm.directives` of a plan that names its nodes, or that the job binds, or `slurm.srun`. */
export type OptionPlace = 'named job' | 'bound job' | 'step';

/** Why the long option may not stand there, beside `slurm.container` or without; null when it may. */
export function refusalOfOption(
  { name, value }: { readonly name: string; readonly value: string | null },
  place: OptionPlace,
  hasContainer: boolean,
): Refusal | null {
  const option = name.replaceAll('_', '-');
  const containerField = hasContainer ? findContainerField(option) : undefined;
  if (containerField !== undefined) return ownField(containerField);
  const exact = REFUSALS.get(option);
  if (option === 'export' && (place === 'step' || value?.includes('='))) return SETS_VARIABLES;
  if (OF_THE_JOB.includes(option) && exact !== undefined)
    return place === 'step'
      ? { ...exact, help: `write \`${option}\` under \`slurm.directives\` instead` }
      : null;
  if (option === 'exclude' && place === 'bound job') return null;
  if (exact !== undefined) return exact;
  // Slurm takes any beginning of an option that no other option has.
  for (const [refused, refusal] of REFUSALS) if (refused.startsWith(option)) return refusal;
  return null;
}

/** An option of srun as it is written: `--name=value`. */
export function splitOption(option: string): { readonly name: string; readonly value: string | null } {
  const [, name = '', value = null] = /^--([^=]*)(?:=(.*))?$/s.exec(option) ?? [];
  return { name, value };
}

/** By any beginning that these have and the other options of pyxis, such as `container-writable`, have not. */
function findContainerField(option: string): string | undefined {
  const exact = OF_A_CONTAINER[option];
  if (exact !== undefined || !option.startsWith('container-')) return exact;
  return Object.entries(OF_A_CONTAINER).find(([name]) => name.startsWith(option))?.[1];
}

/** Whether an array is a chain of runs, one at a time: `1-8%1`. */
export function isChain(array: string): boolean {
  const match = /^(\d{1,7})-(\d{1,7})%1$/.exec(array);
  return match !== null && Number(match[1]) <= Number(match[2]);
}
