import { oneLine } from '../../compiler/source/printable.ts';
import type { ClusterNode } from './cluster.ts';
import { parseGres } from './parse-gres.ts';

/** What an answer says of a node, in whatever form. */
export interface NodeAnswer extends Omit<ClusterNode, 'gpus' | 'reason'> {
  readonly reason: string;
}

/** Slurm's words for nothing. */
const isNothing = (text: string): boolean => text === '' || /^(\(null\)|n\/a|none)$/i.test(text);

/** A node from what was read of it, text or JSON. */
export function describeNode(answer: NodeAnswer): ClusterNode {
  const gres = isNothing(answer.gres) ? '' : answer.gres;
  const reason = oneLine(answer.reason);
  return {
    name: answer.name,
    cpus: answer.cpus,
    memoryMib: answer.memoryMib,
    gpus: parseGres(gres),
    gres: oneLine(gres),
    states: answer.states.map((state) => oneLine(state).toUpperCase()).filter((state) => state !== ''),
    reason: isNothing(reason) ? null : reason,
    partitions: answer.partitions.filter((partition) => !isNothing(partition)),
  };
}
