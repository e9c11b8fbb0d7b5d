import { join, resolve } from 'node:path';
import type { LaunchPlan } from '../../generated/plan.ts';
import { collectLogs, describeCollected } from '../../runtime/hosts/collect-logs.ts';
import type { Audience, Run } from '../../runtime/hosts/coordination.ts';
import type { RunSettings } from '../../runtime/hosts/describe-host.ts';
import { createHost, type Host } from '../../runtime/hosts/host.ts';
import { createSpares, placeMachines } from '../../runtime/hosts/place-machines.ts';
import { chooseTransport } from '../../runtime/hosts/reach-host.ts';
import { writeVerdict } from '../../runtime/hosts/report.ts';
import { say as word } from '../../runtime/hosts/say.ts';
import { findPrograms } from '../../runtime/hosts/send-program.ts';
import { type SiteHosts, siteHosts } from '../../runtime/hosts/site-hosts.ts';
import { makeFolders } from '../../runtime/make-folders.ts';
import { checkSetup } from '../../runtime/run/check-setup.ts';
import { nameRun, recordBinding, recordPlan } from '../../runtime/run/run-folder.ts';
import { RunRefusal } from '../../runtime/run/run-refusal.ts';
import { identifyThisHost } from '../../runtime/run/this-host.ts';
import { digestOf } from '../input/digest.ts';
import type { PlanSource } from '../input/plan-source.ts';
import { readNodeOptions } from '../input/read-node-options.ts';
import type { VERIFY_OPTIONS } from '../options.ts';
import { requireExec } from '../require-exec.ts';
import { EXIT, type Invocation } from '../verb.ts';
import { printDryRun } from './print-dry-run.ts';
import {
  type AuditOptions,
  nameRunFolder,
  type RunCall,
  readAudit,
  readGrace,
  readRestarts,
  readWaits,
} from './read-run-options.ts';
import { hasLiveStatus } from './run-screen.ts';
import { superviseHosts } from './supervise-hosts.ts';

/** What differs between `run --all`, its dry run, and `verify --all`. */
interface Launch
  extends ReturnType<typeof readNodeOptions>,
    Pick<SiteHosts, 'id' | 'folder' | 'timeoutMs' | 'patienceMs'>,
    Pick<SiteHosts, 'allowBusy' | 'isVerified' | 'isNetworkChecked' | 'onlyChecks'> {
  readonly words: readonly string[];
  readonly via: string | null;
  readonly settings: Pick<RunSettings, 'graceSeconds' | 'restarts' | 'tee' | 'record'>;
  /** The command lines are shown. */
  readonly isDryRun: boolean;
  readonly collects: boolean;
  readonly auditOptions: AuditOptions | null;
}

/** Starts the ranks of all hosts; returns the status of the first that failed, or why none was started. */
export async function runAllHosts(call: RunCall, source: PlanSource, plan: LaunchPlan): Promise<number> {
  const { options } = call;
  const run = nameRunFolder(call, source);
  const words = call.args.slice(1);
  if (plan.launch.command === null && words.length === 0)
    throw new RunRefusal('there is no command', 'the plan has none, so give it after --');
  return launchHosts(source, plan, {
    ...readNodeOptions(options),
    ...readWaits(options),
    ...{ words, ...run, via: options.via },
    settings: {
      ...{ graceSeconds: readGrace(options, plan), restarts: readRestarts(call) },
      ...{ tee: options.tee, record: options.record },
    },
    ...{ allowBusy: options.allowBusy, isVerified: options.verify, collects: options.collect },
    ...{ onlyChecks: options.dryRun, isDryRun: options.dryRun, isNetworkChecked: options.network },
    auditOptions: options.dryRun ? null : readAudit(call, plan.ranks),
  });
}

/** All checks of all hosts, at once. */
export async function verifyAllHosts(
  { options }: Invocation<typeof VERIFY_OPTIONS>,
  source: PlanSource,
  plan: LaunchPlan,
): Promise<number> {
  const { graceSeconds } = plan.launch;
  return launchHosts(source, plan, {
    ...readNodeOptions(options),
    ...readWaits({ timeout: options.timeout, patience: null }),
    ...{ words: [], id: nameRun(new Date()), folder: resolve('runs'), via: options.via },
    settings: { graceSeconds, restarts: 0, tee: true, record: false },
    ...{ allowBusy: options.allowBusy, isVerified: true, collects: false },
    ...{ onlyChecks: true, isDryRun: false, auditOptions: null, isNetworkChecked: options.network },
  });
}

/** Makes all hosts ready, and starts their ranks unless only checks are wanted. */
async function launchHosts(source: PlanSource, plan: LaunchPlan, request: Launch): Promise<number> {
  const { folder, settings, onlyChecks, auditOptions: options, timeoutMs, patienceMs } = request;
  const isWatched = hasLiveStatus(settings.tee || onlyChecks);
  const { places, spares } = placeMachines(plan, request.hosts);
  const hosts = places.map(createHost);
  checkSetup(plan.launch.setup);
  const command = [...(plan.launch.wrap ?? []), ...(plan.launch.command ?? []), ...request.words];
  const site = siteHosts({
    ...{ ...request, plan, hosts, command, places: source.loaded, isAudited: options !== null },
    ...{ exec: requireExec('run --all'), thisHost: identifyThisHost(), portsOf: () => [], readyFile: null },
    transport: chooseTransport(plan.launch.remote, request.via),
    programs: findPrograms(join(__dirname, 'native'), process.env['RANKPLAN_EXEC'] || null),
  });
  const planDigest = digestOf(source.loaded.planText());
  const running = {
    settings: { plan, process: null, planDigest, command, lines: isWatched, ...settings },
    ...{ hosts, site, spares: createSpares(hosts, spares), onlyChecks, timeoutMs, patienceMs, folder },
    logs: () => hosts.find((host) => host.folder !== folder)?.folder || folder,
    onBegin: () => record(source, hosts, request),
  };
  const toAudit = options && { ...options, path: join(folder, 'audit.json') };
  return superviseHosts(running, toAudit, async ({ run, ended }, say) => {
    const status = await ended;
    if (run.hasBegun) writeVerdict(join(folder, 'verdict.json'), run, status);
    if (run.hasBegun && request.collects) await collectFromHosts(run, folder, say);
    if (request.isDryRun && status === EXIT.fine) printDryRun(run);
    return status;
  });
}

/** What is known of a run here, wherever its ranks are. */
function record({ loaded }: PlanSource, hosts: readonly Host[], { folder, settings }: Launch): void {
  makeFolders(folder);
  if (settings.record) recordPlan(folder, loaded.planText());
  const bound = hosts.map(({ node, machine }) => ({
    ...{ node, address: node.bind === 'job' ? machine.address : machine.name },
  }));
  if (hosts.some(({ node, machine }) => machine.substitute !== null || node.bind === 'job'))
    recordBinding(folder, bound);
}

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const;

/** Brings the logs of all other hosts to the run's folder here; who has enough of it leaves them there by a signal. */
async function collectFromHosts({ hosts, timeoutMs }: Run, folder: string, say: Audience['say']) {
  const others = hosts.flatMap(({ machine, reach, folder }) =>
    reach === null || folder === '' ? [] : [{ name: machine.name, words: reach, folder }],
  );
  if (others.length === 0) return;
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    const { signal } = controller;
    const collected = await collectLogs({ hosts: others, into: folder, stallMs: timeoutMs, signal });
    for (const line of describeCollected(collected, folder)) say(word(line));
  } catch (error) {
    say(word(`the logs of other hosts stay there: ${(error as Error).message}`));
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}
