import { printable } from '../../compiler/source/printable.ts';
import type { AuditFinding, AuditReport } from '../../generated/audit.ts';
import type { AuditResult } from '../../runtime/audit/audit-ranks.ts';
import { writeRecord } from '../../runtime/replace-file.ts';

const SHOWN = 4;

/** Lines about findings; of many of one kind on one GPU the first ones. */
export function describeFindings(found: readonly AuditFinding[]): string {
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
export function reportVerdict({ report, found }: AuditResult, path: string, say: (text: string) => void) {
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
