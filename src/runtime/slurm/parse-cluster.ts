import { expandHostList, MAX_RANGE } from '../../compiler/values/host-list.ts';
import type { Cluster, ClusterNode, ClusterProblem } from './cluster.ts';
import { parseJson } from './parse-json.ts';
import { parseText } from './parse-text.ts';

/** Reads an answer of Slurm about its nodes, text or JSON; there must be a node in it. */
export function parseCluster(text: string): Cluster | ClusterProblem {
  const plain = text.replace(/^\ufeff/, '');
  const cluster = /^\s*[{[]/.test(plain) ? parseJson(plain) : parseText(plain);
  if ('problem' in cluster) return cluster;
  if (cluster.nodes.length === 0) return { problem: 'tells of no node' };
  return { ...cluster, nodes: withoutRepeats(cluster.nodes.flatMap(expandName)) };
}

/** Some versions, and people who shorten an answer, write `nid[001]` or `nid[001-004]`: these are the nodes. */
function expandName(node: ClusterNode): readonly ClusterNode[] {
  if (!node.name.includes('[')) return [node];
  const names = expandHostList(node.name, MAX_RANGE);
  return 'message' in names ? [node] : names.map((name) => ({ ...node, name }));
}

/** Recorded answers of several partitions may tell of a node twice; the first counts. */
function withoutRepeats(nodes: readonly ClusterNode[]): readonly ClusterNode[] {
  const seen = new Set<string>();
  return nodes.filter(({ name }) => !seen.has(name) && seen.add(name));
}
