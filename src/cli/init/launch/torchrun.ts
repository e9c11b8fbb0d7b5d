import { chooseGpus, countGpus } from './choose-gpus.ts';
import { MAX_NODES, numberOf, type Placement, portOf, type Surroundings, slotNames } from './launch.ts';
import type { Options, Word } from './options.ts';
import { assume, refuse } from './refusal.ts';

/** `torchrun`, `python -m torch.distributed.run` and the older `launch`. */
export function readTorchrun(options: Options, around: Surroundings): Placement {
  const nodes = countNodes(options.get('nnodes'));
  const ranks = countRanks(options.get('nproc-per-node'), around);
  return {
    ...placeAgents('torchrun', options.has('standalone') ? 1 : nodes, ranks, around),
    port: portOf(options.get('master-port') ?? options.get('rdzv-endpoint')),
  };
}

function countNodes(word: Word | undefined): number {
  if (word === undefined) return 1;
  const [, least = word.text, most = least] = /^(\d{1,9}):(\d{1,9})$/.exec(word.text) ?? [];
  if (least === most) return numberOf({ ...word, text: least }, 'the number of nodes');
  refuse(
    word.span,
    `the launch is elastic, from ${least} to ${most} nodes, and a plan has one number of ranks`,
    'write the number of nodes that it should have',
  );
}

function countRanks(word: Word | undefined, around: Surroundings): number {
  if (word === undefined) return 1;
  if (/^(gpu|auto)$/.test(word.text)) return countGpus('torchrun', around);
  return numberOf(word, 'the number of ranks on each node');
}

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
  if (nodes > MAX_NODES) refuse(span, `${nodes} nodes are more than ${MAX_NODES}`);
  if (step === null)
    return nodes === 1
      ? { hosts: ['localhost'], isBound: false }
      : { hosts: slotNames(nodes), isBound: true };
  const { nodes: hosts, isBound, isStarted, tasksPerNode } = step;
  if (tasksPerNode !== 1)
    refuse(
      span,
      `srun starts ${tasksPerNode} of ${tool} on each node, and each starts ranks of its own`,
      'write `--ntasks-per-node=1`',
    );
  const started = isStarted ? hosts.length : 1;
  if (started !== nodes)
    refuse(
      span,
      `${tool} is started on ${started} nodes, and its options speak of ${nodes}`,
      'make the two numbers agree; without `srun` before it only the first node of a job runs it',
    );
  if (started < hosts.length)
    assume(
      report,
      span,
      `only the first of ${hosts.length} nodes runs ${tool}`,
      'ask for one node, or write `srun` before it',
    );
  return { hosts: hosts.slice(0, started), isBound };
}
