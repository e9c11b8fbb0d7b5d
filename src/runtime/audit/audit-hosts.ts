import { remember } from '../../compiler/source/remember.ts';
import type { AuditReport } from '../../generated/audit.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import type { HostEvent } from '../hosts/coordination.ts';
import { type AuditRequest, type AuditResult, type RankAudit, startAudit } from './audit-ranks.ts';
import { type AuditedRanks, listGpuRanks } from './audited-ranks.ts';
import { createGpuSampler, type GpuSampler } from './gpu-sampler.ts';
import type { SeenGpu } from './sample.ts';

export interface HostsAuditRequest extends Pick<AuditRequest, 'mode' | 'longestDelayMs' | 'tell'> {
  readonly plan: LaunchPlan;
  /** Ranks without GPUs are looked for, too. */
  readonly isExplicit: boolean;
  /** Requests who uses the GPUs of a host; its `sample` events have the answer. */
  readonly ask: (host: string) => void;
}

interface AuditedHost {
  readonly sampler: GpuSampler;
  /** Null before its first rank. */
  audit: RankAudit | null;
}

/** The audit of all hosts of a plan: each is judged by itself, and one report covers all. */
export function auditHosts({ plan, ask, isExplicit, ...request }: HostsAuditRequest) {
  const hosts = new Map<string, AuditedHost>();
  /** Which host last had the place of a node. */
  const hostOf = new Map<string, string>();

  const findHost = remember(
    (name: string): AuditedHost => ({ sampler: createGpuSampler(() => ask(name)), audit: null }),
    hosts,
  );
  const begin = (sampler: GpuSampler, host: string, node: string): RankAudit => {
    const audited = describeHost(plan, host, node);
    const isSampled = isExplicit || listGpuRanks(audited).length > 0;
    return startAudit({ ...request, audited, sampler, isSampled });
  };
  const findAudit = ({ host: name, node }: HostEvent): RankAudit => {
    const host = findHost(name);
    host.audit ??= begin(host.sampler, name, node);
    return host.audit;
  };

  return {
    take(event: HostEvent): void {
      const { host, node } = event;
      hostOf.set(node, host);
      if (event.event === 'sample') findHost(host).sampler.take(event.text);
      if (event.event === 'started') findAudit(event).noteStart(event.rank, event.pid);
      if (event.event === 'ended') hosts.get(host)?.audit?.noteEnd(event.rank, event.status);
    },
    /** A planned GPU of a node as it was last seen; null if it was not. */
    latest: (node: string, gpu: number): SeenGpu | null =>
      hosts
        .get(hostOf.get(node) ?? node)
        ?.audit?.latest()
        ?.get(gpu) ?? null,
    end: (): AuditResult =>
      mergeReports(
        [...hosts.values()].flatMap(({ audit }) => audit?.end() ?? []),
        request.mode,
      ),
  };
}

/** The ranks of a node on a machine that may be another's: a spare has GPUs of its own in the plan. */
function describeHost({ nodes, ranks, visibility }: LaunchPlan, host: string, node: string): AuditedRanks {
  const planned = nodes.find(({ name }) => name === host) ?? nodes.find(({ name }) => name === node);
  if (planned === undefined) throw new Error(`there is no node ${node} in the plan`);
  const own = ranks.filter((rank) => rank.node === node).map((rank) => ({ ...rank, node: host }));
  return { visibility, node: { ...planned, name: host }, ranks: own };
}

/** One report of all hosts: of several, what it has lists of says of which host each is. */
export function mergeReports(results: readonly AuditResult[], mode: AuditReport['mode']): AuditResult {
  const [first, ...others] = results;
  if (first !== undefined && others.length === 0) return first;
  const reports = results.map(({ report }) => report);
  const withHost = <Item>(list: (report: AuditReport) => readonly Item[]) =>
    reports.flatMap((report) => list(report).map((item) => ({ host: report.node, ...item })));
  const report: AuditReport = {
    formatVersion: '1.0',
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
