import { count } from '../../../review/list-some.ts';
import { type LaunchNode, MAX_GPUS, type Surroundings, upTo } from './launch.ts';
import type { Word } from './options.ts';
import { assume, refuse } from './refusal.ts';

/**
 * The GPUs that `ranks` ranks of a node have, then those that stay idle: what CUDA_VISIBLE_DEVICES lists, else what the
 * job requests, else one for each rank. None if the ranks use CPUs.
 */
export function chooseGpus(ranks: number, around: Surroundings): Pick<LaunchNode, 'gpus' | 'type'> {
  const { span, gpus, job, step } = around;
  const listed = gpus === null ? listVisible(around) : null;
  const { count: requested, type = null } = step?.gpus ?? {};
  const all = listed ?? upTo(gpus ?? requested ?? (job === null ? ranks : 0));
  if (all.length > MAX_GPUS)
    refuse(span, `${all.length} GPUs on a node, and a topology has at most ${MAX_GPUS}`);
  if (all.length === 0) {
    const message = 'the job asks for no GPU, so its ranks are CPU ranks';
    if (job !== null && gpus === null && listed === null)
      assume(around, message, '`--gpus N` says how many GPUs each node has');
    return { gpus: [], type: null };
  }
  const help = 'start a rank for each GPU, or write `mapping.ranksPerGpu` into a topology of your own';
  if (ranks > all.length) refuse(span, `${ranks} ranks on each node share ${count(all.length, 'GPU')}`, help);
  const idle = all.length - ranks;
  const message = `of ${all.length} GPUs of a node ${idle} carry no rank`;
  if (idle > 0) assume(around, message, 'start a rank for each, or leave it so');
  return { gpus: all, type };
}

/** How many GPUs a node has, for a launcher that takes them all. */
export function countGpus(tool: string, around: Surroundings): number {
  const { gpus, step, span } = around;
  if (gpus !== null) return Math.max(1, gpus);
  const found = listVisible(around)?.length ?? step?.gpus?.count ?? 0;
  if (found > 0) return found;
  const message = `${tool} takes all GPUs of a node, and nothing here says how many there are`;
  refuse(span, message, '`nvidia-smi -L` counts them, and `--gpus N` gives the number');
}

/** What CUDA_VISIBLE_DEVICES or its like lists; null if it is not set. */
export const listVisible = ({ visible, span }: Surroundings): readonly number[] | null =>
  visible && parseDevices({ text: visible.text, span }, visible.name);

/** `0,2,3`. */
export function parseDevices({ text, span }: Word, name: string): readonly number[] {
  const parts = text.split(',').map((part) => part.trim());
  // CUDA takes what stands before the first device that there is not.
  const end = parts.findIndex((part) => part === '-1' || part === 'NoDevFiles');
  const listed = (end < 0 ? parts : parts.slice(0, end)).filter((part) => part !== '');
  const numbers = new Set(listed.filter((part) => /^\d+$/.test(part) && Number(part) <= 65_535).map(Number));
  const message = `${name} is no list of GPU indices, each once: \`${text.slice(0, 80)}\``;
  if (numbers.size < listed.length || numbers.size > MAX_GPUS)
    refuse(span, message, 'write indices as `nvidia-smi` shows them: 0,1,2,3');
  return [...numbers];
}
