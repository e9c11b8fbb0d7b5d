import { toReport } from '../../compiler/diagnostics/render-json.ts';
import type { Diagnostic } from '../../compiler/diagnostics/reporter.ts';
import { escapeHidden, printable } from '../../compiler/source/printable.ts';
import type { Asked } from '../../runtime/verify/check-hardware.ts';
import type { Coverage } from '../../runtime/verify/planned-node.ts';
import { count, printFindings } from '../findings/print-findings.ts';

export interface Verification {
  /** Of the plan; null when this machine is none of its nodes. */
  readonly node: string | null;
  readonly asked: Asked;
  readonly coverage: Coverage;
  readonly findings: readonly Diagnostic[];
}

/** `partial`: nothing differs, and not everything could be looked at. `unverified`: the driver was not to be asked. */
type Verdict = 'verified' | 'partial' | 'drift' | 'unverified';

function judge({ asked, coverage, findings }: Verification): Verdict {
  if (asked !== 'told') return 'unverified';
  if (findings.some(({ severity }) => severity === 'error')) return 'drift';
  return coverage.unverified.length > 0 ? 'partial' : 'verified';
}

/** Prints findings, notes, and in the last line what was verified and what was not. */
export function printVerification(verification: Verification, asJson: boolean): void {
  const { node, coverage, findings } = verification;
  const verdict = judge(verification);
  if (asJson) {
    const document = { formatVersion: '1.0', node, verdict, ...coverage, findings: toReport(findings) };
    process.stdout.write(`${escapeHidden(JSON.stringify(document, null, 2))}\n`);
    return;
  }
  printFindings(findings, process.stdout);
  const lines = [
    ...coverage.notes.map((note) => `note: ${note}`),
    `${node ?? 'this machine'}: ${verdict}${formatCoverage(coverage, findings)}`,
  ];
  process.stdout.write(lines.map((line) => `${printable(line)}\n`).join(''));
}

function formatCoverage({ verified, unverified }: Coverage, findings: readonly Diagnostic[]): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  const parts = [
    ...(errors > 0 ? [count(errors, 'error')] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
    ...(verified.length > 0 ? [`as planned: ${verified.join(', ')}`] : []),
    ...(unverified.length > 0 ? [`not verified: ${unverified.join('; ')}`] : []),
  ];
  return parts.length === 0 ? '' : `: ${parts.join('; ')}`;
}
