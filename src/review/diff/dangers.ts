import { whatItRuns } from '../../compiler/values/code-variables.ts';
import type { Danger, Value } from './plan-diff.ts';
import { programOf } from './program-of.ts';

/** The paths of some fields of one object. */
const below = (path: string, fields: string): readonly string[] =>
  fields.split(' ').map((field) => `${path} ${field}`);

/**
 * What a change of each field of the plan endangers, in the order in which a reviewer must see it: other code or other
 * hosts first. Keys are paths of the plan, of lists without their numbers; an entry covers what lies below it and has none
 * of its own. Of code and hosts the text completes "it ". A test holds that every field of the schema is here.
 */
export const DANGERS: Readonly<Record<'code' | 'hosts', Readonly<Record<string, string>>>> &
  Readonly<Record<Exclude<Danger, 'code' | 'hosts'>, readonly string[]>> = {
  code: {
    'launch command': 'is what the ranks run',
    'launch setup': 'is shell that runs before each rank',
    'launch wrap': 'is a program that starts each rank',
    'launch workdir': 'decides what relative paths of the command mean',
    'launch remote command':
      'runs on the machine where a launch of all hosts starts, also under --dry-run, and starts all others',
    'slurm setup': 'is shell that runs in the job',
    'launch watch': 'decides whether ranks also run Python code of rankplan (collectives)',
    'slurm container image': 'is what the ranks run in',
    'slurm container runtime': 'is the program that starts the container',
    'slurm container mounts': 'decides which files the ranks see in the container',
    'slurm container workdir': 'decides what relative paths of the command mean',
    'slurm healthCheck': 'is a program that runs on each node before the ranks',
    'slurm srun': 'holds options of srun, such as a container',
    'slurm directives container': 'is what the job runs in',
    'slurm directives export':
      'decides which variables of who submits reach the job, PATH and LD_PRELOAD among them',
    'slurm directives get-user-env': 'runs the shell start files of the user for the environment of the job',
  },
  hosts: {
    'launch remote user': 'is whom the hosts are entered as',
    'launch remote port': 'decides which server on the hosts is entered',
    'nodes address': 'decides which machine is the node',
    'nodes bind': 'decides which machine is the node',
    'slurm directives cluster-constraint': 'decides which cluster runs the job',
    'slurm directives clusters': 'decides which cluster runs the job',
    'roles ports': 'decides where the processes listen, and whom others talk to',
    'roles replicas processes ports': 'is where the process listens',
  },
  placement: [
    ...['worldSize', 'visibility', 'mapping'],
    ...below('launch', 'addressing groupSize groupWithin memory'),
    ...below('nodes', 'name nodeRank cpus spare cpuRanks'),
    ...below('nodes gpus', 'index uuid model vendor gres cpus parent'),
    ...below('ranks', 'rank node localRank gpu gpus cpuSlot'),
    ...below('roles', 'name processes colocate cpus'),
    ...below('roles replicas processes', 'node localRank gpu gpus cpuSlot'),
  ],
  communication: [
    ...['backend', 'master', 'levels', 'nodes domain', 'nodes gpus island', 'launch parallel'],
    ...['roles world', 'roles replicas master', 'roles replicas processes rank'],
  ],
  pace: [
    'workload',
    'stages',
    'ranks share',
    'roles replicas processes share',
    'nodes cpuSlot',
    ...below('nodes gpus', 'memoryBytes score pace fixedSeconds maxSamples'),
  ],
  program: ['launch env', 'nodes env'],
  job: [
    'launch graceSeconds',
    'launch checkNetwork',
    'launch stallAfterSeconds',
    'launch onStall',
    'launch remote directory',
    ...below('slurm', 'partition account qos time constraint mem jobName mail dependency array signal'),
    ...below('slurm', 'restarts requeues allocation exclusive gpuRequest taskEnv cpusPerTask directives'),
    'end',
    ...below('roles', 'dependsOn readiness end critical drainSeconds restarts'),
  ],
  words: [
    ...['formatVersion', 'name', 'launch software', 'nodes class', 'ranks why'],
    'roles replicas processes why',
  ],
};

/** What a setting endangers, and of code and hosts in which way. */
export interface Judgement {
  readonly danger: Danger;
  readonly runs: string | null;
}

const JUDGEMENTS: ReadonlyMap<string, Judgement> = new Map(
  Object.entries(DANGERS).flatMap(([danger, fields]) => {
    const all: [string, string | null][] = Array.isArray(fields)
      ? fields.map((path) => [path, null])
      : Object.entries(fields);
    return all.map(([path, runs]): [string, Judgement] => [path, { danger: danger as Danger, runs }]);
  }),
);

/** Judges a change at a path of the plan, also in the `env` of a node, with the values of both sides. */
export function judgeSetting(path: readonly string[], old: Value, next: Value): Judgement {
  const name = path.at(-1) ?? '';
  if (path.at(-2) === 'env') return judgeVariable(name);
  if (path.at(-2) === 'directives') return judgeDirective(name);
  if (path.join(' ') === 'launch command' && isSameProgram(old, next))
    return { danger: 'program', runs: null };
  return findJudgement(path) ?? { danger: 'job', runs: null };
}

/** The same of a path below a role: what a plan of one program has on top, a role has, too. */
export function judgeRoleSetting(path: readonly string[], old: Value, next: Value): Judgement {
  const [key = ''] = path;
  if (OF_A_PROGRAM.includes(key)) return judgeSetting(path, old, next);
  return judgeSetting(['roles', ...(key === 'masters' ? ['replicas', 'master'] : path)], old, next);
}

/** What each role has as a plan of one program does. */
const OF_A_PROGRAM = ['backend', 'visibility', 'mapping', 'workload', 'stages', 'launch'];

/** The judgement of the path, or of the nearest path above it that has one; null if none has. */
export function findJudgement(path: readonly string[]): Judgement | null {
  for (let length = path.length; length > 0; length--) {
    const found = JUDGEMENTS.get(path.slice(0, length).join(' '));
    if (found !== undefined) return found;
  }
  const [top, key = ''] = path;
  return top === 'roles' && OF_A_PROGRAM.includes(key) ? findJudgement(path.slice(1)) : null;
}

/** Libraries of communication read variables of these beginnings. */
const OF_COMMUNICATION =
  /^(?:TORCH_)?(?:NCCL|RCCL|GLOO|UCX|UCC|FI|NVSHMEM|OMPI|PMIX|MPICH|I_MPI|HCOLL|SHARP|TP)_/;

function judgeVariable(name: string): Judgement {
  const runs = whatItRuns(name);
  if (runs !== null) return { danger: 'code', runs };
  return { danger: OF_COMMUNICATION.test(name) ? 'communication' : 'program', runs: null };
}

/** Slurm takes any beginning of an option that no other has. */
function judgeDirective(name: string): Judgement {
  const option = name.replaceAll('_', '-');
  for (const [path, judgement] of JUDGEMENTS)
    if (path.startsWith(`slurm directives ${option}`) && path !== 'slurm directives') return judgement;
  return { danger: 'job', runs: null };
}

const isSameProgram = (old: Value, next: Value): boolean => {
  const [before, after] = [old, next].map((words) =>
    programOf(Array.isArray(words) ? words.map(String) : []),
  );
  return before !== undefined && JSON.stringify(before) === JSON.stringify(after);
};
