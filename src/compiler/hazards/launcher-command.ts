import type { Suggestion } from '../diagnostics/suggestion.ts';
import type { Span } from '../source/source-file.ts';
import { readOptions } from '../values/command-options.ts';
import { ACCELERATE, DEEPSPEED, MPIRUN, SLURM_GRAMMAR, TORCHRUN } from '../values/launcher-options.ts';
import { programName } from '../values/launchers.ts';
import { splitWords } from '../values/split-words.ts';
import { yamlText } from '../values/yaml-text.ts';
import { type HazardContext, hasSharedNode } from './hazard.ts';
import { type FoundLauncher, findStartedLauncher } from './read-command.ts';

const GRAMMARS = {
  torchrun: TORCHRUN,
  accelerate: ACCELERATE,
  deepspeed: DEEPSPEED,
  mpirun: MPIRUN,
  srun: SLURM_GRAMMAR,
};

/** A rank that starts ranks: four of them start four each. One rank on each node may be meant to. */
export function launcherCommand(context: HazardContext): void {
  const { launch, ranks, places, report } = context;
  const wrap = launch.wrap ?? [];
  if (launch.command === null || !hasSharedNode(context)) return;
  const found = findStartedLauncher([...wrap, ...launch.command]);
  if (found === null) return;
  const isWrap = found.position < wrap.length;
  const position = isWrap ? found.position : found.position - wrap.length;
  const span = places.word(isWrap ? 'wrap' : 'command', position);
  const name = found.words.slice(0, found.nameLength).map(({ text }) => text);
  const program = programOf(found);
  const message = `each of ${ranks.worldSize} ranks would run \`${name.join(' ')}\`, which starts ranks itself`;
  report.warning('RP6001', span, message, {
    notes: [
      'rankplan is the launcher: it starts the command once for each rank, with RANK, LOCAL_RANK and WORLD_SIZE',
    ],
    help: adviseCommand(found, program, launch.command.slice(0, position)),
    suggestion:
      isWrap || found.isInShell || program === null ? null : suggest(context, found, program, position),
  });
}

/** The program with its arguments as it starts without the launcher. */
interface Program {
  /** What takes the place of the launcher with its options. */
  readonly before: readonly string[];
  readonly words: readonly string[];
  /** The number of processes, if the launcher is torchrun and its options say only what the plan says; else null. */
  readonly processes: string | null;
}

function programOf({ launcher, words, nameLength }: FoundLauncher): Program | null {
  const { values, program } = readOptions(words.slice(nameLength), GRAMMARS[launcher]);
  if (program.length === 0) return null;
  const starts = launcher === 'srun' || launcher === 'mpirun' || values.has('no-python');
  const python = interpreterOf(words[0]?.text ?? '');
  return {
    // What these launchers start is not buffered (checked in torch 2.13.0, deepspeed 0.19.8, accelerate 1.15.0).
    before: starts ? [] : [python, '-u', ...(values.has('module') ? ['-m'] : [])],
    words: program.map(({ text }) => text),
    processes:
      launcher === 'torchrun' && [...values.keys()].every((option) => PLACEMENT.has(option))
        ? (values.get('nproc-per-node')?.text ?? null)
        : null,
  };
}

/** Options of torchrun that say where ranks go and how they meet, which the plan says; others say more. */
const PLACEMENT: ReadonlySet<string> = new Set(
  splitWords(`
    nnodes nproc-per-node node-rank master-addr master-port rdzv-backend rdzv-endpoint rdzv-id standalone module
    no-python use-env
  `),
);

/** The Python beside a launcher's script, or the one that runs it. */
function interpreterOf(word: string): string {
  if (programName({ text: word }).startsWith('python')) return word;
  return word.includes('/') ? `${word.slice(0, word.lastIndexOf('/'))}/python` : 'python';
}

function adviseCommand(found: FoundLauncher, program: Program | null, before: readonly string[]): string {
  if (program === null) return 'write the program itself as the command';
  const words = [...program.before, ...program.words];
  if (found.isInShell) return `start the program itself: \`${words.join(' ')}\``;
  return `start the program itself: \`command: ${yamlText([...before, ...words])}\``;
}

/** The words of the launcher give way; the program's stay as they are written. */
function suggest(
  context: HazardContext,
  found: FoundLauncher,
  program: Program,
  position: number,
): Suggestion | null {
  const { words, before, processes } = program;
  const at = (offset: number): Span => context.places.word('command', position + offset);
  const count = found.words.length - words.length;
  const [start, last, next] = [at(0), at(count - 1), at(count)];
  if (next.start <= start.start) return null; // a saved plan that is too long to look at has no places
  return {
    span: { ...start, end: before.length === 0 ? next.start : last.end },
    replacement: writeItems(start, before),
    title: before.length === 0 ? 'Remove the launcher' : `Change to \`${before.join(' ')}\``,
    isCertain: processes !== null && isPlanned(context, processes),
  };
}

/** Items in the place of one that begins at `start`, in the form of its list. */
function writeItems({ file: { text }, start }: Span, words: readonly string[]): string {
  const isJson = text[start] === '"';
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const isBlock = /^[\s-]*- +$/.test(line) || /: +- +$/.test(line);
  const separator = isBlock ? `\n${line.replace(/[^-](?=.*- +$)/g, ' ').replace(/-(?=.*-)/g, ' ')}` : ', ';
  return words.map((word) => (isJson ? JSON.stringify(word) : yamlText(word, true))).join(separator);
}

/** Whether the launcher would start as many processes on each node as the plan has ranks there. */
const isPlanned = ({ ranks: { ranksOnNode, nodeRank } }: HazardContext, processes: string): boolean =>
  /^(gpu|auto)$/.test(processes) ||
  ranksOnNode.every((count, node) => nodeRank[node] === -1 || String(count) === processes);
