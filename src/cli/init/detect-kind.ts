import { isNetwork } from '../../runtime/network/parse-network.ts';

/** What a file is, as far as `init` reads it. */
export type FileKind =
  | 'job'
  | 'script'
  | 'accelerate'
  | 'hostfile'
  | 'rankfile'
  | 'slurm'
  | 'network'
  | 'settings'
  | 'topology'
  | 'unknown';

const LAUNCHERS =
  /(?:^|[\s/"'`;&|(])(?:torchrun|torch\.distributed\.(?:run|launch)|accelerate\s+launch|deepspeed|mpirun|mpiexec|horovodrun|srun)(?:\s|$)/;

const HOST_LINE = /^[A-Za-z0-9][\w.-]*(?::\d+)?(?:\s+[\w-]+\s*=\s*\S+)*$/;

/** What a text is, by its content: names of files say little. */
export function detectKind(text: string): FileKind {
  if (/^NodeName=/m.test(text)) return 'slurm';
  if (isNetwork(text)) return 'network';
  if (/^\s*[{[]/.test(text)) return detectJson(text);
  if (/^#SBATCH\s/m.test(text)) return 'job';
  if (/^#!.*\b(?:ba|da|z|k)?sh\b/.test(text)) return 'script';
  if (/^(?:compute_environment|distributed_type|num_processes|num_machines)\s*:/m.test(text))
    return 'accelerate';
  if (/^version\s*:/m.test(text) && /^nodes\s*:/m.test(text)) return 'topology';
  const lines = text
    .split('\n')
    .map((line) => line.replace(/#.*$/s, '').trim())
    .filter((line) => line !== '');
  const isEach = (form: RegExp) => lines.length > 0 && lines.every((line) => form.test(line));
  if (isEach(/^rank\s+\d+\s*=/i)) return 'rankfile';
  if (LAUNCHERS.test(lines.join('\n'))) return 'script';
  return isEach(HOST_LINE) ? 'hostfile' : 'unknown';
}

function detectJson(text: string): FileKind {
  if (/"(?:compute_environment|distributed_type|num_processes)"\s*:/.test(text)) return 'accelerate';
  if (/"(?:zero_optimization|train_micro_batch_size_per_gpu|train_batch_size)"\s*:/.test(text))
    return 'settings';
  if (/"formatVersion"\s*:|"version"\s*:\s*1\b/.test(text)) return 'topology';
  return /"nodes"\s*:\s*[[{]/.test(text) ? 'slurm' : 'unknown';
}

/** The last line of a script that names a launcher: mostly the training, as what comes before asks for addresses. */
export function findLauncherLine(text: string): { readonly start: number; readonly end: number } | null {
  let found: { start: number; end: number } | null = null;
  let start = 0;
  for (const line of text.split('\n')) {
    if (!/^\s*#/.test(line) && LAUNCHERS.test(line)) found = { start, end: start + line.trimEnd().length };
    start += line.length + 1;
  }
  return found;
}
