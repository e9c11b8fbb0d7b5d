import { expandHostList, MAX_RANGE } from '../../compiler/values/host-list.ts';
import { groupBy } from '../../compiler/values/lists.ts';
import { isRecord, parseJson } from '../json.ts';
import type { Cluster, ClusterNode, ClusterProblem } from './cluster.ts';
import { describeNode } from './parse-gres.ts';
import { parseText } from './parse-text.ts';

/** Reads an answer of Slurm about its nodes, text or JSON; there must be a node in it. */
export function parseCluster(text: string): Cluster | ClusterProblem {
  const plain = text.replace(/^\ufeff/, '');
  const cluster = /^\s*[{[]/.test(plain) ? parseJsonAnswer(plain) : parseText(plain);
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

/**
 * Reads the nodes of `scontrol show node --json` (since Slurm 23.02), or of `sinfo --json` of 22.05. The forms differ: a
 * state is a word with `state_flags`, or a list of words; a number is a number, or `{set, infinite, number}`.
 */
function parseJsonAnswer(text: string): Cluster | ClusterProblem {
  const document = parseJson(text);
  const listed = isRecord(document) ? document['nodes'] : undefined;
  if (!Array.isArray(listed)) return { problem: 'is no JSON with a list of `nodes`' };
  const nodes: ClusterNode[] = [];
  for (const item of listed) {
    if (!isRecord(item) || typeof item['name'] !== 'string')
      return { problem: `has a node without a name, at place ${nodes.length + 1}` };
    nodes.push(
      describeNode({
        name: item['name'],
        cpus: wholeNumber(item['effective_cpus']) ?? wholeNumber(item['cpus']),
        memoryMib: wholeNumber(item['real_memory']),
        gres: words(item['gres']).join(','),
        states: [...words(item['state']), ...words(item['state_flags'])],
        reason: words(item['reason']).join(' '),
        partitions: words(item['partitions']),
      }),
    );
  }
  return { nodes, partitions: null };
}

/** A text, or a list of texts; anything else says nothing. */
function words(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((word) => typeof word === 'string');
}

function wholeNumber(value: unknown): number | null {
  if (isRecord(value))
    return value['set'] === true && value['infinite'] !== true ? wholeNumber(value['number']) : null;
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
