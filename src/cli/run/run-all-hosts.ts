import { join, resolve } from 'node:path';
import { printableLines } from '../../compiler/source/printable.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import type { RunSettings } from '../../runtime/hosts/describe-host.ts';
import { type ListedHosts, listHosts, placeSpares } from '../../runtime/hosts/list-hosts.ts';
import { chooseTransport } from '../../runtime/hosts/reach-host.ts';
import { findPrograms } from '../../runtime/hosts/send-program.ts';
import { type SiteHosts, siteHosts } from '../../runtime/hosts/site-hosts.ts';
import { writeVerdict } from '../../runtime/hosts/verdict-file.ts';
import { makeFolders } from '../../runtime/make-folders.ts';
import { checkSetup } from '../../runtime/run/check-setup.ts';
import { nameRun, recordBinding, recordPlan } from '../../runtime/run/run-folder.ts';
import { REFUSED, RunRefusal } from '../../runtime/run/run-refusal.ts';
import { identifyThisHost } from '../../runtime/run/this-host.ts';
import { digestOf } from '../input/digest.ts';
import type { PlanSource } from '../input/plan-source.ts';
import { readNodeOptions } from '../input/read-node-options.ts';
import type { VERIFY_OPTIONS } from '../options.ts';
import { requireExec } from '../require-exec.ts';
import { EXIT, type Invocation, UsageError } from '../verb.ts';
import type { RunAudit } from './audit-run.ts';
import { collectFromHosts } from './collect-hosts.ts';
import { hasLiveStatus } from './live-status.ts';
import { printDryRun } from './print-dry-run.ts';
import {
  chooseLogs,
  type RunCall,
  readAudit,
  readGrace,
  readRestarts,
  readWaits,
} from './read-run-options.ts';
import { superviseHosts } from './supervise-hosts.ts';

/** Starts the ranks of all hosts; returns the status of the first that failed, or why none was started. */
export async function runAllHosts(call: RunCall, source: PlanSource, plan: LaunchPlan): Promise<number> {
  const { options } = call;
  if (options.node !== null)
    throw new UsageError('--node is for the ranks of this machine, not with --all: leave it out');
  const { hosts, port } = readNodeOptions(options);
  const words = call.args.slice(1);
  const command = [...(plan.launch.wrap ?? []), ...(plan.launch.command ?? []), ...words];
  const id = process.env['RANKPLAN_RUN_ID'] || nameRun(new Date());
  const folder = join(
    resolve(chooseLogs(call.args[0] ?? '', source.loaded.topology === null, call)),
    'runs',
    id,
  );
  const isWatched = hasLiveStatus({ tee: options.tee || options.dryRun });
  const auditOptions = options.dryRun ? null : readAudit(call, plan.ranks);
  return refusing(async () => {
    checkId(id);
    if (plan.launch.command === null && words.length === 0)
      throw new RunRefusal('there is no command', 'the plan has none, so give it after --');
    return await launch({
      ...{ plan, source, command, folder, id, port, isWatched },
      listed: listHosts(plan, hosts),
      waits: readWaits(options),
      via: options.via,
      settings: {
        ...readGrace(call, plan),
        restarts: readRestarts(call),
        ...{ tee: options.tee, record: options.record },
      },
      ...{
        allowBusy: options.allowBusy,
        onlyChecks: options.dryRun,
        isVerified: options.verify,
        isDryRun: options.dryRun,
        collects: options.collect,
      },
      audit: auditOptions === null ? null : await prepare(auditOptions, plan, folder, isWatched),
    });
  });
}

/** All checks of all hosts, at once. */
export async function verifyAllHosts(
  { options }: Invocation<typeof VERIFY_OPTIONS>,
  source: PlanSource,
  plan: LaunchPlan,
): Promise<number> {
  if (options.node !== null || options.format !== 'text')
    throw new UsageError('--node and --format json are for this machine, not with --all: leave them out');
  const { hosts, port } = readNodeOptions(options);
  const command = [...(plan.launch.wrap ?? []), ...(plan.launch.command ?? [])];
  return refusing(() =>
    launch({
      ...{ plan, source, command, port, id: nameRun(new Date()), isWatched: false, audit: null },
      ...{ folder: resolve('runs'), listed: listHosts(plan, hosts), via: options.via },
      waits: readWaits({ timeout: options.timeout, patience: null }),
      settings: {
        ...{ graceSeconds: plan.launch.graceSeconds, graceSetting: 'launch.grace' },
        ...{ restarts: 0, tee: true, record: false },
      },
      ...{
        allowBusy: options.allowBusy,
        onlyChecks: true,
        isVerified: true,
        isDryRun: false,
        collects: false,
      },
    }),
  );
}

