import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { hostsOfPlan, listProcesses } from '../../compiler/plan/placeholders.ts';
import { changeProcesses, listReplicas, nameReplica } from '../../compiler/plan/replica-plan.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import type { HostEvent } from '../../runtime/hosts/coordination.ts';
import { placeMachines } from '../../runtime/hosts/place-machines.ts';
import { chooseTransport } from '../../runtime/hosts/reach-host.ts';
import { findPrograms } from '../../runtime/hosts/send-program.ts';
import { makeFolders } from '../../runtime/make-folders.ts';
import { RolesRun } from '../../runtime/roles/direct-roles.ts';
import { checkSetup } from '../../runtime/run/check-setup.ts';
import { nameRun, recordPlan } from '../../runtime/run/run-folder.ts';
import { RunRefusal } from '../../runtime/run/run-refusal.ts';
import { identifyThisHost, type ThisHost } from '../../runtime/run/this-host.ts';
import { catchSignals } from '../catch-signals.ts';
import { digestOf } from '../input/digest.ts';
import type { PlanSource } from '../input/plan-source.ts';
import { readNodeOptions } from '../input/read-node-options.ts';
import type { VERIFY_OPTIONS } from '../options.ts';
import { requireExec } from '../require-exec.ts';
import { EXIT, type Invocation, UsageError } from '../verb.ts';
import type { RunningAudit } from './audit-run.ts';
import type { RolesScene } from './describe-replica.ts';
import { nameRunFolder, type RunCall, readAudit, readWaits } from './read-run-options.ts';
import { joinUses, recordOutcomes, wordOutcomes } from './report-roles.ts';
import { hasLiveStatus, openScreen } from './run-screen.ts';
import { createStarter } from './start-replica.ts';
import { trackRanks } from './track-ranks.ts';

/** Starts the programs of a plan with roles, in their order, here or on all hosts; returns the status of the run. */
export async function runRoles(call: RunCall, source: PlanSource, plan: LaunchPlan): Promise<number> {
  refuseOptions(call);
  for (const { name, launch } of plan.roles ?? []) {
    checkSetup(launch.setup);
    if (launch.command === null)
      throw new RunRefusal(`${name} has no command`, 'write one under `launch.command` of the role');
  }
  return supervise(describeRun(call, source, plan), call.options.dryRun ? 'dry run' : 'run');
}

/** All checks that `run --all` makes of every host, and nothing more. */
export async function verifyRoles(
  { options }: Invocation<typeof VERIFY_OPTIONS>,
  source: PlanSource,
  plan: LaunchPlan,
): Promise<number> {
  const { allowBusy, network, port, timeout } = options;
  refusePort(port);
  const used = { allowBusy, network, verify: true, grace: null, record: false, tee: false };
  const waits = readWaits({ timeout, patience: null });
  const id = nameRun(new Date());
  const given = { options: used, id, folder: resolve('runs', id), audit: null, ...waits };
  return supervise({ ...given, ...describePlaces(source, plan, options) }, 'checks');
}

const refuse = (what: string, instead: string): never => {
  throw new UsageError(`${what}, and this plan has several roles: ${instead}`);
};

function refusePort(port: string | null): void {
  if (port !== null) refuse('--port is for one program', 'set `launch.master.port` of a role');
}

/** What is said once for all ranks has no meaning for several programs. */
function refuseOptions({ args, options }: RunCall): void {
  if (args.length > 1)
    refuse('words after -- are for one program', 'write them under `launch.command` of a role');
  if (options.restarts !== null) refuse('--restarts is for one program', 'set `restart` of a role');
  refusePort(options.port);
  if (options.collect) refuse('--collect is for one program', 'the logs stay on their hosts');
}

function describeRun(call: RunCall, source: PlanSource, plan: LaunchPlan): RolesScene {
  const { options } = call;
  const { id, folder } = nameRunFolder(call, source);
  const audit = options.dryRun ? null : readAudit(call, plan.ranks);
  if (existsSync(folder))
    throw new RunRefusal(`${folder} has a run already`, 'choose another RANKPLAN_RUN_ID');
  return { options, id, folder, audit, ...readWaits(options), ...describePlaces(source, plan, options) };
}

