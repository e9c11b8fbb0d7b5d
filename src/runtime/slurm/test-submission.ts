import { runSlurm } from './run-slurm.ts';

/**
 * Asks Slurm whether it would take a job script (`sbatch --test-only`: nothing is submitted). Returns why not, in its own
 * words on one line, or null when it would. Throws a SlurmError when Slurm does not answer.
 */
export function testSubmission(directory: string, script: string): string | null {
  const { ok, complaint } = runSlurm({ program: 'sbatch', args: ['--test-only', script], cwd: directory });
  if (ok) return null;
  return complaint === ''
    ? 'it does not say why'
    : complaint.replace(/^(allocation failure|sbatch: error): /, '');
}
