import { join } from 'node:path';
import { wordsOfProcess } from '../../compiler/plan/process-environment.ts';
import { nameReplica, planOfReplica, type ReplicaOf } from '../../compiler/plan/replica-plan.ts';
import {
  type Audience,
  type HostEvent,
  haveAllEnded,
  type RunRequest,
} from '../../runtime/hosts/coordination.ts';
import type { ShowLine } from '../../runtime/hosts/output.ts';
import { writeVerdict } from '../../runtime/hosts/report.ts';
import { type RunningHosts, runHosts } from '../../runtime/hosts/run-hosts.ts';
import { type AttemptState, awaitReady } from '../../runtime/roles/await-ready.ts';
import type { Hear, RunningReplica } from '../../runtime/roles/direct-roles.ts';
import { EXIT } from '../verb.ts';
import type { RunningAudit } from './audit-run.ts';
import { describeRequest, isAlone, type RolesScene } from './describe-replica.ts';
import { printCommand } from './print-dry-run.ts';
import type { openScreen } from './run-screen.ts';

type Screen = ReturnType<typeof openScreen>;

/** What shows the processes of all roles while they run. */
export interface RolesWatch {
  /** The last line of each is wanted. */
  readonly isLive: boolean;
  /** An event, with the number of the process among all of the plan. */
  readonly take: (event: HostEvent) => void;
  readonly audits: RunningAudit[];
}

/** Starts replicas, each as a run of its own plan, in the folder of its name. */
export function createStarter(scene: RolesScene, screen: Screen, watch: RolesWatch) {
  const checks: RunningHosts[] = [];
  const check = async (one: ReplicaOf, isShown: boolean): Promise<number> => {
    const said: string[] = [];
    const audience = audienceOf(nameReplica(one), screen, () => {});
    const say = (text: string) => void said.push(text);
    const running = runHosts(describeRequest(scene, one, { ...audience, say }, true));
    checks.push(running);
    const status = await running.ended;
    if (status !== EXIT.fine || isShown) for (const text of said) audience.say(text);
    return status;
  };
  return {
    stopChecks: (name: NodeJS.Signals): void => {
      for (const running of checks) running.signal(name);
    },
    /** All checks of all hosts, before the first replica starts: its status, and what was found. */
    async checkAll(replicas: readonly ReplicaOf[], kind: 'run' | 'dry run' | 'checks'): Promise<number> {
      const statuses = await Promise.all(replicas.map((one) => check(one, kind !== 'run')));
      if (kind === 'dry run') for (const one of replicas) printCommands(scene, one);
      return statuses.find((status) => status !== EXIT.fine) ?? EXIT.fine;
    },
    start: (one: ReplicaOf, hear: Hear): RunningReplica => startReplica(scene, one, hear, screen, watch),
  };
}

function audienceOf(name: string, screen: Screen, take: Audience['take']): Audience {
  return {
    say: (text) => screen.say(text.replaceAll(/^rankplan: /gm, `rankplan: ${name}: `)),
    isTerminal: false, // the run has one start and one end
    show: screen.show,
    take,
    outputOf: screen.outputOf,
  };
}

function printCommands({ plan, hostOf }: RolesScene, one: ReplicaOf): void {
  for (const place of planOfReplica(plan, one).ranks) {
    const words = [...(one.role.launch.wrap ?? []), ...wordsOfProcess(plan, one, place.rank, hostOf)];
    printCommand(`${nameReplica(one)} process ${place.rank}`, place, words);
  }
}

/** An attempt of a replica; `begun` resolves when all of its processes have started, or it is over. */
function createAttempt(processes: number) {
  let begin = (): void => {};
  const begun = new Promise<void>((done) => {
    begin = done;
  });
  let left = processes;
  const state: AttemptState = { lines: 0, isOver: false };
  return {
    ...{ state, begun },
    noteStart(): void {
      if (--left === 0) begin();
    },
    end(): void {
      state.isOver = true;
      begin();
    },
  };
}

function startReplica(
  scene: RolesScene,
  one: ReplicaOf,
  hear: Hear,
  screen: Screen,
  watch: RolesWatch,
): RunningReplica {
  const size = one.replica.processes.length;
  let attempt = createAttempt(size);
  let ready: Promise<void> | null = null;
  let audit: RunningAudit | null = null;
  const take = (event: HostEvent): void => {
    audit?.take(event);
    watch.take(
      'rank' in event && event.rank !== undefined ? { ...event, rank: event.rank + one.first } : event,
    );
    if (event.event === 'started') attempt.noteStart();
  };
  const audience = audienceOf(nameReplica(one), screen, take);
  const note = (): void => void attempt.state.lines++;
  const outputOf = (grant: (bytes: number) => void): ShowLine =>
    countLines(scene, one, note, audience.outputOf(grant), grant);
  const planned = describeRequest(scene, one, { ...audience, outputOf }, false);
  const onBegin = (): void => {
    planned.onBegin();
    if (ready !== null) hear('again');
    attempt.end();
    const own = createAttempt(size);
    attempt = own;
    ready = own.begun
      .then(() => awaitReady(one, scene.hostOf, running, own.state))
      .then((outcome) => (own === attempt ? hear(outcome) : undefined));
  };
  const request = { ...planned, onBegin, settings: { ...planned.settings, lines: watch.isLive } };
  const running = runHosts(request);
  const audited = auditReplica(scene, one, request, running).then((found) => {
    audit = found;
    if (found !== null) watch.audits.push(found);
  });
  const ended = running.ended.then(async (status) => {
    attempt.end();
    if (status === EXIT.fine) await ready;
    await audited;
    audit?.conclude();
    if (running.run.hasBegun) writeVerdict(join(request.folder, 'verdict.json'), running.run, status);
    return status;
  });
  return { ended, signal: running.signal, end: () => findEnd(running) };
}

/** Notes the lines that show that it is ready, and shows those that are wanted. */
function countLines(
  { options }: RolesScene,
  { role }: ReplicaOf,
  note: () => void,
  show: ShowLine,
  grant: (bytes: number) => void,
): ShowLine {
  const text = role.readiness?.kind === 'log' ? (role.readiness.value ?? '') : null;
  return (stream, line, goesOn) => {
    if (text !== null && line.includes(text)) note();
    if (options.tee) show(stream, line, goesOn);
    else grant(line.length + 2); // the mark before it and its end count, too
  };
}

/** By the launcher's clock. */
function findEnd({ run }: RunningHosts): ReturnType<RunningReplica['end']> {
  const { verdict } = run.judge.look(performance.now());
  if (verdict !== null)
    return run.attempt < run.settings.restarts
      ? null
      : { status: verdict.status, at: (verdict.end ?? verdict.fault).at };
  return haveAllEnded(run)
    ? { status: 0, at: Math.max(...[...run.ends.values()].map(({ at }) => at)) }
    : null;
}

async function auditReplica(
  scene: RolesScene,
  one: ReplicaOf,
  { settings, folder }: RunRequest,
  running: RunningHosts,
): Promise<RunningAudit | null> {
  const { audit: options } = scene;
  const hasGpus = settings.plan.ranks.some(({ gpu }) => gpu !== null);
  if (options === null || !isAlone(scene.plan, one) || !(hasGpus || options.isExplicit)) return null;
  const { startAudit } = await import('./audit-run.ts');
  const path = join(folder, 'audit.json');
  return startAudit({ ...options, path }, running, running.run.audience.say);
}
