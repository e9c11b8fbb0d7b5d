import { createCpuFinder } from '../../compiler/plan/group-ranks.ts';
import { createRankEnvironments, type RankEnvironment } from '../../compiler/plan/rank-environment.ts';
import { type EnvironmentChanges, resolveEnvironment } from '../../compiler/plan/resolve-environment.ts';
import { addSetup } from '../../compiler/plan/setup-command.ts';
import { watchScript } from '../../generated/assets.ts';
import type { LaunchPlan, PlanRank } from '../../generated/plan.ts';
import { readCallerOpenFiles } from '../run/caller-limit.ts';
import { rankFile } from '../run/run-folder.ts';
import type { Host } from './host.ts';

/** What a process of a replica has that a rank of one program has not. */
export interface ReplicaProcess {
  readonly environmentOf: (rank: PlanRank) => RankEnvironment;
  /** Its own words, after those that wrap it. */
  readonly wordsOf: (rank: PlanRank) => readonly string[];
  readonly hasWorld: boolean;
  /** `server-1`: its output is labelled so. */
  readonly name: string;
}

/** What is the same on all hosts and in all attempts. */
export interface RunSettings {
  readonly plan: LaunchPlan;
  /** The replica of a plan with roles that `plan` was made of; null: it is one program. */
  readonly process: ReplicaProcess | null;
  /** sha256 of plan.json. */
  readonly planDigest: string;
  /** Wrap, command and the caller's words. */
  readonly command: readonly string[];
  readonly graceSeconds: number;
  /** How often all ranks may start again. */
  readonly restarts: number;
  /** Their output is shown, too. */
  readonly tee: boolean;
  /** The last line of each is reported, for a table of ranks. */
  readonly lines: boolean;
  /** They may report what their steps take. */
  readonly record: boolean;
}

/** What a site knows of a host whose ranks are about to start. */
export interface HostSetting {
  /** The address on which rank 0 listens, if it is not that of the plan; else null. */
  readonly masterAddress: string | null;
  /** The folder of this run's logs on that host, absolute. */
  readonly folder: string;
  /** The working directory of the ranks on that host, absolute. */
  readonly directory: string;
  /** The environment that the guard there has. */
  readonly inherited: Readonly<Record<string, string | undefined>>;
  /** The program that samples its GPUs; null if none is sampled. */
  readonly sampler: string | null;
  /** What names the place of a rank in its output, such as ` lab2:0`; empty on one host. */
  readonly placeOf: (rank: PlanRank) => string;
}

/** One host, in one attempt. */
interface HostOrder extends HostSetting {
  readonly host: Host;
  readonly attempt: number;
  readonly port: number;
}

/** The words of an order to run. What its ranks have in common comes once, so that one more rank costs little. */
export function describeHost(run: RunSettings, place: HostOrder) {
  const { host, folder } = place;
  const { node, ranks, watchFolder } = host;
  const environmentOf = describeEnvironment(run, place);
  const changes = ranks.map((rank) => watch(environmentOf(rank), place, rank.rank));
  const common = findCommon(changes);
  const cpusOf = createCpuFinder(node);
  // A spare's GPUs may hang on other CPUs than those whose place it has.
  const spare = host.machine.substitute ?? node;
  const hasCpus = node.gpus.every(({ cpus }, i) => cpus === spare.gpus[i]?.cpus);
  const memory = run.plan.launch.memory === 'any' ? ['--memory', 'any'] : [];
  return {
    common: [
      ...describeCommon(run, place),
      ...(watchFolder === null ? [] : ['--private-folder', watchFolder, '--script', watchScript]),
      ...renderChanges(common),
      '--',
      ...addSetup(run.plan.launch.setup, run.command),
    ],
    ranks: ranks.map((rank, i) => {
      const cpus = hasCpus ? cpusOf(rank) : null;
      return [
        ...['--rank', `${rank.rank}`],
        ...['--stdout', rankFile(folder, rank.rank, 'out')],
        ...['--stderr', rankFile(folder, rank.rank, 'err')],
        ...(run.record ? ['--steps', rankFile(folder, rank.rank, 'steps')] : []),
        ...(run.tee ? ['--label', `[${labelOf(run, rank)}${place.placeOf(rank)}] `] : []),
        ...(cpus === null ? [] : ['--cpus', cpus, ...memory]),
        ...renderChanges([...(changes[i] ?? [])].filter(([name]) => !common.has(name))),
        ...ownCommand(run, rank),
      ];
    }),
  };
}