type WhereOptions = Pick<RunCall['options'], 'all' | 'via' | 'node' | 'nodes' | 'port'>;

/** Where the roles are, and by what they are reached. */
function describePlaces(source: PlanSource, plan: LaunchPlan, options: WhereOptions) {
  const { hosts } = readNodeOptions(options);
  const thisHost = identifyThisHost();
  const { places } = placeMachines(plan, hosts);
  if (!options.all) refuseOthers(places, options.node, thisHost);
  const bound = new Map(places.map(({ node, machine }) => [node.name, machine.address ?? machine.name]));
  const hostOf = hostsOfPlan(plan, bound);
  return {
    plan: bindMasters(plan, hostOf),
    ...{ source, thisHost, bound, hostOf, isBound: hosts !== null },
    exec: requireExec('run'),
    planDigest: digestOf(source.loaded.planText()),
    transport: options.all ? chooseTransport(plan.launch.remote, options.via) : null,
    programs: findPrograms(join(__dirname, 'native'), process.env['RANKPLAN_EXEC'] || null),
  };
}

/** In a world that roles share, the master may be on a host of another replica. */
function bindMasters(plan: LaunchPlan, hostOf: (node: string) => string): LaunchPlan {
  if (plan.nodes[0]?.bind !== 'job') return plan;
  const bind = <M extends { readonly node: string }>(master: M) => ({
    ...master,
    address: hostOf(master.node),
  });
  return { ...plan, roles: changeProcesses(plan.roles, (process) => process, bind) };
}

/** Without --all everything is on this machine. */
function refuseOthers(
  places: ReturnType<typeof placeMachines>['places'],
  chosen: string | null,
  thisHost: ThisHost,
): void {
  const isHere = ({ node, machine }: (typeof places)[number]): boolean =>
    node.name === chosen || thisHost.is(machine.name) || thisHost.is(machine.address ?? machine.name);
  const other = places.find((place) => !isHere(place));
  if (other === undefined) return;
  const advice = 'start all of them with --all';
  if (places.length > 1)
    throw new RunRefusal(
      `the roles of this plan are on ${places.length} hosts, and ${other.machine.name} is not this one`,
      advice,
    );
  throw new RunRefusal(
    `this host, ${thisHost.name}, is not ${other.machine.name}`,
    `give --node ${other.node.name}, or --all`,
  );
}

async function supervise(scene: RolesScene, kind: 'run' | 'dry run' | 'checks'): Promise<number> {
  const { plan, folder, options } = scene;
  const tracker = trackRanks(
    plan.ranks,
    listProcesses(plan).map((one) => `${nameReplica(one)}-${one.process}`),
  );
  const isLive = kind === 'run' && hasLiveStatus(options.tee);
  const audits: RunningAudit[] = [];
  const screen = openScreen(tracker.ranks, () => joinUses(audits), isLive);
  const take = (event: HostEvent): void => tracker.take(event, performance.now());
  const starter = createStarter(scene, screen, { isLive, take, audits });
  const roles = new RolesRun(plan, {
    start: starter.start,
    say: (text) => screen.say(`rankplan: ${text}`),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref()),
  });
  const signals = catchSignals({
    note: screen.hurry,
    outlive: () => screen.say('rankplan: SIGHUP: the login has ended; the roles go on (TERM ends them)\n'),
    canPause: false,
    stayAwake: () => screen.say('rankplan: Ctrl-Z stops no roles: the run goes on\n'),
  });
  let hasChecked = false;
  signals.passOnTo({
    signal: (name) => (hasChecked ? roles.signal(name, constants.signals[name]) : starter.stopChecks(name)),
  });
  let status: number | null = null;
  try {
    status = await starter.checkAll(listReplicas(plan), kind);
    hasChecked = true;
    if (status !== EXIT.fine || kind !== 'run') return status;
    makeFolders(folder);
    if (options.record) recordPlan(folder, scene.source.loaded.planText());
    status = await roles.run();
    recordOutcomes(scene, roles, status, screen.say);
    return status;
  } finally {
    const words = status === null || kind !== 'run' ? '' : wordOutcomes(scene, roles);
    await screen.close(words, status, signals.forget);
  }
}
