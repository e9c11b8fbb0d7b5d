import { chooseGpus } from './choose-gpus.ts';
import type { Placement, Surroundings } from './launch.ts';
import { Options, type Word } from './options.ts';
import { assume, refuse } from './refusal.ts';
import { readStep } from './srun.ts';

/** Tasks of srun that are ranks themselves; without srun one process on the first node of the job. */
export function placeTasks(around: Surroundings): Placement {
  const { span, step, gpus } = around;
  if (step === null) throw new Error('tasks are placed without a job');
  const options = (step.isStarted ? around.job : null) ?? new Options();
  const ranks = step.isStarted ? step.tasksPerNode : 1;
  const seen = gpus ?? step.gpus?.count ?? 0;
  if (ranks === 1 && seen > 1)
    refuse(
      span,
      `one process is started where there are ${seen} GPUs, and whether it starts others is not known`,
      `if it does: \`--ntasks-per-node=${seen}\` under srun, and a program that takes its rank from the environment`,
    );
  const each = options.get('gpus-per-task');
  if (gpus === null && each !== undefined && seen > ranks)
    refuse(
      each.span,
      `each task has ${seen / ranks} GPUs, and how its program uses them is not known`,
      '`mapping.gpusPerRank` of a topology of your own gives a rank several GPUs',
    );
  const chosen = chooseGpus(ranks, around);
  const bound = bindGpus(options.get('gpu-bind'), ranks, chosen.gpus, around);
  const hosts = step.isStarted ? step.nodes : step.nodes.slice(0, 1);
  return {
    nodes: hosts.map((host) => ({ host, gpus: bound, type: chosen.type, ranks })),
    isBound: step.isBound,
    order: step.order,
    ranksAreTasks: step.isStarted,
  };
}

/** A job without the words of its launch: a rank for each task, or on each GPU where a node has one task. */
export function placeJob(around: Surroundings): Placement {
  const step = readStep(around.job ?? new Options(), new Options(), around);
  const isSingle = step.tasksPerNode === 1;
  const tasksPerNode = isSingle ? Math.max(1, around.gpus ?? step.gpus?.count ?? 1) : step.tasksPerNode;
  return { ...placeTasks({ ...around, step: { ...step, tasksPerNode } }), ranksAreTasks: !isSingle };
}

/** The GPUs of a node as `--gpu-bind` gives them to its tasks in turn, with those of no task behind them. */
function bindGpus(
  word: Word | undefined,
  ranks: number,
  gpus: readonly number[],
  { report }: Surroundings,
): readonly number[] {
  const [kind = '', list] = (word?.text ?? 'none').replace(/^verbose,/, '').split(':');
  if (word === undefined || /^(none|single|per_task)$/.test(kind)) return gpus;
  if (kind === 'map_gpu' && list !== undefined) return mapGpus({ ...word, text: list }, ranks, gpus);
  assume(
    report,
    word.span,
    `\`--gpu-bind=${kind}\`: which task gets which GPU depends on the node; here they are in order`,
    '`map_gpu:` names them',
  );
  return gpus;
}

/** As srun(1) has it: decimal or `0x`, `3*4` for `3,3,3,3`, and from the beginning again where tasks are left. */
function mapGpus({ text, span }: Word, ranks: number, gpus: readonly number[]): readonly number[] {
  const listed = text.split(',').flatMap((part) => {
    const [, id = 'none', times = '1'] = /^(0x[0-9a-f]{1,4}|\d{1,5})(?:\*(\d{1,4}))?$/i.exec(part) ?? [];
    return Array.from({ length: Math.min(Number(times), ranks) }, () => Number(id));
  });
  if (listed.length === 0 || listed.some(Number.isNaN))
    refuse(
      span,
      `\`${text.slice(0, 80)}\` is no list for \`map_gpu\``,
      'write indices from 0: map_gpu:0,1,2,3',
    );
  const mapped = Array.from({ length: ranks }, (_, task) => listed[task % listed.length] ?? 0);
  const missing = mapped.find((gpu) => gpus.length > 0 && !gpus.includes(gpu));
  if (missing !== undefined)
    refuse(
      span,
      `\`map_gpu\` gives a task GPU ${missing}, and the ${gpus.length} GPUs of a node are 0 to ${gpus.length - 1}`,
      'ask for all GPUs of the node, or name those that the job has',
    );
  if (new Set(mapped).size < ranks)
    refuse(
      span,
      `\`map_gpu\` gives one GPU to several of the ${ranks} tasks of a node`,
      'name a GPU for each task, or write `mapping.ranksPerGpu` into a topology of your own',
    );
  return [...mapped, ...gpus.filter((gpu) => !mapped.includes(gpu))];
}
