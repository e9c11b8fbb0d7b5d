import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { MAX_GRACE_SECONDS } from '../../compiler/values/quantities.ts';
import type { LaunchPlan, PlanRank } from '../../generated/plan.ts';
import type { PreparedRun, RunOptions } from '../../runtime/run/prepare-run.ts';
import { RunRefusal } from '../../runtime/run/run-refusal.ts';
import { parseHosts } from '../input/parse-binding.ts';
import { type Invocation, UsageError } from '../verb.ts';
import {
  DEFAULT_TIMEOUT_SECONDS,
  type NODE_OPTIONS,
  parseTimeout,
  type RUN_OPTIONS,
} from '../verbs/options.ts';

export type RunCall = Invocation<typeof RUN_OPTIONS>;

/** What the command line says of a run. */
export function readRunOptions(
  { args, options: { node, nodes, port } }: Invocation<typeof NODE_OPTIONS>,
  plan: LaunchPlan,
): RunOptions {
  return {
    plan,
    node,
    hosts: nodes === null ? null : parseHosts(nodes),
    port: port === null ? null : parsePort(port),
    words: args.slice(1),
    inherited: process.env,
    checks: [],
  };
}

/** What the command line says of the check of GPUs; null for none. */
export function readHardwareOptions({ options: { verify, allowBusy, driverTimeout } }: RunCall) {
  return !verify
    ? null
    : {
        allowBusy,
        timeoutSeconds: parseTimeout(driverTimeout, '--driver-timeout') ?? DEFAULT_TIMEOUT_SECONDS,
      };
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65_535) return port;
  throw new UsageError(`--port '${text}' is not a port: give a number from 1 to 65535`);
}

/** Seconds; null where the plan's own count. */
export function readGrace({ options: { grace } }: RunCall): number | null {
  if (grace === null) return null;
  const seconds = Number(grace);
  if (grace.trim() !== '' && seconds >= 0 && seconds <= MAX_GRACE_SECONDS) return seconds;
  throw new UsageError(`--grace '${grace}' is not a number of seconds from 0 to ${MAX_GRACE_SECONDS}`);
}

export const MAX_RESTARTS = 1000;

/** How often the ranks may start anew. Those of other machines would not, so there must be none. */
export function readRestarts({ options: { restarts } }: RunCall, { nodes }: PreparedRun): number {
  if (restarts === null) return 0;
  if (!/^\d{1,4}$/.test(restarts) || Number(restarts) > MAX_RESTARTS)
    throw new UsageError(`--restarts '${restarts}' is not a number of restarts from 0 to ${MAX_RESTARTS}`);
  if (nodes.length === 1 || Number(restarts) === 0) return Number(restarts);
  throw new RunRefusal(
    `--restarts is for plans of one machine, and this one has ${nodes.length}, whose ranks would not start anew with these`,
    'leave it out',
  );
}

export interface AuditOptions {
  readonly mode: 'warn' | 'enforce';
  /** The caller says so: then it is done without GPU ranks, too. */
  readonly isExplicit: boolean;
}

/** Null where nobody is to look at the GPUs: that starts a process, so not without GPU ranks unless the caller says so. */
export function readAudit({ options: { audit } }: RunCall, ranks: readonly PlanRank[]): AuditOptions | null {
  const isExplicit = audit !== null;
  if (audit === 'off' || (!isExplicit && ranks.every(({ gpu }) => gpu === null))) return null;
  return { mode: audit === 'enforce' ? 'enforce' : 'warn', isExplicit };
}

/** The folder in which `runs` lies: that of a compiled plan, or where the command is called. */
export function chooseLogs(given: string, isPlan: boolean, { options: { logs } }: RunCall): string {
  if (logs !== null) return logs;
  if (!isPlan || given === '-' || !existsSync(given)) return '.';
  return statSync(given).isDirectory() ? given : dirname(given);
}
