import { join } from 'node:path';
import { printable } from '../../compiler/source/printable.ts';
import type { AuditFinding, AuditReport } from '../../generated/audit.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { PROC } from '../../runtime/audit/attribute-processes.ts';
import { auditHosts } from '../../runtime/audit/audit-hosts.ts';
import { type AuditResult, prepareAudit } from '../../runtime/audit/audit-ranks.ts';
import { listGpuRanks } from '../../runtime/audit/audited-ranks.ts';
import { nameReport } from '../../runtime/audit/report.ts';
import { LONGEST_MS, LONGEST_WATCHED_MS } from '../../runtime/audit/watch-gpus.ts';
import type { HostEvent } from '../../runtime/hosts/coordination.ts';
import type { RunningHosts } from '../../runtime/hosts/run-hosts.ts';
import { makeFolders } from '../../runtime/make-folders.ts';
import { writeRecord } from '../../runtime/replace-file.ts';
import type { PreparedRun } from '../../runtime/run/prepare-run.ts';
import { attempt } from '../../runtime/try-read.ts';
import type { DriverAccess } from '../machine/driver-access.ts';
import type { AuditOptions } from './read-run-options.ts';
import type { FindUse } from './render-status.ts';

/** An audit that waits for the ranks. */
export interface RunAudit {
  readonly start: (running: RunningHosts, say: Say) => RunningAudit;
}

export interface RunningAudit {
  /** An event of a guard. */
  readonly take: (event: HostEvent) => void;
  /** How the planned GPUs were last seen; null while none was. */
  readonly uses: () => FindUse | null;
  /** Writes the report, and says what it comes to. */
  readonly conclude: () => void;
}

type Say = (text: string) => void;

interface RunToAudit {
  readonly options: AuditOptions;
  readonly plan: LaunchPlan;
  /** The folder of this run on this machine: its report is there. */
  readonly folder: string;
  /** The figures are shown. */
  readonly isWatched: boolean;
}

const longestDelay = (isWatched: boolean): number => (isWatched ? LONGEST_WATCHED_MS : LONGEST_MS);

/** Looks at the GPUs of this machine for the first time, before the ranks are started. */
export async function prepareRunAudit(
  { options, plan, folder, isWatched }: RunToAudit,
  { mapped: { node, ranks }, nodes }: PreparedRun,
  driver: DriverAccess,
): Promise<RunAudit> {
  const audited = { node, ranks, visibility: plan.visibility };
  const canTell = options.isExplicit || listGpuRanks(audited).length > 0;
  const audit = await prepareAudit({
    ...{ audited, mode: options.mode, folder, proc: PROC, longestDelayMs: longestDelay(isWatched) },
    driver: canTell ? driver.open() : null,
  });
  const path = join(folder, nameReport(node.name, nodes.length === 1));
  return {
    start(running, say) {
      // The process that all ranks of this machine descend from.
      const guardPid = () => running.run.hosts[0]?.link?.pid ?? null;
      const watch = audit.start(guardPid, (found) => reportFound(found, options.mode, running, say));
      return {
        take(event) {
          if (event.event === 'started') watch.noteStart(event.rank, event.pid);
          if (event.event === 'ended') watch.noteEnd(event.rank, event.status);
        },
        uses() {
          const latest = watch.latest();
          return latest === null ? null : (_, gpu) => latest.get(gpu) ?? null;
        },
        conclude: () => reportVerdict(watch.end(), path, say),
      };
    },
  };
}

/** Says what was found. A misplaced rank ends all of them where that is wanted, as one that fails does. */
function reportFound(
  found: readonly AuditFinding[],
  mode: AuditReport['mode'],
  { run, endFor }: RunningHosts,
  say: Say,
): void {
  say(describeFindings(found));
  const error = found.find(({ severity }) => severity === 'error');
  const isDecided = run.deadlineMs !== null || run.hosts.every(({ phase }) => phase === 'over');
  if (mode !== 'enforce' || error === undefined || isDecided) return;
  const { graceSeconds } = run.settings;
  say(`rankplan: audit: ending the ranks, within ${graceSeconds} s, for this ${error.kind}\n`);
  endFor();
}

/** An audit of the ranks of all hosts, whose samplers were started with them. */
export function prepareAllAudit({ options: { mode }, plan, folder, isWatched }: RunToAudit): RunAudit {
  return {
    start(running, say) {
      const { take, latest, end } = auditHosts({
        ...{ plan, mode, longestDelayMs: longestDelay(isWatched), ask: running.observe },
        tell: (found) => reportFound(found, mode, running, say),
      });
      let hasBegun = false;
      return {
        take(event) {
          hasBegun ||= event.event === 'started';
          take(event);
        },
        uses: () => (hasBegun ? latest : null),
        conclude() {
          if (!hasBegun) return; // what was refused, was never on a GPU
          // Ranks may run on other machines only. Where it cannot be made, the report has no place, and says so.
          attempt(() => makeFolders(folder));
          reportVerdict(end(), join(folder, nameReport('', true)), say);
        },
      };
    },
  };
}

const SHOWN = 4;

/** Lines about findings; of many of one kind on one GPU the first ones. */
function describeFindings(found: readonly AuditFinding[]): string {
  const counts = new Map<string, number>();
  const shown = found.filter(({ kind, gpu }) => {
    const count = (counts.get(`${kind} ${gpu}`) ?? 0) + 1;
    counts.set(`${kind} ${gpu}`, count);
    return count <= SHOWN;
  });
  const lines = shown.flatMap(({ kind, message, help }, i) => [
    `rankplan: audit: ${kind}: ${printable(message)}`,
    ...(shown[i + 1]?.help === help ? [] : [`  help: ${printable(help)}`]),
  ]);
  for (const [key, count] of counts) {
    const [kind, ...gpu] = key.split(' ');
    if (count > SHOWN)
      lines.push(`rankplan: audit: ${kind}: ${count - SHOWN} ranks more on ${gpu.join(' ')}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Writes the report, and says what it comes to. */
function reportVerdict({ report, found }: AuditResult, path: string, say: (text: string) => void) {
  const problem = writeRecord(path, report);
  if (found.length > 0) say(describeFindings(found));
  say(describeVerdict(report, path));
  if (problem !== null) say(`rankplan: warning: ${printable(problem)}\n`);
}

/** The line at the end, and below it what could not be seen. */
function describeVerdict({ verdict, ranks, looks, seconds, findings, reasons }: AuditReport, path: string) {
  const gpuRanks = ranks.filter(({ gpu }) => gpu !== null);
  const verified = gpuRanks.filter((rank) => rank.verified).length;
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const own = gpuRanks.some(({ gpus }) => gpus !== undefined) ? 'GPUs of their own' : 'their own GPU';
  const sum = {
    verified: `${verified} of ${gpuRanks.length} GPU ranks were on ${own} and on no other`,
    misplaced: `${errors} ${errors === 1 ? 'finding' : 'findings'} against the plan`,
    partial: `${verified} of ${gpuRanks.length} GPU ranks were seen on ${own} and on no other`,
    unverified: 'where the ranks were, could not be seen',
  }[verdict];
  return [
    `rankplan: audit: ${verdict}: ${sum} (${looks} samples in ${seconds.toFixed(1)} s; ${path})\n`,
    ...reasons.map(
      ({ code, host, message }) =>
        `  ${code}: ${host === undefined ? '' : `${host}: `}${printable(message)}\n`,
    ),
  ].join('');
}
