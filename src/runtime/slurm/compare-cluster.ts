import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import { groupRanks } from '../../compiler/plan/group-ranks.ts';
import { didYouMean } from '../../compiler/values/suggest-name.ts';
import type { Code } from '../../generated/codes.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import {
  type Cluster,
  type ClusterNode,
  type ClusterReservation,
  type Comparison,
  explainState,
  isUsable,
  tallyGpus,
  totalOf,
} from './cluster.ts';
import { compareClasses } from './compare-classes.ts';
import { compareLimits } from './compare-limits.ts';
import { choosePartition, comparePartitions, findReservations } from './compare-partitions.ts';
import { type NodeFinding, type NodeNeeds, needsOf, renderGpus, reportNodes } from './node-needs.ts';

/** Reports in what a plan does not agree with the cluster that it is meant for. Pure. */
export function compareCluster(comparison: Comparison, report: Reporter): void {
  const { plan } = comparison;
  comparePartitions(comparison, report);
  compareLimits(comparison, report);
  if (plan.nodes[0]?.bind === 'job') compareClasses(comparison, choosePartition(comparison), report);
  else reportNodes(compareNodes(comparison), report);
}

/** Compares the nodes that the topology names with those of the cluster. A node without ranks can hold up nothing. */
function compareNodes(comparison: Comparison): readonly NodeFinding[] {
  const { plan, places, cluster } = comparison;
  const byName = new Map(cluster.nodes.map((node) => [node.name, node]));
  const ranks = groupRanks(plan);
  const reservations = findReservations(comparison);
  return plan.nodes.flatMap((node, index) => {
    const severity = node.nodeRank === null ? 'warning' : 'error';
    const about = (code: Code, keys: readonly string[], text: string, help: string): NodeFinding => ({
      code,
      severity,
      span: places.node(index, ...keys),
      host: node.name,
      text,
      help,
    });
    const found = byName.get(node.name);
    if (found === undefined) return [about('RP5101', [], ...explainUnknown(node.name, cluster, plan))];
    const needs = needsOf(comparison, node, ranks.get(node.name) ?? []);
    // A job of whole nodes requests as many GPUs as the topology has: with more than that, steps are starved.
    const gpus = compareGpus(needs, found, plan.slurm?.allocation === 'whole');
    const findings = gpus === null ? [] : [about(gpus.code, ['gpus', 'inventory'], gpus.text, gpus.help)];
    if (found.cpus !== null && found.cpus < needs.cpus) {
      const text = `${needs.cpus} CPUs are wanted, and Slurm has ${found.cpus} for jobs`;
      const shared = about('RP5104', ['cpus'], `${text}: the ranks share those`, FEWER_CPUS);
      if (found.cpus < needs.requiredCpus) findings.push({ ...shared, text });
      else findings.push({ ...shared, severity: 'warning' });
    }
    const wait = node.nodeRank === null ? null : explainWait(found, reservations);
    if (wait !== null) findings.push({ ...about('RP5105', [], ...wait), severity: 'warning' });
    return findings;
  });
}

const FEWER_CPUS = 'write `cpus:` as `scontrol show node` says (CPUEfctv), or map fewer ranks to the node';

/** Why the job would wait for the node, and what to do; null if it need not. */
function explainWait(
  node: ClusterNode,
  reservations: readonly ClusterReservation[],
): readonly [string, string] | null {
  if (!isUsable(node))
    return [
      explainState(node),
      'the job waits until the node is back: leave it out (`mapping.exclude`) to start sooner',
    ];
  const reservation = reservations.find(({ nodes }) => nodes.has(node.name));
  if (reservation === undefined) return null;
  const { name, isActive, start, end } = reservation;
  return [
    `reserved ${isActive ? '' : `from ${start} `}until ${end} (\`${name}\`)`,
    `the job waits until that is over: leave the node out (\`mapping.exclude\`), ${isActive ? '' : 'ask for less `slurm.time`, '}or name a reservation that is for you (\`slurm.directives: { reservation: ${name} }\`)`,
  ];
}

/** Nodes that the topology has already cannot be meant, so they are not suggested. */
function explainUnknown(name: string, { nodes }: Cluster, plan: LaunchPlan): readonly [string, string] {
  const taken = new Set(plan.nodes.map((node) => node.name));
  const names = nodes.map((node) => node.name).filter((other) => !taken.has(other));
  return [
    `no node of the cluster has that name${didYouMean(name, names)}`,
    'write the name as `sinfo -N` prints it (an address that differs goes into `address:`), or remove the node',
  ];
}

function compareGpus(needs: NodeNeeds, node: ClusterNode, isWholeNode: boolean) {
  if (node.gpus === null)
    return {
      code: 'RP5102' as const,
      text: `Slurm describes its GPUs as \`${node.gres}\`, a form that rankplan does not know`,
      help: 'look at `scontrol show node`; rankplan reads gpu:COUNT and gpu:TYPE:COUNT',
    };
  const tally = tallyGpus(node.gpus);
  const [total, planned] = [totalOf(tally), totalOf(needs.gpus)];
  const text = `the topology has ${renderGpus(needs.gpus)}, and Slurm ${renderGpus(tally)}`;
  const isSpare = total > planned && (!isWholeNode || planned === 0);
  if (total !== planned && !isSpare)
    return {
      code: 'RP5102' as const,
      text,
      help: 'list every GPU that Slurm has, and exclude (`mapping.exclude`) those that must carry no rank',
    };
  const missing = [...needs.gpus].reduce(
    (sum, [type, count]) => sum + (type === null ? 0 : Math.max(0, count - (tally.get(type) ?? 0))),
    0,
  );
  // Where the job names no type, a GPU of none may be one of them.
  if (missing === 0 || (!needs.requiresTypes && missing <= (tally.get(null) ?? 0))) return null;
  return {
    code: 'RP5103' as const,
    text,
    help: 'write `gres:` of the GPU or its model as `scontrol show node` prints it, or leave it out where Slurm has no type',
  };
}
