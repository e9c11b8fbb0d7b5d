import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { nameDevices } from '../../compiler/plan/group-ranks.ts';
import { createProcessEnvironments, wordsOfProcess } from '../../compiler/plan/process-environment.ts';
import { nameReplica, planOfReplica, type ReplicaOf } from '../../compiler/plan/replica-plan.ts';
import { quoteShellWords } from '../../compiler/plan/shell-quote.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import type { Audience, HostEvent, RunRequest } from '../../runtime/hosts/coordination.ts';
import { createHost } from '../../runtime/hosts/host.ts';
import { order } from '../../runtime/hosts/orders.ts';
import type { ShowLine } from '../../runtime/hosts/output.ts';
import { placeMachines } from '../../runtime/hosts/place-machines.ts';
import type { Transport } from '../../runtime/hosts/reach-host.ts';
import { type RunningHosts, runHosts } from '../../runtime/hosts/run-hosts.ts';
import type { Programs } from '../../runtime/hosts/send-program.ts';
import { siteHosts } from '../../runtime/hosts/site-hosts.ts';
import { createSpares } from '../../runtime/hosts/spares.ts';
import { writeVerdict } from '../../runtime/hosts/verdict-file.ts';
import { makeFolders } from '../../runtime/make-folders.ts';
import { awaitReady } from '../../runtime/roles/await-ready.ts';
import type { RunningReplica } from '../../runtime/roles/direct-roles.ts';
import type { ThisHost } from '../../runtime/run/this-host.ts';
import type { PlanSource } from '../input/plan-source.ts';
import { EXIT } from '../verb.ts';
import type { RunningAudit } from './audit-run.ts';
import { type AuditOptions, type RunCall, readGrace } from './read-run-options.ts';
import type { openScreen } from './run-screen.ts';

type UsedOption = 'allowBusy' | 'grace' | 'network' | 'record' | 'tee' | 'verify';

/** A run of a plan with roles. */
export interface RolesScene {
  readonly plan: LaunchPlan;
  readonly source: PlanSource;
  readonly call: { readonly options: Pick<RunCall['options'], UsedOption> };
  readonly id: string;
  /** Of the logs of all replicas, on this machine. */
  readonly folder: string;
  readonly planDigest: string;
  readonly exec: string;
  readonly programs: Programs;
  readonly thisHost: ThisHost;
  /** Null: all is on this machine. */
  readonly transport: Transport | null;
  /** The machine of each node, by the node's name. */
  readonly bound: ReadonlyMap<string, string>;
  /** The machines were given with `--nodes`. */
  readonly isBound: boolean;
  readonly hostOf: (node: string) => string;
  readonly audit: AuditOptions | null;
  readonly timeoutMs: number;
  readonly patienceMs: number;
}

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
  return {
    /** Ends the checks. */
    stopChecks: (name: NodeJS.Signals): void => {
      for (const running of checks) running.signal(name);
    },
    /** All checks of all hosts, before the first replica starts: its status, and what was found. */
    async checkAll(replicas: readonly ReplicaOf[], kind: 'run' | 'dry run' | 'checks'): Promise<number> {
      const statuses = await Promise.all(
        replicas.map((one) => checkReplica(scene, one, screen, kind !== 'run', checks)),
      );
      if (kind === 'dry run') for (const one of replicas) printCommands(scene, one);
      return statuses.find((status) => status !== EXIT.fine) ?? EXIT.fine;
    },
    start: (one: ReplicaOf): RunningReplica => startReplica(scene, one, screen, watch),
  };
}

/** What is said of a replica begins with its name. */
const nameLines = (name: string, text: string): string =>
  text.replaceAll(/^rankplan: /gm, `rankplan: ${name}: `);

function audienceOf(name: string, screen: Screen, take: Audience['take']): Audience {
  return {
    say: (text) => screen.say(nameLines(name, text)),
    isTerminal: false, // the run has one start and one end
    show: screen.show,
    take,
    outputOf: screen.outputOf,
  };
}

async function checkReplica(
  scene: RolesScene,
  one: ReplicaOf,
  screen: Screen,
  isShown: boolean,
  checks: RunningHosts[],
): Promise<number> {
  const said: string[] = [];
  const audience = audienceOf(nameReplica(one), screen, () => {});
  const say = (text: string) => void said.push(text);
  const request = describeRequest(scene, one, { ...audience, say }, true);
  const running = runHosts(request);
  checks.push(running);
  const status = await running.ended;
  if (status !== EXIT.fine || isShown) for (const text of said) audience.say(text);
  return status;
}

