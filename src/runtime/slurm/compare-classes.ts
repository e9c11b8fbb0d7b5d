import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import { assignClasses } from './assign-classes.ts';
import type { Comparison } from './cluster.ts';
import { type ClusterNode, isUsable, tallyGpus, totalOf } from './cluster.ts';
import { findReservations } from './find-reservations.ts';
import { countRanks, type NodeNeeds, needsOf, renderGpus } from './node-needs.ts';

/** The nodes of one entry that carry ranks: any machines will do that have what it needs. */
interface JobClass {
  /** The first of its nodes in the plan. */
  readonly node: number;
  readonly hosts: readonly string[];
  readonly needs: NodeNeeds;
}

/** Looks whether some set of the partition's nodes gives each class of a `bind: job` plan what it needs. */
export function compareClasses(comparison: Comparison, partition: string | null, report: Reporter): void {
  const { cluster } = comparison;
  const classes = collectClasses(comparison);
  const inside = cluster.nodes.filter(
    ({ partitions }) => partition === null || partitions.includes(partition),
  );
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
      const shared = fitting >= jobClass.hosts.length ? ', which other classes need as well' : '';
      report.error('RP5110', span, `${wanted}; ${place} has ${fitting} such${shared}`, { help });
    } else if (lackingNow > 0) {
      const out = `too few of those in ${place} are in service and not reserved at present: ${lackingNow} more are needed`;
      report.warning('RP5110', span, `${wanted}; ${out}`, {
        help: `the job waits until they are back; or ${help}`,
      });
    }
  });
}

function describe({ hosts, needs }: JobClass): string {
  const nodes = hosts.length === 1 ? 'a node' : `${hosts.length} nodes`;
  const cpus = needs.requiredCpus > 1 ? ` and ${needs.requiredCpus} CPUs` : '';
  return `the class wants ${nodes} with ${renderGpus(needs.gpus, needs.gpuTotal)}${cpus}`;
}

function collectClasses(comparison: Comparison): readonly JobClass[] {
  const { plan } = comparison;
  const ranks = countRanks(plan);
  const classes = new Map<number | null, { node: number; hosts: string[]; needs: NodeNeeds }>();
  plan.nodes.forEach((node, index) => {
    if (node.nodeRank === null) return;
    const needs = needsOf(comparison, node, ranks.get(node.name) ?? 0);
    const known = classes.get(node.class);
    if (known === undefined) classes.set(node.class, { node: index, hosts: [node.name], needs });
    else {
      known.hosts.push(node.name);
      known.needs = {
        ...known.needs,
        requiredCpus: Math.max(known.needs.requiredCpus, needs.requiredCpus),
      };
    }
  });
  return [...classes.values()];
}

/** How many nodes each class lacks. */
function findShortfalls(classes: readonly JobClass[], nodes: readonly ClusterNode[]): readonly number[] {
  const wanted = classes.map(({ hosts }) => hosts.length);
  return assignClasses(
    wanted,
    nodes.map((node) => classes.map(({ needs }) => fits(node, needs))),
  );
}

/** A job asks for at least so much; a node may have more. */
function fits({ gpus, cpus }: ClusterNode, needs: NodeNeeds): boolean {
  if (gpus === null || (cpus ?? Number.POSITIVE_INFINITY) < needs.requiredCpus) return false;
  const tally = tallyGpus(gpus);
  if (totalOf(tally) < needs.gpuTotal) return false;
  return [...needs.gpus].every(([type, count]) => type === null || (tally.get(type) ?? 0) >= count);
}
