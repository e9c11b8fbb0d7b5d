import type { AuditReport } from '../../generated/audit.ts';
import type { AuditResult } from './audit-ranks.ts';

/** One report of all hosts: what it has lists of says of which host each is. */
export function mergeReports(results: readonly AuditResult[], mode: AuditReport['mode']): AuditResult {
  const reports = results.map(({ report }) => report);
  const withHost = <Item>(list: (report: AuditReport) => readonly Item[]) =>
    reports.flatMap((report) => list(report).map((item) => ({ host: report.node, ...item })));
  const report: AuditReport = {
    formatVersion: '1.2',
    node: reports[0]?.node ?? 'none',
    mode,
    verdict: mergeVerdicts(reports),
    reasons: withHost(({ reasons }) => reasons),
    looks: reports.reduce((sum, { looks }) => sum + looks, 0),
    seconds: Math.max(0, ...reports.map(({ seconds }) => seconds)),
    findings: withHost(({ findings }) => findings),
    gpus: withHost(({ gpus }) => gpus),
    ranks: withHost(({ ranks }) => ranks).sort((a, b) => a.rank - b.rank),
  };
  return { report, found: results.flatMap(({ found }) => found) };
}

const hasGpuRanks = ({ ranks }: AuditReport): boolean => ranks.some(({ gpu }) => gpu !== null);

/** Hosts without GPU ranks have nothing to verify. */
function mergeVerdicts(reports: readonly AuditReport[]): AuditReport['verdict'] {
  const verdicts = reports.filter(hasGpuRanks).map(({ verdict }) => verdict);
  if (reports.some(({ verdict }) => verdict === 'misplaced')) return 'misplaced';
  if (verdicts.length > 0 && verdicts.every((verdict) => verdict === 'verified')) return 'verified';
  return verdicts.every((verdict) => verdict === 'unverified') ? 'unverified' : 'partial';
}