const labelOf = ({ process }: RunSettings, { rank }: PlanRank): string =>
  process === null ? `rank ${rank}` : `${process.name}-${rank}`;

/** Words of a replica's process that name its port or its number are not those of the others. */
function ownCommand({ process, plan: { launch } }: RunSettings, rank: PlanRank): readonly string[] {
  if (process === null) return [];
  return ['--', ...addSetup(launch.setup, [...(launch.wrap ?? []), ...process.wordsOf(rank)])];
}

function describeCommon(run: RunSettings, place: HostOrder): readonly string[] {
  const openFiles = place.host.reach === null ? readCallerOpenFiles() : null;
  return [
    ...['--grace', `${run.graceSeconds}`, '--logs', place.folder, '--directory', place.directory],
    ...(openFiles === null ? [] : ['--open-files', `${openFiles}`]),
    ...(run.tee || run.lines ? ['--show', run.tee ? 'all' : 'lines'] : []),
    ...(place.sampler === null ? [] : ['--sampler', place.sampler]),
    ...(place.attempt === 0 ? [] : ['--keep', `${place.attempt - 1}`]),
  ];
}

/** Python finds our sitecustomize first, and that opens a socket for this rank. */
function watch(
  changes: EnvironmentChanges,
  { inherited, host: { watchFolder: folder } }: HostOrder,
  rank: number,
): EnvironmentChanges {
  if (folder === null) return changes;
  const path = changes.has('PYTHONPATH') ? changes.get('PYTHONPATH') : inherited['PYTHONPATH'];
  return new Map([
    ...changes,
    ['PYTHONPATH', path == null || path === '' ? folder : `${folder}:${path}`],
    ['RANKPLAN_WATCH', `${folder}/${rank}`],
  ]);
}

type Changes = readonly (readonly [string, string])[];

/** What the plan says, which may leave the port to the launcher, then what is this run's own. */
function describeEnvironment(run: RunSettings, place: HostOrder): (rank: PlanRank) => EnvironmentChanges {
  const own = new Map([
    ...(run.process?.hasWorld === false ? [] : [['MASTER_PORT', `${place.port}`] as const]),
    ['RANKPLAN_PLAN', run.planDigest],
    ['RANKPLAN_RUN_DIR', place.folder],
    ...describeMaster(place),
    ...(run.restarts === 0 ? [] : describeAttempt(run, place)),
  ]);
  const known = { ...place.inherited, ...Object.fromEntries(own) };
  const environmentOf = run.process?.environmentOf ?? createRankEnvironments(run.plan);
  const { node, machine } = place.host;
  const substitute: Changes =
    machine.substitute !== null && node.bind === 'name' ? [['RANKPLAN_NODE', machine.substitute.name]] : [];
  return (rank) =>
    new Map([
      ...resolveEnvironment(environmentOf(rank), rank, known),
      ...own,
      ...substitute,
      ['TORCHELASTIC_ERROR_FILE', rankFile(place.folder, rank.rank, 'error.json')],
    ]);
}

/** A plan that is bound when it starts takes the master's address from there. */
function describeMaster({ host: { node }, masterAddress }: HostOrder): Changes {
  if (masterAddress === null) return [];
  return [[node.bind === 'job' ? 'RANKPLAN_MASTER_ADDR' : 'MASTER_ADDR', masterAddress]];
}

function describeAttempt({ restarts, process }: RunSettings, { attempt }: HostOrder): Changes {
  const own = ['RANKPLAN_RESTART', `${attempt}`] as const;
  if (process?.hasWorld === false) return [own];
  return [own, ['TORCHELASTIC_RESTART_COUNT', `${attempt}`], ['TORCHELASTIC_MAX_RESTARTS', `${restarts}`]];
}

/** What every rank changes in the same way. */
function findCommon([first, ...others]: readonly EnvironmentChanges[]): EnvironmentChanges {
  const isShared = ([name, value]: readonly [string, string | null]): boolean =>
    others.every((other) => other.get(name) === value);
  return new Map([...(first ?? [])].filter(isShared));
}

const renderChanges = (changes: Iterable<readonly [string, string | null]>): readonly string[] =>
  [...changes].flatMap(([name, value]) => ['--env', value === null ? name : `${name}=${value}`]);
