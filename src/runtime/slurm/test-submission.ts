import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import { findSyntaxError } from '../run/check-setup.ts';
import type { Comparison } from './cluster.ts';
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

/** Reports lines of shell at which the job would stop when it starts, after its time in the queue. */
export function compareSetup({ plan, places }: Pick<Comparison, 'plan' | 'places'>, report: Reporter): void {
  for (const section of ['slurm', 'launch'] as const) {
    const slip = findSyntaxError(plan[section]?.setup ?? []);
    if (slip === null) continue;
    const span = places.setupLine(section, slip.line);
    report.error('RP5115', span, `bash cannot read \`${section}.setup\`: ${slip.message}`, {
      help: 'mend the line, or one before it: quotes, `fi` and `done`, parentheses',
    });
  }
}
