import type { AuditReport } from '../../generated/audit.ts';
import { isHome, listGpuRanks } from './audited-ranks.ts';
import type { Conclusion } from './conclude.ts';
import { type Evidence, isVerified } from './evidence.ts';

/** The document of schemas/audit.schema.json. */
export function buildReport(
  evidence: Evidence,
  { verdict, reasons, found }: Conclusion,
  mode: AuditReport['mode'],
): AuditReport {
  const { audited, samples, previous, findings, homes } = evidence;
  return {
    formatVersion: '1.0',
    node: audited.node.name,
    mode,
    verdict,
    reasons: [...reasons],
    looks: samples,
    seconds: Math.round(previous?.atMs ?? 0) / 1000,
    findings: [...findings.values(), ...found],
    gpus: [...evidence.gpus].map(([key, { gpu, baselineBytes, peakBytes, lastBytes }]) => ({
      gpu: gpu.name,
      uuid: gpu.uuid,
      ranks: listGpuRanks(audited).flatMap(({ rank }) => (isHome(homes, rank, key) ? [rank] : [])),
      totalBytes: gpu.totalBytes,
      baselineBytes,
      peakBytes,
      lastBytes,
    })),
    ranks: [...evidence.ranks.values()].map((record) => ({
      rank: record.rank.rank,
      gpu: record.rank.gpu,
      ...(record.rank.gpus === null ? {} : { gpus: record.rank.gpus }),
      verified: isVerified(record, evidence),
      looks: record.samples,
      use: [...record.use.values()].map(({ gpu, samples, ...held }) => ({ gpu, looks: samples, ...held })),
    })),
  };
}
