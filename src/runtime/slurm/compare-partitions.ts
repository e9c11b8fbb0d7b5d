import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import { didYouMean } from '../../compiler/values/suggest-name.ts';
import type { ClusterPartition, Comparison } from './cluster.ts';
import { type NodeFinding, reportNodes } from './node-findings.ts';
import { parseTimeLimit, renderTimeLimit } from './parse-time.ts';

/** What is known of a partition: all of it, or only that nodes are in it. */
export type KnownPartition = Pick<ClusterPartition, 'name'> & Partial<ClusterPartition>;

/** Compares the partition and the time limit of a job with the cluster's. */
export function comparePartitions(comparison: Comparison, report: Reporter): void {
  const { plan, places } = comparison;
  if (plan.slurm === null) return;
  const known = knownPartitions(comparison);
  for (const name of namesOf(comparison)) {
    if (known.has(name)) continue;
    report.error(
      'RP5106',
      places.setting('slurm', 'partition'),
      `the cluster has no partition \`${name}\`${didYouMean(name, known.keys())}`,
      { help: 'write the name as `sinfo` prints it' },
    );
  }
  const chosen = wantedPartitions(comparison);
  if (plan.nodes[0]?.bind !== 'job') reportNodes(findMissing(comparison), report);
  compareTime(comparison, chosen, report);
  for (const { name, state = 'UP' } of chosen) {
    if (state === 'UP') continue;
    report.warning(
      'RP5109',
      places.setting('slurm', 'partition'),
      `the partition \`${name}\` is ${state}: no job starts there`,
      {
        help: 'choose a partition that is up (`sinfo`), or ask its administrators',
      },
    );
  }
}

const namesOf = ({ plan }: Comparison): readonly string[] => plan.slurm?.partition?.split(',') ?? [];

function knownPartitions({ cluster }: Comparison): ReadonlyMap<string, KnownPartition> {
  const described = (cluster.partitions ?? []).map((partition): [string, KnownPartition] => [
    partition.name,
    partition,
  ]);
  const seen = cluster.nodes.flatMap(({ partitions }) => partitions);
  return new Map([...seen.map((name): [string, KnownPartition] => [name, { name }]), ...described]);
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
  let best: { readonly name: string; readonly nodes: number } | null = null;
  for (const { name } of plan.slurm === null ? [] : wantedPartitions(comparison)) {
    const inside = cluster.nodes.filter(({ partitions }) => partitions.includes(name));
    const isNamed = plan.nodes[0]?.bind !== 'job';
    const nodes = isNamed ? inside.filter((node) => mapped.has(node.name)).length : inside.length;
    if (best === null || nodes > best.nodes) best = { name, nodes };
  }
  return best?.name ?? null;
}

function findMissing(comparison: Comparison): readonly NodeFinding[] {
  const { plan, places, cluster } = comparison;
  const chosen = choosePartition(comparison);
  if (chosen === null) return [];
  const byName = new Map(cluster.nodes.map((node) => [node.name, node]));
  return plan.nodes.flatMap((node, index): readonly NodeFinding[] => {
    const found = byName.get(node.name);
    if (node.nodeRank === null || found === undefined || found.partitions.includes(chosen)) return [];
    const others = found.partitions.join(', ');
    return [
      {
        code: 'RP5107',
        severity: 'error',
        span: places.node(index),
        host: node.name,
        text: `not in the partition \`${chosen}\`${others === '' ? '' : `, but in ${others}`}`,
        help: 'choose a partition with all nodes that carry ranks (`slurm.partition`), or leave the node out',
      },
    ];
  });
}

function compareTime(
  { plan, places }: Comparison,
  chosen: readonly KnownPartition[],
  report: Reporter,
): void {
  const time = plan.slurm?.time ?? null;
  const minutes = time === null ? null : parseTimeLimit(time);
  if (time === null || minutes === null || chosen.length === 0) return;
  const limits = chosen.map(({ maxMinutes }) => maxMinutes ?? Number.POSITIVE_INFINITY);
  const longest = Math.max(...limits);
  if (minutes <= longest) return;
  const names = chosen.map(({ name }) => `\`${name}\``).join(', ');
  report.error(
    'RP5108',
    places.setting('slurm', 'time'),
    `${time} is above the limit of ${names}, ${renderTimeLimit(longest)}`,
    { help: 'ask for less time, or choose a partition with a longer limit (`sinfo -o "%P %l"`)' },
  );
}
