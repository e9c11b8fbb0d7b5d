import { isNetwork } from '../../runtime/network/parse-network.ts';
import type { FileSource } from './draft.ts';

/** What a file is, as far as `init` reads it. */
export type FileKind = FileSource | 'script' | 'unknown';

const LAUNCHERS =
  /(?:^|[\s/"'`;&|(])(?:torchrun|torch\.distributed\.(?:run|launch)|accelerate\s+launch|deepspeed|mpirun|mpiexec|horovodrun|srun)(?:\s|$)/;

const HOST_LINE = /^[A-Za-z0-9][\w.-]*(?::\d+)?(?:\s+[\w-]+\s*=\s*\S+)*$/;

/** What a text is, by its content: names of files say little. */
export function detectKind(text: string): FileKind {
  if (/^NodeName=/m.test(text)) return 'slurm';
  if (isNetwork(text)) return 'network';
  if (/^#SBATCH\s/m.test(text)) return 'sbatch';
  if (/^#!.*\b(?:ba|da|z|k)?sh\b/.test(text)) return 'script';
  if (/^[ \t{]*"?(?:compute_environment|distributed_type|num_processes|num_machines)"?\s*:/m.test(text))
    return 'accelerate';
  const plain = text.split('\n').map((line) => line.replace(/#.*$/s, '').trim());
  const lines = plain.filter((line) => line !== '');
  const isEach = (form: RegExp) => lines.length > 0 && lines.every((line) => form.test(line));
  if (isEach(/^rank\s+\d+\s*=/i)) return 'rankfile';
  if (LAUNCHERS.test(lines.join('\n'))) return 'script';
  return isEach(HOST_LINE) ? 'hostfile' : 'unknown';
}

/** The last line of a script that names a launcher: mostly the training, as what comes before asks for addresses. */
export function findLauncherLine(text: string): { readonly start: number; readonly end: number } | null {
  const lines = [...text.matchAll(/[^\n]+/g)];
  const found = lines.findLast(([line]) => !/^\s*#/.test(line) && LAUNCHERS.test(line));
  return found === undefined ? null : { start: found.index, end: found.index + found[0].trimEnd().length };
}
