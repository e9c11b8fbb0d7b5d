import { whatItRuns } from '../../compiler/values/code-variables.ts';

/** Settings that are shell, or words of a command line, by their path in the plan; completes "`path` ". */
const CODE_SETTINGS: Readonly<Record<string, string>> = {
  'launch command': 'is what the ranks run',
  'launch setup': 'is shell that runs before each rank',
  'launch wrap': 'is a program that starts each rank',
  'launch workdir': 'decides what relative paths of the command mean',
  'launch remote command': 'is a program that starts all others on the hosts',
  'launch remote directory': 'decides which copy of the scripts runs on the hosts',
  'slurm setup': 'is shell that runs in the job',
  'slurm container image': 'is what the ranks run in',
  'slurm container mounts': 'decides which files the ranks see in the container',
  'slurm container workdir': 'decides what relative paths of the command mean',
  'slurm healthCheck': 'is a program that runs on each node before the ranks',
  'slurm srun': 'are options of srun, such as a container or a prolog',
};

/** What a setting has to do with the code that runs, or null. The variables of nodes have paths of their own. */
export function whatItDecides(path: readonly string[]): string | null {
  const isVariable = path.at(-2) === 'env';
  return isVariable ? whatItRuns(path.at(-1) ?? '') : (CODE_SETTINGS[path.join(' ')] ?? null);
}