function describeRequest(
  scene: RolesScene,
  one: ReplicaOf,
  audience: Audience,
  onlyChecks: boolean,
): RunRequest {
  const { call, planDigest, id, folder: parent, source, hostOf } = scene;
  const { options } = call;
  const name = nameReplica(one);
  const plan = withoutFalseAlarms(planOfReplica(scene.plan, one), one);
  const folder = join(parent, name);
  const { places } = placeMachines(plan, scene.isBound ? hostsOf(scene, plan) : null);
  const hosts = places.map(createHost);
  const command = [...(plan.launch.wrap ?? []), ...wordsOfProcess(scene.plan, one, 0, hostOf)];
  const isAudited = scene.audit !== null && isAlone(scene.plan, one);
  const site = siteHosts({
    ...scene,
    ...{ plan, hosts, command, places: source.loaded, isAudited, folder, id: `${id}/${name}`, port: null },
    ...{ allowBusy: options.allowBusy || !isAlone(scene.plan, one), onlyChecks },
    ...{
      isVerified: options.verify,
      isNetworkChecked: options.network,
      portsOf: (node) => portsOf(one, node),
    },
    readyFile: readyFileOf(one),
  });
  const master = one.replica.master?.port;
  return {
    ...{ hosts, audience, onlyChecks, folder, timeoutMs: scene.timeoutMs, patienceMs: scene.patienceMs },
    site: { ...site, choosePort: (attempt) => Number(master ?? site.choosePort(attempt)) },
    spares: createSpares(hosts, []),
    settings: {
      ...{ plan, planDigest, command, restarts: one.role.restarts, lines: false, record: options.record },
      ...readGrace(call, plan),
      tee: options.tee || one.role.readiness?.kind === 'log',
      process: {
        environmentOf: createProcessEnvironments(scene.plan, one, hostOf),
        wordsOf: ({ rank }) => wordsOfProcess(scene.plan, one, rank, hostOf),
        hasWorld: one.role.world !== 'none',
        name,
      },
    },
    logs: () => folder,
    onBegin: () => makeFolders(folder), // of those on other hosts only the verdict is here
  };
}

/** A server that waits for requests does nothing, and that is as it should be. */
const withoutFalseAlarms = (plan: LaunchPlan, { role }: ReplicaOf): LaunchPlan =>
  role.world === 'none' ? { ...plan, launch: { ...plan.launch, watch: 'off' } } : plan;

/** The machines of the replica's nodes, in their order. */
const hostsOf = ({ bound }: RolesScene, { nodes }: LaunchPlan): readonly string[] =>
  nodes.filter(({ nodeRank }) => nodeRank !== null).map(({ name }) => bound.get(name) ?? name);

/** Whether no other role uses its GPUs in turns. */
const isAlone = ({ roles }: LaunchPlan, { role }: ReplicaOf): boolean =>
  role.colocate === null && (roles ?? []).every(({ colocate }) => colocate !== role.name);

function portsOf({ role, replica }: ReplicaOf, node: string): readonly number[] {
  const processes = replica.processes.filter((process) => process.node === node);
  return processes.flatMap(({ ports }) =>
    Object.entries(ports).flatMap(([name, first]) =>
      Array.from({ length: role.ports[name]?.count ?? 1 }, (_, i) => first + i),
    ),
  );
}

function printCommands({ plan, hostOf }: RolesScene, one: ReplicaOf): void {
  for (const [process_, place] of planOfReplica(plan, one).ranks.entries()) {
    const words = [...(one.role.launch.wrap ?? []), ...wordsOfProcess(plan, one, process_, hostOf)];
    const where = `${place.node}, ${nameDevices(place)}`;
    process.stdout.write(`${nameReplica(one)} process ${process_} (${where}): ${quoteShellWords(words)}\n`);
  }
}

