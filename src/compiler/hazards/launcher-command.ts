import { readOptions } from '../values/command-options.ts';
import { ACCELERATE, DEEPSPEED, MPIRUN, SLURM_GRAMMAR, TORCHRUN } from '../values/launcher-options.ts';
import { programName } from '../values/launchers.ts';
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
  const name = found.words.slice(0, found.nameLength).map(({ text }) => text);
  const message = `each of ${ranks.worldSize} ranks would run \`${name.join(' ')}\`, which starts ranks itself`;
  report.warning('RP6001', places.word(isWrap ? 'wrap' : 'command', position), message, {
    notes: [
      'rankplan is the launcher: it starts the command once for each rank, with RANK, LOCAL_RANK and WORLD_SIZE',
    ],
    help: adviseCommand(found, launch.command.slice(0, position)),
  });
}

function adviseCommand(found: FoundLauncher, before: readonly string[]): string {
  const words = programOf(found);
  if (words.length === 0) return 'write the program itself as the command';
  if (found.isInShell) return `start the program itself: \`${words.join(' ')}\``;
  return `start the program itself: \`command: ${yamlText([...before, ...words])}\``;
}

/** The program with its arguments as it starts without the launcher. */
function programOf({ launcher, words, nameLength }: FoundLauncher): readonly string[] {
  const { values, program } = readOptions(words.slice(nameLength), GRAMMARS[launcher]);
  const texts = program.map(({ text }) => text);
  const starts = launcher === 'srun' || launcher === 'mpirun' || values.has('no-python');
  if (starts || texts.length === 0) return texts;
  // What these launchers start is not buffered (checked in torch 2.13.0, deepspeed 0.19.8, accelerate 1.15.0).
  return [interpreterOf(words[0]?.text ?? ''), '-u', ...(values.has('module') ? ['-m'] : []), ...texts];
}

/** The Python beside a launcher's script, or the one that runs it. */
function interpreterOf(word: string): string {
  if (programName({ text: word }).startsWith('python')) return word;
  return word.includes('/') ? `${word.slice(0, word.lastIndexOf('/'))}/python` : 'python';
}
