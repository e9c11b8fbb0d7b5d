import type { CommandWord } from './command-options.ts';

export type Launcher = 'torchrun' | 'accelerate' | 'deepspeed' | 'mpirun' | 'srun';

const BY_NAME: Readonly<Record<string, Launcher>> = {
  deepspeed: 'deepspeed',
  horovodrun: 'mpirun',
  mpiexec: 'mpirun',
  'mpiexec.hydra': 'mpirun',
  mpirun: 'mpirun',
  srun: 'srun',
  torchrun: 'torchrun',
};

const BY_MODULE: Readonly<Record<string, Launcher>> = {
  'accelerate.commands.launch': 'accelerate',
  'deepspeed.launcher.runner': 'deepspeed',
  'torch.distributed.launch': 'torchrun',
  'torch.distributed.run': 'torchrun',
};

export const PYTHON = /^python[\d.]*$/;

/** The name of a program, without its folder; empty if there is no word. */
export const programName = ({ text }: CommandWord = { text: '' }): string =>
  text.slice(text.lastIndexOf('/') + 1);

/** The launcher that stands at this word, with what stands after its name; null if none does. */
export function launcherAt<W extends CommandWord>(
  words: readonly W[],
  at: number,
): { readonly launcher: Launcher; readonly words: readonly W[] } | null {
  const name = programName(words[at]);
  const direct = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
  if (direct !== undefined) return { launcher: direct, words: words.slice(at + 1) };
  if (name === 'accelerate' && words[at + 1]?.text === 'launch')
    return { launcher: 'accelerate', words: words.slice(at + 2) };
  if (!PYTHON.test(name)) return null;
  let behind = at + 1;
  while (/^-[uOBsSEIbq]+$/.test(words[behind]?.text ?? '')) behind++;
  const module = words[behind]?.text === '-m' ? (words[behind + 1]?.text ?? '') : '';
  const launcher = Object.hasOwn(BY_MODULE, module) ? BY_MODULE[module] : undefined;
  return launcher === undefined ? null : { launcher, words: words.slice(behind + 2) };
}
