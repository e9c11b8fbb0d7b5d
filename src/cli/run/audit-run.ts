import { printable } from '../../compiler/source/printable.ts';
import type { AuditFinding, AuditReport } from '../../generated/audit.ts';
import { auditHosts } from '../../runtime/audit/audit-hosts.ts';
import type { AuditResult } from '../../runtime/audit/audit-ranks.ts';
import { LONGEST_MS, LONGEST_WATCHED_MS } from '../../runtime/audit/watch-gpus.ts';
import type { HostEvent } from '../../runtime/hosts/coordination.ts';
import type { RunningHosts } from '../../runtime/hosts/run-hosts.ts';
import { writeRecord } from '../../runtime/replace-file.ts';
import type { AuditOptions } from './read-run-options.ts';
import type { FindUse } from './render-status.ts';

export type RunningAudit = ReturnType<typeof startAudit>;

type Say = (text: string) => void;

/** `path`: the file of the report, in the folder of this run on this machine. */
export type RunToAudit = AuditOptions & { readonly path: string };

/** Audits the ranks of all hosts, whose samplers are started with them. */
export function startAudit({ path, ...options }: RunToAudit, running: RunningHosts, say: Say) {
  const { plan, lines: areFiguresShown } = running.run.settings;
  const { take, latest, end } = auditHosts({
    ...{ ...options, plan, ask: running.observe },
    longestDelayMs: areFiguresShown ? LONGEST_WATCHED_MS : LONGEST_MS,
    tell: (found) => reportFound(found, options.mode, running, say),
  });
  let hasBegun = false;
  return {
    take(event: HostEvent): void {
      hasBegun ||= event.event === 'started';
      take(event);
    },
    /** How the planned GPUs were last seen; null while none was. */
    uses: (): FindUse | null => (hasBegun ? latest : null),
    /** Writes the report, and says what it comes to. */
    conclude(): void {
      if (hasBegun) reportVerdict(end(), path, say); // what was refused, was never on a GPU
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

function reportVerdict({ report, found }: AuditResult, path: string, say: Say) {
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
