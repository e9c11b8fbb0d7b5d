import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import type { Comparison } from './cluster.ts';
import { compareClasses } from './compare-classes.ts';
import { compareLimits } from './compare-limits.ts';
import { compareNodes } from './compare-nodes.ts';
import { choosePartition, comparePartitions } from './compare-partitions.ts';
import { reportNodes } from './node-needs.ts';

/** Reports in what a plan does not agree with the cluster that it is meant for. Pure. */
export function compareCluster(comparison: Comparison, report: Reporter): void {
  const { plan } = comparison;
  comparePartitions(comparison, report);
  compareLimits(comparison, report);
  if (plan.nodes[0]?.bind === 'job') compareClasses(comparison, choosePartition(comparison), report);
  else reportNodes(compareNodes(comparison), report);
}
