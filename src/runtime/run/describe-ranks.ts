import { createCpuFinder } from '../../compiler/plan/group-ranks.ts';
import { createRankEnvironments } from '../../compiler/plan/rank-environment.ts';
import { type EnvironmentChanges, resolveEnvironment } from '../../compiler/plan/resolve-environment.ts';
import { addSetup } from '../../compiler/plan/setup-command.ts';
import type { LaunchPlan, PlanRank } from '../../generated/plan.ts';
import type { PreparedRun } from './prepare-run.ts';
import { rankFile } from './run-folder.ts';
import { type GuardInput, guardWords } from './start-guard.ts';

type Inherited = Readonly<Record<string, string | undefined>>;

export interface RunDescription {
  readonly plan: LaunchPlan;
  /** sha256 of plan.json. */
  readonly planDigest: string;
  readonly prepared: PreparedRun;
  /** Of this run's logs, absolute. */
  readonly folder: string;
  readonly inherited: Inherited;
  readonly graceSeconds: number;
  /** How often all ranks may start anew. */
  readonly restarts: number;
  /** Their output is shown, too. */
  readonly tee: boolean;
  /** The last line of each is told, for somebody who watches. */
  readonly lines: boolean;
  /** They may report what their steps take. */
  readonly record: boolean;
}

/** Describes this machine's ranks. What they share is said once, so that the cost of one more rank stays small. */
export function describeRanks(run: RunDescription): GuardInput {
  const { plan, prepared, inherited } = run;
  const { ranks } = prepared.mapped;
  const changes = createChanges(run);
  const changesOf = new Map(ranks.map((rank) => [rank.rank, changes(rank)]));
  const common = findCommon([...changesOf.values()]);
  const place = createPlacer(run);
  const request = ranks.map((rank) => [
    ...['--rank', `${rank.rank}`],
    ...['--stdout', rankFile(run.folder, rank.rank, 'out')],
    ...['--stderr', rankFile(run.folder, rank.rank, 'err')],
    ...(run.record ? ['--steps', rankFile(run.folder, rank.rank, 'steps')] : []),
    ...place(rank),
    ...renderChanges(changesOf.get(rank.rank) ?? new Map(), common),
  ]);
  return {
    environment: applyChanges(inherited, common),
    words: [
      ...guardWords(run.graceSeconds),
      ...['--name', 'rankplan', '--logs', run.folder, ...(run.tee ? ['--tee'] : [])],
      ...(run.lines ? ['--lines'] : []),
      ...(run.restarts > 0 ? ['--restarts', `${run.restarts}`] : []),
      ...['--request', '0'],
      ...['--stdin', '/dev/null', '--directory', prepared.directory],
      ...['--', ...addSetup(plan.launch.setup, prepared.command)],
    ],
    request: encodeRequest(request),
    tee: run.tee,
  };
}

/** As launch.sh does it: the env file, which may leave the port to the launcher, then what is this run's own. */
function createChanges(run: RunDescription): (rank: PlanRank) => EnvironmentChanges {
  const { port, masterAddress, mapped } = run.prepared;
  const own = new Map([
    ['MASTER_PORT', `${port}`],
    ['RANKPLAN_RUN_DIR', run.folder],
    ...(mapped.node.bind === 'job' ? ([['RANKPLAN_MASTER_ADDR', masterAddress]] as const) : []),
  ]);
  const known = { ...run.inherited, ...Object.fromEntries(own) };
  const environmentOf = createRankEnvironments(run.plan, run.planDigest);
  return (rank) =>
    new Map([
      ...resolveEnvironment(environmentOf(rank), rank, known),
      ...own,
      ['TORCHELASTIC_ERROR_FILE', rankFile(run.folder, rank.rank, 'error.json')],
    ]);
}

/** What every rank changes in the same way. */
function findCommon([first, ...others]: readonly EnvironmentChanges[]): EnvironmentChanges {
  const isShared = ([name, value]: readonly [string, string | null]): boolean =>
    others.every((other) => other.get(name) === value);
  return new Map([...(first ?? [])].filter(isShared));
}

function applyChanges(inherited: Inherited, changes: EnvironmentChanges): Inherited {
  const removed = [...changes].map(([name, value]) => [name, value ?? undefined] as const);
  return { ...inherited, ...Object.fromEntries(removed) };
}

function renderChanges(changes: EnvironmentChanges, common: EnvironmentChanges): readonly string[] {
  return [...changes]
    .filter(([name]) => !common.has(name))
    .flatMap(([name, value]) => (value === null ? ['--unset', name] : ['--set', `${name}=${value}`]));
}

/** A rank runs on the CPUs of its GPUs; rankplan-exec lets it prefer their memory. */
function createPlacer({ plan, prepared }: RunDescription): (rank: PlanRank) => readonly string[] {
  const cpusOf = createCpuFinder(prepared.mapped.node);
  const memory = plan.launch.memory === 'any' ? ['--memory', 'any'] : [];
  return (rank) => {
    const cpus = cpusOf(rank);
    return cpus === null ? [] : ['--cpus', cpus, ...memory];
  };
}

/** Texts that end with NUL: the length of all that follows, then the number of each rank's words and the words. */
function encodeRequest(ranks: readonly (readonly string[])[]): string {
  const body = ranks.flatMap((words) => [words.length, ...words].map((word) => `${word}\0`)).join('');
  return `${Buffer.byteLength(body)}\0${body}`;
}
