import type { Reporter } from '../../../compiler/diagnostics/reporter.ts';
import type { SourceFile } from '../../../compiler/source/source-file.ts';
import { readOptions } from '../../../compiler/values/command-options.ts';
import { SLURM_GRAMMAR } from '../../../compiler/values/launcher-options.ts';
import { parseTimeLimit } from '../../../compiler/values/time-limit.ts';
import type { Surroundings } from './launch.ts';
import { Options, type Word } from './options.ts';
import { assume, refuse } from './refusal.ts';
import { firstStep } from './srun.ts';

const PASSED_OVER = 'this line stands behind the first command, so sbatch passes it over';

/** The options of a script's `#SBATCH` lines; null if there are none. It stops at the first command, as sbatch does. */
function readJob(file: SourceFile, report: Reporter): Options | null {
  const options = new Options();
  let isOver = false;
  let isJob = false;
  for (const { 0: line, index: start } of file.text.matchAll(/[^\n]+/g)) {
    if (/^#SBATCH(?=\s)/.test(line)) {
      isJob = true;
      const words = splitDirective(file, start, line);
      const [first] = words;
      if (isOver && first !== undefined)
        assume({ report, span: first.span }, PASSED_OVER, 'move it up, or remove it');
      else for (const [name, word] of readOptions(words, SLURM_GRAMMAR).values) options.set(name, word);
      if (first?.text === 'hetjob' || first?.text === 'packjob') options.set('het-group', first);
    } else if (!/^\s*(#|$)/.test(line)) isOver = true;
  }
  return isJob ? options : null;
}

/** A launch inside of a batch job: its nodes, before any srun. */
export function enterJob(file: SourceFile, outer: Surroundings): Surroundings {
  const job = readJob(file, outer.report);
  const help =
    'a batch job asks for its nodes in such lines; without one give the words of its launch: `rankplan init -- srun …`';
  if (job === null) refuse(outer.span, 'no line of this file begins with `#SBATCH`', help, 'RP5119');
  const groups = job.get('het-group');
  if (groups !== undefined) refuse(groups.span, 'the job has several groups of nodes');
  return { ...outer, job, step: firstStep(job, outer) };
}

/** The words of a directive: quotes hold blanks, `#` begins a comment, nothing expands. */
function splitDirective(file: SourceFile, start: number, line: string): readonly Word[] {
  const words: Word[] = [];
  for (const match of line.slice(7).matchAll(/\s#.*|(?:"[^"]*"|'[^']*'|[^\s"'])+/g)) {
    if (/^\s#/.test(match[0])) break;
    const at = start + 7 + match.index;
    const text = match[0].replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single ?? '');
    words.push({ text, span: { file, start: at, end: at + match[0].length } });
  }
  return words;
}

/** Options of sbatch that are keys of `slurm` as well, with the form of their value. */
const SETTINGS = {
  partition: /^[A-Za-z0-9_.-]+(,[A-Za-z0-9_.-]+)*$/,
  account: /^[A-Za-z0-9_.@-]+$/,
  qos: /^[A-Za-z0-9_.@-]+$/,
  time: /^[\d:-]+$/,
  constraint: /^[^\p{Cc}]+$/u,
  mem: /^\d{1,9}[KMGTkmgt]?$/,
};

const IMAGE = /^[^-\p{Cc}\p{Zl}\p{Zp}][^\p{Cc}\p{Zl}\p{Zp}]{0,4095}$/u;
const MOUNT = /^\/[^,:\p{Cc}\p{Zl}\p{Zp}]*(:\/[^,:\p{Cc}\p{Zl}\p{Zp}]*)?(:ro)?$/u;

export interface JobSettings {
  readonly settings: readonly (readonly [key: string, value: string | number])[];
  readonly container: { readonly image: string; readonly mounts: readonly string[] } | null;
  /** Options that have no key of their own. */
  readonly leftOut: readonly string[];
}

/** The `slurm` section of a job, and the options that have no place in it; `ranksPerTask`: those that a task starts. */
export function jobSettings(options: Options, ranksPerTask: number): JobSettings {
  const settings: (readonly [string, string | number])[] = [];
  const odd: string[] = [];
  const take = (name: string, isTaken: (text: string) => boolean): string | null => {
    const text = options.get(name)?.text ?? null;
    if (text === null || isTaken(text)) return text;
    odd.push(name);
    return null;
  };
  for (const [name, form] of Object.entries(SETTINGS)) {
    const isRead = (given: string) => name !== 'time' || parseTimeLimit(given) !== null;
    const text = take(name, (given) => form.test(given) && given.length <= 256 && isRead(given));
    if (text !== null) settings.push([name, text]);
  }
  const cpus = Math.floor(Number(options.get('cpus-per-task')?.text) / ranksPerTask);
  if (cpus >= 1 && cpus <= 65_536) settings.push(['cpusPerTask', cpus]);
  if (!options.has('exclusive')) settings.push(['allocation', 'shared']);
  const image = take('container-image', (given) => IMAGE.test(given));
  const listOf = (given: string) => given.split(',').filter((mount) => mount !== '');
  const isMounted = (given: string) => image !== null && listOf(given).every((mount) => MOUNT.test(mount));
  const mounts = take('container-mounts', isMounted);
  const container = image === null ? null : { image, mounts: listOf(mounts ?? '') };
  return { settings, container, leftOut: [...odd, ...options.unread()] };
}
