/*
 * Decides which words of a command are code, and which are arguments. In doubt a word is code: a wrong report "other
 * code runs" costs the reader one look, but a missed change of code would cost more.
 */

/**
 * The words that decide which code runs. Python: up to the script, `-m module` or `-c code`, and later words that name
 * files of code. Another program: its name, and words that are not options or their values. All words if a program
 * starts others and names no Python, or is a shell: its text may run each of them (`sh -c 'eval "$2"' python a b`).
 */
export function programOf(words: readonly string[]): readonly string[] {
  const [program = ''] = words;
  const start = words.findIndex((word) => isPython(word) || isLauncher(word));
  if (words.slice(0, Math.max(start, 0)).some((word) => SHELLS.test(baseName(word)))) return words;
  if (start >= 0) {
    const end = endOfProgram(words, start);
    return [...words.slice(0, end), ...words.slice(end).filter(namesCode)];
  }
  if (STARTERS.has(baseName(program))) return words;
  return words.filter((word, i) => i === 0 || namesCode(word) || isPositional(words, i));
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const isPython = (word: string): boolean => /^(?:python|pypy)[0-9.]*$/.test(baseName(word));

/** Programs that take a script of Python after options of their own. */
const isLauncher = (word: string): boolean => /^(?:torchrun|accelerate|deepspeed)$/.test(baseName(word));

/** Programs that start one that is named among their words, or read code from a file of any name. */
const STARTERS: ReadonlySet<string> = new Set(
  (
    'apptainer ash bash busybox chroot chrt conda dash docker doas enroot env exec fish gdb ionice java julia ksh ltrace lua mpiexec ' +
    'mpirun ncu nice node nohup nsys numactl nvprof parallel perf perl podman poetry rocprof Rscript ruby setarch setsid sh singularity ' +
    'srun stdbuf strace sudo taskset time timeout uv valgrind watch xargs zsh'
  ).split(' '),
);

/** Programs that run a text, which may use the words after it anywhere. */
const SHELLS = /^(?:ash|bash|busybox|dash|fish|ksh|parallel|sh|ssh|watch|zsh)$/;

/** `-m`, `-c` and the like end Python's own options; what they name may be glued to them. */
const LAST = /^-[bBdEiIOPqsSuvx]*[mc](.*)/;

/** Options of Python that take the next word. */
const TAKES_A_WORD: ReadonlySet<string> = new Set(['-W', '-X', '--check-hash-based-pycs']);

/** Where the arguments begin: after the script, the module or the code. */
function endOfProgram(words: readonly string[], start: number): number {
  for (let i = start + 1; i < words.length; i++) {
    const word = words[i] ?? '';
    if (isLauncher(word)) return endOfProgram(words, i);
    if (isPython(words[start] ?? '')) {
      if (TAKES_A_WORD.has(word)) i++;
      else if (LAST.exec(word)?.[1] === '')
        return LAUNCHING_MODULES.test(words[i + 1] ?? '') ? endOfScript(words, i + 2) : i + 2;
      else if (LAST.test(word) || word === '-' || !word.startsWith('-')) return i + 1;
    } else if (namesCode(word)) return i + 1;
    else if (word === '-m' || word === '--module') return i + 2;
  }
  return words.length;
}

const LAUNCHING_MODULES =
  /^(?:accelerate\.commands\.launch|deepspeed\.launcher\.launch|torch\.distributed\.(?:launch|run))$/;

/** The position after the first file of code; the end of the words if there is none. */
function endOfScript(words: readonly string[], from: number): number {
  const script = words.findIndex((word, i) => i >= from && namesCode(word));
  return script < 0 ? words.length : script + 1;
}

/** `train.py`, also as `--hook=train.py`. */
const namesCode = (word: string): boolean =>
  /\.(?:py[cdwxz]?|ipynb|sh|bash|zsh|pl|rb|lua|jl|[cm]?js|jar|so(?:\.\d+)*|whl|egg|exe|bin|run|pt2|sif|sqsh)$/i.test(
    word,
  );

/** Not an option, and not directly after an option whose value it can be. */
const isPositional = (words: readonly string[], i: number): boolean => {
  const [word = '', before = ''] = [words[i], words[i - 1]];
  return !word.startsWith('-') && (!before.startsWith('-') || before.includes('=')) && !/^\w+=/.test(word);
};
