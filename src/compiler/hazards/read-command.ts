import type { CommandWord } from '../values/command-options.ts';
import { type Launcher, launcherAt, PYTHON, programName } from '../values/launchers.ts';
import { splitWords } from '../values/split-words.ts';

/** A launcher in a command, and how to get to it. */
export interface FoundLauncher {
  readonly launcher: Launcher;
  /** The word that it begins with, of the command's own; in a text for a shell, the word that has the text. */
  readonly position: number;
  /** From the launcher on: its name, its options, the program. */
  readonly words: readonly CommandWord[];
  /** How many of `words` are its name: `python -m torch.distributed.run` has three. */
  readonly nameLength: number;
  readonly isInShell: boolean;
}

/** Programs that start the command after their own options: how many words come before it, with the program's name. */
const WRAPPERS: Readonly<Record<string, (words: readonly string[]) => number>> = {
  chrt: (words) => skip(words, /^-[pTPD]$/, 1),
  command: (words) => skip(words),
  doas: (words) => skip(words, /^-[uC]$/),
  env: (words) => skip(words, /^-[uCS]$/, 0, /^[A-Za-z_]\w*=/),
  exec: (words) => skip(words, /^-a$/),
  ionice: (words) => skip(words, /^-[cn]$/),
  nice: (words) => skip(words, /^-n$/),
  nohup: (words) => skip(words),
  numactl: (words) => skip(words, /^-[NCmip]$/),
  setsid: (words) => skip(words),
  stdbuf: (words) => skip(words, /^-[ioe]$/),
  sudo: (words) => skip(words, /^-[CDghpRrTtUu]$/, 0, /^[A-Za-z_]\w*=/),
  taskset: (words) => skip(words, /^$/, 1),
  time: (words) => skip(words, /^-[of]$/),
  timeout: (words) => skip(words, /^-[ks]$/, 1),
};

/** The words of a program's name and options; then come `operands` more, and any that match `assignment`. */
function skip(words: readonly string[], takesValue = /^$/, operands = 0, assignment = /^\b\B/): number {
  let at = 1;
  for (; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') {
      at++;
      break;
    }
    if (takesValue.test(word)) at++;
    else if (!word.startsWith('-') && !assignment.test(word)) break;
  }
  return at + operands;
}

/** Containers, profilers and package managers: their options are many, so a launcher is looked for after them. */
const CARRIERS =
  /^(apptainer|singularity|enroot|docker|podman|shifter|ch-run|nsys|ncu|uv|uvx|poetry|pipenv|conda|mamba|micromamba|pixi|coverage|xvfb-run|rankplan-exec)$/;
const SHELL = /^(ba|da|z|k)?sh$/;

const toWord = (text: string): CommandWord => ({ text });

/** The launcher that a command starts; null if it starts another program, or one that cannot be found by reading. */
export function findStartedLauncher(command: readonly string[]): FoundLauncher | null {
  const words = command.map(toWord);
  const at = programAt(command);
  const own = launcherFrom(words, at);
  if (own !== null) return own;
  const name = programName(words[at]);
  if (SHELL.test(name)) return findInShell(command, at);
  return CARRIERS.test(name) ? findCarried(command, at) : null;
}

/** The position of the program that is started in the end: after `env`, `nice` and the like. */
export function programAt(command: readonly string[]): number {
  let at = 0;
  for (let wrappers = 0; ; wrappers++) {
    const name = programName(toWord(command[at] ?? ''));
    const length = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name]?.(command.slice(at)) : undefined;
    if (length === undefined || wrappers > 16) return at; // commands do not have more in practice
    at += length;
  }
}

function launcherFrom(words: readonly CommandWord[], at: number): FoundLauncher | null {
  const found = launcherAt(words, at);
  if (found === null) return null;
  const nameLength = words.length - at - found.words.length;
  return { launcher: found.launcher, position: at, words: words.slice(at), nameLength, isInShell: false };
}

/** The first program after a carrier that differs from an argument: a launcher, a shell or Python. */
function findCarried(command: readonly string[], from: number): FoundLauncher | null {
  const words = command.map(toWord);
  for (let at = from + 1; at < words.length; at++) {
    // After a long option it may be a value of it: only a launcher that has options of its own is certain.
    const mayBeValue = at > from + 1 && /^--[^=]+$/.test(words[at - 1]?.text ?? '');
    if (mayBeValue && words[at + 1]?.text.startsWith('-') !== true) continue;
    const own = launcherFrom(words, at);
    if (own !== null) return own;
    const name = programName(words[at]);
    if (SHELL.test(name)) return findInShell(command, at);
    if (PYTHON.test(name)) return null;
  }
  return null;
}

/** What `bash -c` runs, line by line and command by command; only what stands first in one of them counts. */
function findInShell(command: readonly string[], at: number): FoundLauncher | null {
  let option = at + 1;
  while (/^[-+]/.test(command[option] ?? '') && !/^-[a-z]*c$/.test(command[option] ?? ''))
    option += /^[-+][a-z]*o$/.test(command[option] ?? '') ? 2 : 1;
  const text = /^-[a-z]*c$/.test(command[option] ?? '') ? command[option + 1] : undefined;
  if (text === undefined || text.length > 65_536) return null; // a longer script is not looked through
  for (const line of text.split(/\n|;|&&|\|\|?/)) {
    const words = splitWords(line);
    const first = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
    const found = first < 0 ? null : findStartedLauncher(words.slice(first));
    if (found !== null) return { ...found, position: option + 1, isInShell: true };
  }
  return null;
}