function startReplica(scene: RolesScene, one: ReplicaOf, screen: Screen, watch: RolesWatch): RunningReplica {
  const name = nameReplica(one);
  const state = { lines: 0, isOver: false, started: 0 };
  let audit: RunningAudit | null = null;
  let begin = (): void => {};
  const begun = new Promise<void>((done) => {
    begin = done;
  });
  const take = (event: HostEvent): void => {
    audit?.take(event);
    watch.take(
      'rank' in event && event.rank !== undefined ? { ...event, rank: event.rank + one.first } : event,
    );
    if (event.event === 'started' && ++state.started === one.replica.processes.length) begin();
  };
  const audience = audienceOf(name, screen, take);
  const outputOf = (grant: (bytes: number) => void): ShowLine =>
    countLines(scene, one, state, audience.outputOf(grant), grant);
  const planned = describeRequest(scene, one, { ...audience, outputOf }, false);
  const request = { ...planned, settings: { ...planned.settings, lines: watch.isLive } };
  const running = runHosts(request);
  const audited = startAudit(scene, one, request, running).then((found) => {
    audit = found;
    if (found !== null) watch.audits.push(found);
  });
  const ended = running.ended.then(async (status) => {
    state.isOver = true;
    begin();
    await audited;
    audit?.conclude();
    if (running.run.hasBegun) writeVerdict(join(request.folder, 'verdict.json'), running.run, status);
    return status;
  });
  const signal = (sent: NodeJS.Signals): void => running.signal(sent);
  return { ended, signal, ready: begun.then(() => watchReadiness(scene, one, running, state)) };
}

interface ReplicaState {
  lines: number;
  isOver: boolean;
}

/** Counts the lines that show that it is ready, and shows those that are wanted. */
function countLines(
  { call }: RolesScene,
  { role }: ReplicaOf,
  state: ReplicaState,
  show: ShowLine,
  grant: (bytes: number) => void,
): ShowLine {
  const text = role.readiness?.kind === 'log' ? (role.readiness.value ?? '') : null;
  return (stream, line, goesOn) => {
    if (text !== null && line.includes(text)) state.lines++;
    if (call.options.tee) show(stream, line, goesOn);
    else grant(line.length + 2); // the mark before it and its end count, too
  };
}

async function watchReadiness(
  { hostOf }: RolesScene,
  one: ReplicaOf,
  { run }: RunningHosts,
  state: ReplicaState,
): Promise<'ready' | 'late' | 'ended'> {
  const { role, replica } = one;
  if (role.readiness === null) return state.isOver && run.status !== 0 ? 'ended' : 'ready';
  const leader = replica.processes[0];
  const port = leader?.ports[role.readiness.port ?? ''] ?? 0;
  return await awaitReady(
    role.readiness,
    {
      ...{ host: hostOf(leader?.node ?? ''), port, countLines: () => state.lines },
      fileExists: () => isThere(run, readyFileOf(one)),
    },
    () => state.isOver,
  );
}

/** The file that shows that a replica is ready, on the host of its first process. */
function readyFileOf({ role, replica }: ReplicaOf): { readonly node: string; readonly path: string } | null {
  if (role.readiness?.kind !== 'file') return null;
  const path = resolve(role.launch.workdir ?? '.', role.readiness.value ?? '');
  return { node: replica.processes[0]?.node ?? '', path };
}

/** Another host is asked; what it answered last counts. */
async function isThere(
  { hosts }: RunningHosts['run'],
  file: ReturnType<typeof readyFileOf>,
): Promise<boolean> {
  const host = hosts.find(({ node }) => node.name === file?.node);
  if (file === null || host === undefined) return false;
  if (host.reach === null) return existsSync(file.path);
  const isSo = host.facts.some(
    ({ question, subject, number }) => question === 'fresh' && subject === file.path && number === 1,
  );
  if (host.phase === 'running') host.link?.send(order.look([`fresh ${file.path}`]));
  return isSo;
}

async function startAudit(
  scene: RolesScene,
  one: ReplicaOf,
  { settings, folder }: RunRequest,
  running: RunningHosts,
): Promise<RunningAudit | null> {
  const { audit: options } = scene;
  const { run } = running;
  const hasGpus = settings.plan.ranks.some(({ gpu }) => gpu !== null);
  if (options === null || !isAlone(scene.plan, one) || !(hasGpus || options.isExplicit)) return null;
  const { prepareAllAudit } = await import('./audit-run.ts');
  return prepareAllAudit({ options, plan: settings.plan, folder, isWatched: false }).start({
    graceSeconds: settings.graceSeconds,
    isDecided: () => run.deadlineMs !== null || run.hosts.every(({ phase }) => phase === 'over'),
    enforce: running.endFor,
    guardPid: () => run.hosts[0]?.link?.pid ?? null,
    askHost: running.observe,
    say: run.audience.say,
  });
}