/** A refusal becomes a message and its status. */
async function refusing(start: () => Promise<number>): Promise<number> {
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof RunRefusal)) throw error;
    process.stderr.write(`rankplan: ${printableLines(error.message)}\n`);
    return REFUSED;
  }
}

async function prepare(
  options: NonNullable<ReturnType<typeof readAudit>>,
  plan: LaunchPlan,
  folder: string,
  isWatched: boolean,
): Promise<RunAudit> {
  const { prepareAllAudit } = await import('./audit-run.ts');
  return prepareAllAudit({ options, plan, folder, isWatched });
}

function checkId(id: string): void {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(id))
    throw new RunRefusal(`RANKPLAN_RUN_ID '${id}' is not a name`, 'it takes letters, digits, ._-');
}

interface Launch
  extends Pick<SiteHosts, 'plan' | 'command' | 'id' | 'port' | 'allowBusy' | 'onlyChecks' | 'isVerified'> {
  readonly source: PlanSource;
  /** Of the run, on this machine. */
  readonly folder: string;
  readonly listed: ListedHosts;
  readonly waits: { readonly timeoutMs: number; readonly patienceMs: number };
  readonly via: string | null;
  readonly settings: Pick<RunSettings, 'graceSeconds' | 'graceSetting' | 'restarts' | 'tee' | 'record'>;
  readonly isWatched: boolean;
  readonly collects: boolean;
  /** The command lines are shown. */
  readonly isDryRun: boolean;
  readonly audit: RunAudit | null;
}

/** Makes all hosts ready, and starts their ranks unless only checks are wanted. */
async function launch(request: Launch): Promise<number> {
  checkSetup(request.plan.launch.setup);
  const { plan, source, listed, waits, folder, settings, isWatched, audit } = request;
  const { hosts } = listed;
  const exec = requireExec('run --all');
  const planDigest = digestOf(source.loaded.planText());
  const site = siteHosts({
    ...request,
    ...{ hosts, exec, places: source.loaded, thisHost: identifyThisHost(), cwd: process.cwd() },
    ...{
      transport: chooseTransport(plan.launch.remote, request.via),
      programs: findPrograms(join(__dirname, 'native'), process.env['RANKPLAN_EXEC'] || null),
    },
    ...{ folderHere: folder, isAudited: audit !== null, ...waits },
  });
  return superviseHosts({
    request: {
      settings: { plan, planDigest, command: request.command, lines: isWatched, ...settings },
      ...{ hosts, site, spares: placeSpares(listed), onlyChecks: request.onlyChecks, ...waits },
      logs: () => hosts.find((host) => host.folder !== folder)?.folder || folder,
      onBegin: () => record(request),
    },
    ranks: plan.ranks,
    canPause: false,
    audit,
    async afterwards({ run, ended }, say) {
      const status = await ended;
      if (run.hasBegun) writeVerdict(join(folder, 'verdict.json'), run, status);
      if (run.hasBegun && request.collects) await collectFromHosts(run, folder, say);
      if (request.isDryRun && status === EXIT.fine) printDryRun(run);
      return status;
    },
  });
}

/** What is known of a run here, wherever its ranks are. */
function record({ plan, source, listed, folder, settings }: Launch): void {
  makeFolders(folder);
  if (settings.record) recordPlan(folder, source.loaded.planText());
  const isMoved = listed.hosts.some(({ machine }) => machine.substitute !== null);
  if (!isMoved && plan.nodes[0]?.bind !== 'job') return;
  recordBinding(
    folder,
    listed.hosts.map(({ node, ranks, machine }) => ({
      ...{ node, ranks, address: node.bind === 'job' ? machine.address : machine.name },
    })),
  );
}
