import { countGpus } from './choose-gpus.ts';
import { numberOf, type Placement, portOf, type Surroundings } from './launch.ts';
import type { Options, Word } from './options.ts';
import { placeAgents } from './place-agents.ts';
import { refuse } from './refusal.ts';

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
  if (word.text === 'cpu')
    refuse(word.span, 'a rank for each CPU: how many CPUs there are is not known', 'write the number');
  return numberOf(word, 'the number of ranks on each node');
}
