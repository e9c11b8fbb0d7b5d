import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import type { Cluster } from '../../runtime/slurm/cluster.ts';
import { parseCluster } from '../../runtime/slurm/parse-cluster.ts';
import { MAX_ANSWER_BYTES, readCluster, SlurmError } from '../../runtime/slurm/read-cluster.ts';
import { readInput } from '../input/read-file.ts';
import { EnvironmentError } from '../verb.ts';

/** Slurm that does not answer is no finding about a topology. */
export function askSlurm<T>(question: () => T): T {
  try {
    return question();
  } catch (error) {
    if (error instanceof SlurmError) throw new EnvironmentError(error.message);
    throw error;
  }
}

/** Asks Slurm, or reads its recorded answer from a file or stdin (`-`); null if that is no such answer, which is reported. */
export function openCluster(path: string | null, report: Reporter): Cluster | null {
  if (path === null) return askSlurm(readCluster);
  const { name, bytes } = readInput(path, MAX_ANSWER_BYTES);
  const isTooLarge = bytes.length > MAX_ANSWER_BYTES;
  const found = isTooLarge
    ? { problem: `is larger than ${MAX_ANSWER_BYTES / 1048576} MiB` }
    : parseCluster(bytes.toString('utf8'));
  if ('nodes' in found) return found;
  const file = { name, text: '' };
  report.error('RP5113', { file, start: 0, end: 0 }, `the recorded answer of Slurm ${found.problem}`, {
    help: 'record it with `scontrol show node > FILE` and `scontrol show partition >> FILE`',
  });
  return null;
}
