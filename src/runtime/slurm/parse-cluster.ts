import { expandHostList, MAX_RANGE } from '../../compiler/values/host-list.ts';
import { groupBy } from '../../compiler/values/lists.ts';
import type { Cluster, ClusterNode, ClusterProblem } from './cluster.ts';
import { parseText } from './parse-text.ts';

/** Reads what `scontrol` prints of its nodes, as text; there must be a node in it. */
export function parseCluster(text: string): Cluster | ClusterProblem {
  const plain = text.replace(/^\ufeff/, '');
  if (/^\s*[{[]/.test(plain)) return { problem: 'is JSON: it is read as text, without `--json`' };
  const cluster = parseText(plain);
  if ('problem' in cluster) return cluster;
  if (cluster.nodes.length === 0) return { problem: 'tells of no node' };
  const nodes = groupBy(cluster.nodes.flatMap(expandName), ({ name }) => name);
  // Recorded answers of several partitions may list a node twice; the first one counts.
  return { ...cluster, nodes: [...nodes.values()].map(([first]) => first) };
}

/** Some versions, and people who shorten an answer, write `nid[001]` or `nid[001-004]`: these are the nodes. */
function expandName(node: ClusterNode): readonly ClusterNode[] {
  if (!node.name.includes('[')) return [node];
  const names = expandHostList(node.name, MAX_RANGE);
  return 'message' in names ? [node] : names.map((name) => ({ ...node, name }));
}
