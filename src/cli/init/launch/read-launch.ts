import { findStartedLauncher } from '../../../compiler/hazards/read-command.ts';
import { type OptionGrammar, readOptions } from '../../../compiler/values/command-options.ts';
import { ACCELERATE, DEEPSPEED, SLURM_GRAMMAR, TORCHRUN } from '../../../compiler/values/launcher-options.ts';
import { type Launcher, PYTHON, programName } from '../../../compiler/values/launchers.ts';
import { readAccelerate } from './accelerate.ts';
import { readDeepspeed } from './deepspeed.ts';
import type { Launch, Placement, Surroundings } from './launch.ts';
import { readMpirun } from './mpirun.ts';
import { Options, type Word } from './options.ts';
import { assume, refuse } from './refusal.ts';
import { placeTasks, readStep } from './srun.ts';
import { readTorchrun } from './torchrun.ts';

/** Launchers that start `python SCRIPT` unless an option says otherwise. */
const PYTHON_LAUNCHERS: Readonly<
  Record<
    Exclude<Launcher, 'mpirun' | 'srun'>,
    readonly [OptionGrammar, (options: Options, around: Surroundings) => Placement]
  >
> = {
  torchrun: [TORCHRUN, readTorchrun],
  accelerate: [ACCELERATE, readAccelerate],
  deepspeed: [DEEPSPEED, readDeepspeed],
};

export const GPU_VARIABLES: readonly string[] = [
  'CUDA_VISIBLE_DEVICES',
  'HIP_VISIBLE_DEVICES',
  'ROCR_VISIBLE_DEVICES',
];

/** Reads where the words of a launch put its ranks. Nothing is run, and no word is read as a shell would. */
export function readLaunch(words: readonly Word[], outer: Surroundings): Launch {
  const found = findLauncher(words, outer);
  const around = { ...outer, span: words[0]?.span ?? outer.span };
  if (found === null && around.job === null)
    refuseProgram(around, 'no launcher that is known stands among these words');
  if (found?.launcher !== 'srun') return readStarted(words, found, around);
  const { env, rest } = readPrefix(found.before);
  const launch = readSrun(found.behind, withVariables(around, env));
  return behind(env, nameProgram(rest), launch);
}

/** A launch with what stands before it: variables, which it may set again, and what is left out. */
const behind = (env: Env, leftOut: readonly string[], launch: Launch): Launch => ({
  ...launch,
  env: new Map([...env, ...(launch.env ?? [])]),
  leftOut: [...leftOut, ...(launch.leftOut ?? [])],
});

type Env = ReadonlyMap<string, string>;

const nameProgram = (words: readonly Word[]): readonly string[] =>
  words.length === 0 ? [] : [words.map(({ text }) => text).join(' ')];

/** srun, and the launcher that it starts, if it starts one. */
function readSrun(words: readonly Word[], around: Surroundings): Launch {
  const { values, program } = readOptions(words, SLURM_GRAMMAR);
  const several = values.get('multi-prog');
  if (several !== undefined) refuse(several.span, 'several programs in one srun, and a plan has one command');
  const given = around.job ?? new Options();
  // For a step in a job, `exclusive` only means that no other step shares its CPUs.
  const own = new Options([...values].filter(([name]) => given.size === 0 || name !== 'exclusive'));
  const step = readStep(given, new Options(values), around);
  const inside = { ...around, step, job: new Options([...given, ...own]) };
  const found = findLauncher(program, inside);
  if (found?.launcher === 'srun')
    refuseProgram({ ...inside, span: program[0]?.span ?? inside.span }, 'srun starts srun');
  return readStarted(program, found, inside);
}

/** A launcher other than srun, or a program whose tasks are the ranks, with what stands before it. */
function readStarted(words: readonly Word[], found: Found | null, outer: Surroundings): Launch {
  const { env, rest } = readPrefix(found === null ? words : found.before);
  const around = withVariables(outer, env);
  const wrap = rest.map(({ text }) => text);
  const common = { span: around.span, job: around.job, env, wrap };
  if (found === null || found.launcher === 'srun')
    return { ...common, ...placeTasks(around), wrap: [], command: commandOf([], rest, around) };
  if (found.launcher === 'mpirun') {
    const { program, ...placement } = readMpirun(found.behind, around);
    // What stands before it starts mpirun itself, and no rank.
    const launch = { ...common, ...placement, wrap: [], command: commandOf([], program, around) };
    return behind(env, nameProgram(rest), launch);
  }
  const [grammar, read] = PYTHON_LAUNCHERS[found.launcher];
  const { values, program } = readOptions(found.behind, grammar);
  const options = new Options(values);
  const placement = read(options, around);
  const isModule = options.has('module');
  const python = pythonOf(found.program);
  const interpreter = options.has('no-python') ? [] : isModule ? [python, '-m'] : [python];
  const leftOut = options.unread().map((name) => `--${name}`);
  return behind(env, leftOut, { ...common, ...placement, command: commandOf(interpreter, program, around) });
}

