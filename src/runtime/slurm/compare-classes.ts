import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import { groupRanks } from '../../compiler/plan/group-ranks.ts';
import { groupBy } from '../../compiler/values/lists.ts';
import { type ClusterNode, type Comparison, isUsable, tallyGpus, totalOf } from './cluster.ts';
import { findReservations, nodesIn } from './compare-partitions.ts';
import { type NodeNeeds, needsOf, renderGpus } from './node-needs.ts';

/** The nodes of one entry that carry ranks: any machines will do that have what it needs. */
interface JobClass {
  /** The first of its nodes in the plan. */
  readonly node: number;
  readonly size: number;
  readonly needs: NodeNeeds;
}

/** Looks whether some set of the partition's nodes gives each class of a `bind: job` plan what it needs. */
export function compareClasses(comparison: Comparison, partition: string | null, report: Reporter): void {
  const { cluster } = comparison;
  const classes = collectClasses(comparison);
  const inside = nodesIn(cluster, partition);
  const place = partition === null ? 'the cluster' : `the partition \`${partition}\``;
  const all = findShortfalls(classes, inside);
  const reserved = findReservations(comparison);
  const isFree = (node: ClusterNode) => isUsable(node) && !reserved.some(({ nodes }) => nodes.has(node.name));
  const now = findShortfalls(classes, inside.filter(isFree));
  classes.forEach((jobClass, index) => {
    const span = comparison.places.node(jobClass.node);
    const lacking = all[index] ?? 0;
    const lackingNow = now[index] ?? 0;
    const wanted = describe(jobClass);
    const help =
      'ask for fewer nodes or for what the nodes have (`scontrol show node`), or choose another partition';
    if (lacking > 0) {
      const fitting = inside.filter((node) => fits(node, jobClass.needs)).length;
      const shared = fitting >= jobClass.size ? ', which other classes need as well' : '';
      report.error('RP5110', span, `${wanted}; ${place} has ${fitting} such${shared}`, { help });
    } else if (lackingNow > 0) {
      const out = `too few of those in ${place} are in service and not reserved at present: ${lackingNow} more are needed`;
      report.warning('RP5110', span, `${wanted}; ${out}`, {
        help: `the job waits until they are back; or ${help}`,
      });
    }
  });
}

function describe({ size, needs }: JobClass): string {
  const nodes = size === 1 ? 'a node' : `${size} nodes`;
  const cpus = needs.requiredCpus > 1 ? ` and ${needs.requiredCpus} CPUs` : '';
  return `the class wants ${nodes} with ${renderGpus(needs.gpus)}${cpus}`;
}

function collectClasses(comparison: Comparison): readonly JobClass[] {
  const { plan } = comparison;
  const ranks = groupRanks(plan);
  const mapped = plan.nodes.flatMap((node, index) =>
    node.nodeRank === null
      ? []
      : [{ node, index, needs: needsOf(comparison, node, ranks.get(node.name) ?? []) }],
  );
  return [...groupBy(mapped, ({ node }) => node.class).values()].map((alike) => {
    const requiredCpus = alike.reduce((most, { needs }) => Math.max(most, needs.requiredCpus), 0);
    const { index, needs } = alike[0];
    return { node: index, size: alike.length, needs: { ...needs, requiredCpus } };
  });
}

function findShortfalls(classes: readonly JobClass[], nodes: readonly ClusterNode[]): readonly number[] {
  return assignClasses(
    classes.map(({ size }) => size),
    nodes.map((node) => classes.map(({ needs }) => fits(node, needs))),
  );
}

/** A node may have more than the job requests. */
function fits({ gpus, cpus }: ClusterNode, needs: NodeNeeds): boolean {
  if (gpus === null || (cpus ?? Number.POSITIVE_INFINITY) < needs.requiredCpus) return false;
  const tally = tallyGpus(gpus);
  if (totalOf(tally) < totalOf(needs.gpus)) return false;
  return [...needs.gpus].every(([type, count]) => type === null || (tally.get(type) ?? 0) >= count);
}

/**
 * Gives each class as many nodes as it wants, no node twice, and returns how many each class lacks. `fits[n][c]` says
 * whether node n will do for class c.
 *
 * Nodes that suit the same classes are interchangeable, so it is a flow over a few groups. Each unit is placed along an
 * augmenting path, which never takes from a class what it has: a class lacks nodes only if no assignment gives more to
 * it and as much to those before it.
 */
export function assignClasses(
  wanted: readonly number[],
  fits: readonly (readonly boolean[])[],
): readonly number[] {
  const groups = [...groupBy(fits, (suits) => suits.map(Number).join('')).values()].map((alike) => ({
    suits: alike[0],
    free: alike.length,
  }));
  const given = wanted.map(() => groups.map(() => 0));

  const place = (jobClass: number, visited: Set<number>): boolean => {
    for (const [index, group] of groups.entries()) {
      if (group.suits[jobClass] !== true || visited.has(index)) continue;
      visited.add(index);
      if (group.free > 0) {
        group.free--;
        move(jobClass, index, 1);
        return true;
      }
      for (const [other, counts] of given.entries()) {
        if ((counts[index] ?? 0) === 0 || !place(other, visited)) continue;
        move(other, index, -1);
        move(jobClass, index, 1);
        return true;
      }
    }
    return false;
  };
  const move = (jobClass: number, group: number, by: number) => {
    const counts = given[jobClass];
    if (counts !== undefined) counts[group] = (counts[group] ?? 0) + by;
  };

  return wanted.map((count, jobClass) => {
    let lacking = count;
    while (lacking > 0 && place(jobClass, new Set())) lacking--;
    return lacking;
  });
}
