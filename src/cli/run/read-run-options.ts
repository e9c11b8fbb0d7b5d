import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { MAX_GRACE_SECONDS } from '../../compiler/values/quantities.ts';
import type { LaunchPlan, PlanRank } from '../../generated/plan.ts';
import type { PreparedRun } from '../../runtime/run/prepare-run.ts';
import { checkRunId, nameFreeRun } from '../../runtime/run/run-folder.ts';
import { RunRefusal } from '../../runtime/run/run-refusal.ts';
import type { PlanSource } from '../input/plan-source.ts';
import { DEFAULT_TIMEOUT_SECONDS, parseTimeout, type RUN_OPTIONS } from '../options.ts';
import { type Invocation, UsageError } from '../verb.ts';

export type RunCall = Invocation<typeof RUN_OPTIONS>;

/** What the command line says of the check of GPUs; null for none. */
export function readHardwareOptions({ options: { verify, allowBusy, driverTimeout } }: RunCall) {
  if (!verify) return null;
  const timeoutSeconds = parseTimeout(driverTimeout, '--driver-timeout') ?? DEFAULT_TIMEOUT_SECONDS;
  return { allowBusy, timeoutSeconds };
}

/** Seconds from TERM to KILL. */
export function readGrace({ grace }: Pick<RunCall['options'], 'grace'>, { launch }: LaunchPlan): number {
  if (grace === null) return launch.graceSeconds;
  if (grace.trim() !== '' && Number(grace) >= 0 && Number(grace) <= MAX_GRACE_SECONDS) return Number(grace);
  throw new UsageError(`--grace '${grace}' is not a number of seconds from 0 to ${MAX_GRACE_SECONDS}`);
}

export const MAX_RESTARTS = 1000;

export function readRestarts({ options: { restarts } }: RunCall): number {
  if (restarts === null) return 0;
  if (/^\d{1,4}$/.test(restarts) && Number(restarts) <= MAX_RESTARTS) return Number(restarts);
  throw new UsageError(`--restarts '${restarts}' is not a number of restarts from 0 to ${MAX_RESTARTS}`);
}

/** A RunRefusal where ranks of other machines would not start again with those of this one. */
export function refuseRestarts(restarts: number, { nodes }: PreparedRun): void {
  if (restarts === 0 || nodes.length === 1) return;
  const problem = `--restarts starts all ranks of a plan again, and this one's are on ${nodes.length} machines`;
  throw new RunRefusal(problem, 'give --all, too, or leave it out');
}

export interface AuditOptions {
  readonly mode: 'warn' | 'enforce';
  /** The caller says so: then it is done without GPU ranks, too. */
  readonly isExplicit: boolean;
}

/** Null if the GPUs are not looked at: that starts a process, so not without GPU ranks unless the caller says so. */
export function readAudit({ options: { audit } }: RunCall, ranks: readonly PlanRank[]): AuditOptions | null {
  const isExplicit = audit !== null;
  if (audit === 'off' || (!isExplicit && ranks.every(({ gpu }) => gpu === null))) return null;
  return { mode: audit === 'enforce' ? 'enforce' : 'warn', isExplicit };
}

/** The folder in which `runs` lies: that of a compiled plan, or where the command is called. */
function chooseLogs({ args, options: { logs } }: RunCall, { loaded }: PlanSource): string {
  const given = args[0] ?? '';
  if (logs !== null) return logs;
  if (loaded.topology !== null || given === '-' || !existsSync(given)) return '.';
  return statSync(given).isDirectory() ? given : dirname(given);
}

/** The run's name, that of RANKPLAN_RUN_ID or a new one, and the folder of its logs. */
export function nameRunFolder(call: RunCall, source: PlanSource): { id: string; folder: string } {
  const runs = resolve(chooseLogs(call, source), 'runs');
  const id = process.env['RANKPLAN_RUN_ID'] || nameFreeRun(runs);
  checkRunId(id);
  return { id, folder: join(runs, id) };
}

const DEFAULT_TIMEOUT = '30';
const DEFAULT_PATIENCE = '4';
/** Hosts give a sign once a second. */
const LEAST_PATIENCE = 2;
const MS = 1000;

/** Seconds of `--timeout` and `--patience`, in milliseconds. */
export function readWaits({ timeout, patience }: { timeout: string | null; patience: string | null }) {
  const patienceMs = readSeconds('--patience', patience ?? DEFAULT_PATIENCE);
  if (patienceMs < LEAST_PATIENCE * MS)
    throw new UsageError(
      `--patience '${patience}' is too short: hosts give a sign once a second, so give 2 or more`,
    );
  return { timeoutMs: readSeconds('--timeout', timeout ?? DEFAULT_TIMEOUT), patienceMs };
}

function readSeconds(flag: string, text: string): number {
  if (/^\d{1,5}(\.\d{1,3})?$/.test(text) && Number(text) > 0) return Number(text) * MS;
  throw new UsageError(`${flag} '${text}' is not a number of seconds above 0`);
}
