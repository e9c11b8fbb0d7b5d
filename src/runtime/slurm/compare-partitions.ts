import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import { didYouMean } from '../../compiler/values/suggest-name.ts';
import { parseTimeLimit, renderTimeLimit } from '../../compiler/values/time-limit.ts';
import type { Cluster, ClusterNode, ClusterPartition, ClusterReservation, Comparison } from './cluster.ts';
import { type NodeFinding, reportNodes } from './node-needs.ts';

/** What is known of a partition: all of it, or only that nodes are in it. */
export type KnownPartition = Pick<ClusterPartition, 'name'> & Partial<ClusterPartition>;

/** Compares the partition and the time limit of a job with the cluster's. */
export function comparePartitions(comparison: Comparison, report: Reporter): void {
  const { plan, places } = comparison;
  if (plan.slurm === null) return;
  const known = knownPartitions(comparison);
  const span = places.setting('slurm', 'partition');
  for (const name of namesOf(comparison)) {
    if (known.has(name)) continue;
    const message = `the cluster has no partition \`${name}\`${didYouMean(name, known.keys())}`;
    report.error('RP5106', span, message, { help: 'write the name as `sinfo` prints it' });
  }
  const chosen = wantedPartitions(comparison);
  if (plan.nodes[0]?.bind !== 'job') reportNodes(findMissing(comparison), report);
  compareTime(comparison, chosen, report);
  const help = 'choose a partition that is up (`sinfo`), or ask its administrators';
  for (const { name, state = 'UP' } of chosen)
    if (state !== 'UP')
      report.warning('RP5109', span, `the partition \`${name}\` is ${state}: no job starts there`, { help });
}

const namesOf = ({ plan }: Comparison): readonly string[] => plan.slurm?.partition?.split(',') ?? [];

function knownPartitions({ cluster }: Comparison): ReadonlyMap<string, KnownPartition> {
  const named = cluster.nodes.flatMap(({ partitions }) => partitions).map((name) => ({ name }));
  const all: readonly KnownPartition[] = [...named, ...(cluster.partitions ?? [])];
  return new Map(all.map((partition) => [partition.name, partition]));
}

/** Those that the topology names and that exist, or the cluster's default; none where that is not known. */
export function wantedPartitions(comparison: Comparison): readonly KnownPartition[] {
  const names = namesOf(comparison);
  if (names.length === 0) return (comparison.cluster.partitions ?? []).filter(({ isDefault }) => isDefault);
  const known = knownPartitions(comparison);
  return names.flatMap((name) => known.get(name) ?? []);
}

/** Slurm runs a job in one of its partitions: the one meant is the one that lacks the fewest of the mapped nodes. */
export function choosePartition(comparison: Comparison): string | null {
  const { plan, cluster } = comparison;
  const mapped = new Set(plan.nodes.filter(({ nodeRank }) => nodeRank !== null).map(({ name }) => name));
  const isNamed = plan.nodes[0]?.bind !== 'job';
  const countOf = (partition: string): number =>
    nodesIn(cluster, partition).filter(({ name }) => !isNamed || mapped.has(name)).length;
  const [best] = (plan.slurm === null ? [] : wantedPartitions(comparison))
    .map(({ name }) => ({ name, nodes: countOf(name) }))
    .sort((a, b) => b.nodes - a.nodes);
  return best?.name ?? null;
}

/** Those of a partition; all where it is not known. */
export const nodesIn = ({ nodes }: Cluster, partition: string | null): readonly ClusterNode[] =>
  nodes.filter(({ partitions }) => partition === null || partitions.includes(partition));

function findMissing(comparison: Comparison): readonly NodeFinding[] {
  const { plan, places, cluster } = comparison;
  const chosen = choosePartition(comparison);
  if (chosen === null) return [];
  const byName = new Map(cluster.nodes.map((node) => [node.name, node]));
  return plan.nodes.flatMap((node, index): readonly NodeFinding[] => {
    const found = byName.get(node.name);
    if (node.nodeRank === null || found === undefined || found.partitions.includes(chosen)) return [];
    const others = found.partitions.join(', ');
    const text = `not in the partition \`${chosen}\`${others === '' ? '' : `, but in ${others}`}`;
    const help =
      'choose a partition with all nodes that carry ranks (`slurm.partition`), or leave the node out';
    return [{ code: 'RP5106', severity: 'error', span: places.node(index), host: node.name, text, help }];
  });
}

function compareTime({ plan, places }: Comparison, chosen: readonly KnownPartition[], report: Reporter) {
  const time = plan.slurm?.time ?? null;
  const minutes = time === null ? null : parseTimeLimit(time);
  if (time === null || minutes === null || chosen.length === 0) return;
  const limits = chosen.map(({ maxMinutes }) => maxMinutes ?? Number.POSITIVE_INFINITY);
  const longest = Math.max(...limits);
  if (minutes <= longest) return;
  const names = chosen.map(({ name }) => `\`${name}\``).join(', ');
  const message = `${time} is above the limit of ${names}, ${renderTimeLimit(longest)}`;
  const help = 'ask for less time, or choose a partition with a longer limit (`sinfo -o "%P %l"`)';
  report.error('RP5108', places.setting('slurm', 'time'), message, { help });
}

/**
 * The reservations that the job must wait for: those that it does not name, and that last, or begin before the job's time
 * is over. A magnetic one may be for this user: that is not known here, so it does not count.
 */
export function findReservations(comparison: Comparison): readonly ClusterReservation[] {
  const { slurm } = comparison.plan;
  if (slurm === null) return [];
  const named = `${slurm.directives['reservation'] ?? ''}`.split(',');
  const minutes = lengthOf(comparison);
  return (comparison.cluster.reservations ?? []).filter(
    (reservation) =>
      !reservation.isMagnetic &&
      !named.includes(reservation.name) &&
      (reservation.isWhole || slurm.allocation === 'whole') &&
      (reservation.isActive || minutesUntil(comparison, reservation) < minutes),
  );
}

/** By Slurm's own clock; not a number where its time is not known. */
function minutesUntil({ cluster }: Comparison, { start }: ClusterReservation): number {
  const at = (text: string) => Date.parse(`${text}Z`);
  return (at(start) - at(cluster.settings?.asOf ?? '')) / 60_000;
}

/** The time limit in minutes: what the job requests, or gets without a request. */
function lengthOf(comparison: Comparison): number {
  const requested = parseTimeLimit(comparison.plan.slurm?.time ?? '');
  const usual = wantedPartitions(comparison).map(
    ({ defaultMinutes, maxMinutes }) => defaultMinutes ?? maxMinutes ?? Number.POSITIVE_INFINITY,
  );
  return requested ?? Math.min(...usual);
}
