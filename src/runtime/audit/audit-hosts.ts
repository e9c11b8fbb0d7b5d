import type { AuditFinding, AuditReport } from '../../generated/audit.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import type { GuardEvent } from '../run/start-guard.ts';
import { type AuditResult, type RankAudit, startAudit } from './audit-ranks.ts';
import type { AuditedRanks } from './audited-ranks.ts';
import { mergeReports } from './merge-reports.ts';
import { createRemoteDriver, REMOTE_FOLDER, type RemoteDriver } from './remote-driver.ts';
import type { SeenGpu } from './sample.ts';

export interface HostsAuditRequest {
  readonly plan: LaunchPlan;
  readonly mode: AuditReport['mode'];
  readonly longestDelayMs: number;
  /** Asks who uses the GPUs of a host: its `sample` events tell. */
  readonly ask: (host: string) => void;
  readonly tell: (found: readonly AuditFinding[]) => void;
}

export interface HostsAudit {
  /** What a guard on any of the hosts tells. */
  readonly take: (event: GuardEvent) => void;
  /** A planned GPU of a node as it was last seen; null where it was not. */
  readonly latest: (node: string, gpu: number) => SeenGpu | null;
  readonly end: () => AuditResult;
}

/** One host, which has the place of a node of the plan. */
interface AuditedHost {
  readonly driver: RemoteDriver;
  /** Null before its first rank. */
  audit: RankAudit | null;
}

/** The audit of all hosts of a plan: each is judged as one machine is, and one report tells of all. */
export function auditHosts(request: HostsAuditRequest): HostsAudit {
  const { plan, ask } = request;
  const hosts = new Map<string, AuditedHost>();
  /** Which host last had the place of a node. */
  const hostOf = new Map<string, string>();
  const rankNodes = new Map(plan.ranks.map(({ rank, node }) => [rank, node]));

  const findHost = (name: string): AuditedHost => {
    const known = hosts.get(name) ?? { driver: createRemoteDriver(() => ask(name)), audit: null };
    hosts.set(name, known);
    return known;
  };
  const noteStart = (name: string, node: string, { rank = -1, pid = 0 }: GuardEvent): void => {
    const host = findHost(name);
    host.audit ??= startHost(request, host.driver, describeHost(plan, name, node));
    host.audit.noteStart(rank, pid);
  };

  return {
    take(event) {
      const { host, node = rankNodes.get(event.rank ?? -1) } = event;
      if (host === undefined || node === undefined) return;
      hostOf.set(node, host);
      if (event.event === 'sample') findHost(host).driver.take(event.subject ?? '');
      if (event.event === 'started') noteStart(host, node, event);
      if (event.event === 'ended') hosts.get(host)?.audit?.noteEnd(event.rank ?? -1, event.status ?? 0);
    },
    latest: (node, gpu) =>
      hosts
        .get(hostOf.get(node) ?? node)
        ?.audit?.latest()
        ?.get(gpu) ?? null,
    end: () =>
      mergeReports(
        [...hosts.values()].flatMap(({ audit }) => audit?.end() ?? []),
        request.mode,
      ),
  };
}

const UNREADABLE = { kind: 'crashed', how: 'an answer that cannot be read', said: '' } as const;

function startHost(request: HostsAuditRequest, driver: RemoteDriver, audited: AuditedRanks): RankAudit {
  const { mode, longestDelayMs, tell } = request;
  const { proc, observe, guardPid } = driver;
  const own = { audited, mode, folder: REMOTE_FOLDER, driver: { observe }, proc, longestDelayMs };
  try {
    return startAudit(own, { first: driver.takeUnasked(), guardPid, tell });
  } catch {
    return startAudit(own, { first: UNREADABLE, guardPid, tell }); // it may be anything
  }
}

/** The ranks of a node on a machine that may be another's: a spare has GPUs of its own in the plan. */
function describeHost({ nodes, ranks, visibility }: LaunchPlan, host: string, node: string): AuditedRanks {
  const planned = nodes.find(({ name }) => name === host) ?? nodes.find(({ name }) => name === node);
  if (planned === undefined) throw new Error(`there is no node ${node} in the plan`);
  const own = ranks.filter((rank) => rank.node === node).map((rank) => ({ ...rank, node: host }));
  return { visibility, node: { ...planned, name: host }, ranks: own };
}
