import { readOptions } from '../../../compiler/values/command-options.ts';
import { TORCHRUN } from '../../../compiler/values/launcher-options.ts';
import type { Word } from '../shell/scope.ts';
import { chooseGpus, countGpus } from './choose-gpus.ts';
import { commandOf, type LaunchMap, numberOf, portOf, refuse, type Surroundings } from './launch-map.ts';
import { placeAgents } from './place-agents.ts';

/** `torchrun`, `python -m torch.distributed.run` and the older `launch`. */
export function readTorchrun(words: readonly Word[], surroundings: Surroundings): LaunchMap | null {
  const { values, program } = readOptions(words, TORCHRUN);
  const nodes = values.has('standalone') ? 1 : countNodes(values.get('nnodes'), surroundings);
  const ranks = nodes === null ? null : countRanks(values.get('nproc-per-node'), program, surroundings);
  const agents = nodes === null || ranks === null ? null : placeAgents('torchrun', nodes, surroundings);
  const gpus = ranks === null || agents === null ? null : chooseGpus(ranks, surroundings);
  if (agents === null || gpus === null || ranks === null) return null;
  return {
    tool: 'torchrun',
    span: surroundings.span,
    nodes: agents.hosts.map((host) => ({ host, ...gpus, ranks })),
    isBound: agents.isBound,
    order: 'block',
    port: portOf(values.get('master-port') ?? values.get('rdzv-endpoint')),
    ...commandOf(interpreter(values), program),
  };
}

const interpreter = (values: ReadonlyMap<string, Word>): readonly string[] => {
  if (values.has('no-python')) return [];
  return values.has('module') ? ['python', '-m'] : ['python'];
};

function countNodes(word: Word | undefined, surroundings: Surroundings): number | null {
  if (word === undefined) return 1;
  const [, least, most] = word.unknown === null ? (/^(\d{1,9}):(\d{1,9})$/.exec(word.text) ?? []) : [];
  if (least === undefined) return numberOf(word, 'the number of nodes', surroundings);
  if (least === most) return numberOf({ ...word, text: least }, 'the number of nodes', surroundings);
  return refuse(
    surroundings.report,
    word.span,
    `the launch is elastic, from ${least} to ${most} nodes, and a plan has one number of ranks`,
    'write the number of nodes that it should have',
  );
}

function countRanks(
  word: Word | undefined,
  program: readonly Word[],
  surroundings: Surroundings,
): number | null {
  const [first] = program;
  if (word === undefined && first?.unknown != null)
    return refuse(
      surroundings.report,
      first.span,
      `the options of the launch are not known: ${first.unknown}`,
    );
  if (word === undefined) return 1;
  if (word.unknown === null && /^(gpu|auto)$/.test(word.text)) return countGpus(surroundings);
  if (word.unknown === null && word.text === 'cpu')
    return refuse(
      surroundings.report,
      word.span,
      'a rank for each CPU: how many CPUs there are is not known',
      'write the number',
    );
  return numberOf(word, 'the number of ranks on each node', surroundings);
}
