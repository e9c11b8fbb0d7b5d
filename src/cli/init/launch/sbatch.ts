import type { Reporter } from '../../../compiler/diagnostics/reporter.ts';
import type { SourceFile } from '../../../compiler/source/source-file.ts';
import { readOptions } from '../../../compiler/values/command-options.ts';
import { SLURM_GRAMMAR } from '../../../compiler/values/launcher-options.ts';
import { parseTimeLimit } from '../../../runtime/slurm/parse-time.ts';
import type { DraftJob } from '../draft.ts';
import type { Word } from '../shell/scope.ts';
import { known } from '../shell/scope.ts';
import { assume, type Job } from './launch-map.ts';

const DIRECTIVE = /^#SBATCH(?=\s)/;

/** What the `#SBATCH` lines of a script ask for; null where there are none. As sbatch does, it stops at the first command. */
export function readJob(file: SourceFile, report: Reporter): Job | null {
  const options = new Map<string, Word>();
  let start = 0;
  let isOver = false;
  let isJob = false;
  for (const line of file.text.split('\n')) {
    if (DIRECTIVE.test(line)) {
      isJob = true;
      const words = splitDirective(file, start, line);
      const [first] = words;
      if (isOver && first !== undefined)
        assume(
          report,
          first.span,
          'this line stands behind the first command, so sbatch passes it over',
          'move it up, or remove it',
        );
      else for (const [name, word] of readOptions(words, SLURM_GRAMMAR).values) options.set(name, word);
      if (first?.text === 'hetjob' || first?.text === 'packjob') options.set('het-group', first);
    } else if (!/^\s*(#|$)/.test(line)) isOver = true;
    start += line.length + 1;
  }
  return isJob ? { options } : null;
}

/** The words of a directive: quotes hold blanks, `#` begins a comment, nothing expands. */
function splitDirective(file: SourceFile, start: number, line: string): readonly Word[] {
  const words: Word[] = [];
  for (const match of line.slice(7).matchAll(/\s#.*|(?:"[^"]*"|'[^']*'|[^\s"'])+/g)) {
    if (/^\s#/.test(match[0])) break;
    const at = start + 7 + match.index;
    const text = match[0].replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single ?? '');
    words.push({ ...known(text), span: { file, start: at, end: at + match[0].length } });
  }
  return words;
}

/** The variables that Slurm gives to the script of a job. */
export function jobVariables({ options }: Job): ReadonlyMap<string, string> {
  const variables = new Map<string, string>();
  const give = (option: string, ...names: readonly string[]) => {
    const text = options.get(option)?.text;
    if (text !== undefined && text !== '') for (const name of names) variables.set(name, text);
  };
  give('nodes', 'SLURM_NNODES', 'SLURM_JOB_NUM_NODES');
  give('ntasks', 'SLURM_NTASKS', 'SLURM_NPROCS');
  give('ntasks-per-node', 'SLURM_NTASKS_PER_NODE');
  give('tasks-per-node', 'SLURM_NTASKS_PER_NODE');
  give('cpus-per-task', 'SLURM_CPUS_PER_TASK');
  give('gpus-per-node', 'SLURM_GPUS_PER_NODE');
  give('gpus', 'SLURM_GPUS');
  give('job-name', 'SLURM_JOB_NAME');
  give('partition', 'SLURM_JOB_PARTITION');
  return variables;
}

/** Keys of `slurm` that say the same as an option of sbatch, with the form of their value. */
const SETTINGS: readonly (readonly [option: string, key: string, form: RegExp])[] = [
  ['partition', 'partition', /^[A-Za-z0-9_.-]+(,[A-Za-z0-9_.-]+)*$/],
  ['account', 'account', /^[A-Za-z0-9_.@-]+$/],
  ['qos', 'qos', /^[A-Za-z0-9_.@-]+$/],
  ['time', 'time', /^[\d:-]+$/],
  ['constraint', 'constraint', /^[^\p{Cc}]+$/u],
  ['mem', 'mem', /^\d{1,9}[KMGTkmgt]?$/],
];

/** What is part of the map, or of no use to a plan: nobody misses it. */
const SILENT: ReadonlySet<string> = new Set([
  'cpus-per-task',
  'distribution',
  'error',
  'exclusive',
  'gpus',
  'gpus-per-node',
  'gpus-per-task',
  'gres',
  'job-name',
  'nodelist',
  'nodes',
  'ntasks',
  'ntasks-per-gpu',
  'ntasks-per-node',
  'output',
  'tasks-per-node',
]);

/** The `slurm` section of a job, and the options that have no place in it; `ranksPerTask`: those that a task starts. */
export function jobSettings({ options }: Job, ranksPerTask: number): DraftJob {
  const settings: (readonly [string, string | number])[] = [];
  const taken = new Set<string>();
  for (const [option, key, form] of SETTINGS) {
    const text = options.get(option)?.text ?? '';
    if (!form.test(text) || text.length > 256 || (option === 'time' && parseTimeLimit(text) === null))
      continue;
    settings.push([key, text]);
    taken.add(option);
  }
  const cpus = Math.floor(Number(options.get('cpus-per-task')?.text) / ranksPerTask);
  if (cpus >= 1 && cpus <= 65_536) settings.push(['cpusPerTask', cpus]);
  if (!options.has('exclusive')) settings.push(['allocation', 'shared']);
  const leftOut = [...options.keys()].filter((name) => !taken.has(name) && !SILENT.has(name));
  return { settings, leftOut };
}