/** The Python that a launcher starts its ranks with: its own, which an environment has beside it. */
function pythonOf({ text }: Word): string {
  if (PYTHON.test(programName({ text }))) return text;
  const folder = text.slice(0, text.lastIndexOf('/') + 1);
  // Packages are installed there for a Python of another folder.
  return /^(\/usr(\/local)?|.*\/\.local)?\/bin\/$/.test(folder) ? 'python' : `${folder}python`;
}

/** A longer command is not readable as a line. */
const MAX_WORDS = 1000;

/** The words that start a rank; null if none are given, or they do not fit on a line. */
function commandOf(interpreter: readonly string[], program: readonly Word[], { report }: Surroundings) {
  const odd = program.find(({ text }) => /\p{Cc}/u.test(text)) ?? program[MAX_WORDS];
  const message =
    'the command is left out: a word has a line break or another control character, or there are too many';
  if (odd !== undefined)
    assume({ report, span: odd.span }, message, 'write the command into the topology by hand');
  if (odd !== undefined || program.length === 0) return null;
  return [...interpreter, ...program.map(({ text }) => text)];
}

/** They concern the shell that starts a launch, and no rank. */
const DROPPED: ReadonlySet<string> = new Set(['command', 'exec', 'nohup', 'setsid', 'time']);

/** Takes away what a user writes in front: `nohup`, `env NAME=VALUE`. */
function readPrefix(words: readonly Word[]) {
  const env = new Map<string, string>();
  let at = 0;
  for (; at < words.length; ) {
    const name = programName(words[at]);
    if (name !== 'env' && !DROPPED.has(name)) break;
    at++;
    for (; at < words.length; at++) {
      const text = words[at]?.text ?? '';
      const [, variable, value = ''] = name === 'env' ? (/^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? []) : [];
      if (variable !== undefined) env.set(variable, value);
      else if (/^-[uC]$/.test(text) && name === 'env') at++;
      else if (!text.startsWith('-')) break;
    }
  }
  return { env, rest: words.slice(at) };
}

/** Variables that choose GPUs, where `env` sets one, count instead of those of the caller. */
function withVariables(around: Surroundings, env: Env): Surroundings {
  const name = GPU_VARIABLES.find((variable) => env.has(variable));
  return name === undefined ? around : { ...around, visible: { name, text: env.get(name) ?? '' } };
}

type Found = NonNullable<ReturnType<typeof findLauncher>>;

function findLauncher(words: readonly Word[], { report, span }: Surroundings) {
  const found = findStartedLauncher(words.map(({ text }) => text));
  const shell = words.findIndex(
    (word, at) => /^(ba|da|z|k)?sh$/.test(programName(word)) && /^-[a-z]*c$/.test(words[at + 1]?.text ?? ''),
  );
  const text = (words[shell + 2] ?? words[shell])?.span ?? span;
  const quoted =
    'give the words of the launch themselves, without `bash -c` and its quotes: your shell expands them';
  if (shell >= 0 && (found === null || found.isInShell))
    refuse(text, 'a text for a shell is not read', quoted, 'RP5119');
  if (found === null) return null;
  const { launcher, position, nameLength } = found;
  const before = words.slice(0, position);
  // The ranks of a container do not get the environment of who starts it.
  const container = before.find((word) => /^(docker|podman)$/.test(programName(word)));
  const message = `\`${programName(container)}\` gives its container no variable of the rank`;
  const named = 'name RANK, WORLD_SIZE, LOCAL_RANK, MASTER_ADDR and MASTER_PORT by `-e` in `launch.wrap`';
  if (container !== undefined) assume({ report, span: container.span }, message, named);
  const program = words[position] ?? { text: '', span };
  return { launcher, program, before, behind: words.slice(position + nameLength) };
}

function refuseProgram({ span }: Surroundings, message: string): never {
  refuse(
    span,
    message,
    'known are torchrun, accelerate launch, deepspeed, mpirun, horovodrun and srun, and no program that starts its ranks itself (`mp.spawn`); begin with `rankplan init --host HOSTS --gpus N`',
    'RP5119',
  );
}
