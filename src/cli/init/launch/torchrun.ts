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
  const message = `the launch is elastic, from ${least} to ${most} nodes, and a plan has one number of ranks`;
  refuse(word.span, message, 'write the number of nodes that it should have');
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
function findHosts(tool: string, nodes: number, around: Surroundings) {
  const { span, step } = around;
  if (nodes > MAX_NODES) refuse(span, `${nodes} nodes are more than ${MAX_NODES}`);
  if (step === null) return { hosts: nodes === 1 ? ['localhost'] : slotNames(nodes), isBound: nodes !== 1 };
  const { nodes: hosts, isBound, isStarted, tasksPerNode } = step;
  const several = `srun starts ${tasksPerNode} of ${tool} on each node, and each starts ranks of its own`;
  if (tasksPerNode !== 1) refuse(span, several, 'write `--ntasks-per-node=1`');
  const started = isStarted ? hosts.length : 1;
  const agree = 'make the two numbers agree; without `srun` before it only the first node of a job runs it';
  if (started !== nodes)
    refuse(span, `${tool} is started on ${started} nodes, and its options speak of ${nodes}`, agree);
  const message = `only the first of ${hosts.length} nodes runs ${tool}`;
  if (started < hosts.length) assume(around, message, 'ask for one node, or write `srun` before it');
  return { hosts: hosts.slice(0, started), isBound };
}
