import { chooseGpus } from './choose-gpus.ts';
import { MAX_NODES, type Placement, type Surroundings, slotNames } from './launch.ts';
import { assume, refuse } from './refusal.ts';

/** The ranks of a launcher that runs once on each of its nodes, and starts `ranks` there. */
export function placeAgents(tool: string, nodes: number, ranks: number, around: Surroundings): Placement {
  const { hosts, isBound } = findHosts(tool, nodes, around);
  const gpus = chooseGpus(ranks, around);
  return { nodes: hosts.map((host) => ({ host, ...gpus, ranks })), isBound, order: 'block' };
}

/** The hosts of the srun around it; the first node of a job without one; this machine, or nodes yet to be known. */
function findHosts(
  tool: string,
  nodes: number,
  { report, span, step }: Surroundings,
): { readonly hosts: readonly string[]; readonly isBound: boolean } {
  if (nodes > MAX_NODES) refuse(span, `${nodes} nodes are more than ${MAX_NODES}`, 'split the job');
  if (step === null) {
    const isHere = nodes === 1;
    return { hosts: isHere ? ['localhost'] : slotNames(nodes), isBound: !isHere };
  }
  const { nodes: hosts, isBound, isStarted, tasksPerNode } = step;
  if (tasksPerNode !== 1)
    refuse(
      span,
      `srun starts ${tasksPerNode} of ${tool} on each node, and each starts ranks of its own`,
      'write `--ntasks-per-node=1`',
    );
  if (isStarted && hosts.length !== nodes)
    refuse(
      span,
      `srun starts ${tool} on ${hosts.length} nodes, and its options speak of ${nodes}`,
      'make the two numbers agree',
    );
  if (isStarted) return { hosts, isBound };
  if (nodes > 1)
    refuse(
      span,
      `only the first node of the job runs ${tool}, which waits for ${nodes} nodes`,
      'write `srun` before it',
    );
  if (hosts.length > 1)
    assume(
      report,
      span,
      `only the first of ${hosts.length} nodes runs ${tool}`,
      'ask for one node, or write `srun` before it',
    );
  return { hosts: hosts.slice(0, 1), isBound };
}
