import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/*
 * The one way that a launch takes (docs/architecture.md): the launcher sends the order `run` through a link, and the
 * guard becomes the ranks' command. Whoever adds another start of a process names it here, with its reason.
 */
type Starts = Readonly<Record<string, readonly [why: string, times?: number]>>;

const IN_TYPESCRIPT: Starts = {
  'src/runtime/hosts/link.ts': ['the guard here, or the program that reaches it: the one way to ranks'],
  'src/runtime/hosts/fetch-logs.ts': ['tar on another host, for --collect'],
  'src/runtime/hosts/reach-host.ts': ['asks ssh for its configuration of a name (-G)'],
  'src/runtime/run/this-host.ts': ["asks for this machine's name (hostname -f)"],
  'src/runtime/driver/driver-session.ts': ['asks the driver of GPUs'],
  'src/runtime/score/run-probe.ts': ['measures GPUs', 2],
  'src/runtime/slurm/read-cluster.ts': ['asks Slurm about its cluster'],
  'src/runtime/run/check-setup.ts': ['bash reads lines of setup, and runs none (-n)'],
  'src/cli/input/git-revision.ts': ['reads a file of a revision'],
};

/** Whoever opens a link to a guard. */
const LINKS: Starts = {
  'src/cli/run/run-here.ts': ['run'],
  'src/runtime/hosts/site-hosts.ts': ['run --all: this machine, and others', 2],
  'src/runtime/hosts/bootstrap.ts': ['the link to another host, on which the guard may be missing'],
  'src/runtime/score/time-command.ts': ["the user's own benchmark, under a guard (probe --bench)"],
};

/** Whoever has a guard start something. */
const ORDERS: Starts = {
  'src/runtime/hosts/run-hosts.ts': ['all ranks of all hosts'],
  'src/runtime/score/time-command.ts': ["the user's own benchmark"],
};

const IN_C: Starts = {
  'native/exec/base/process.c': ['fork, for all that the guard starts'],
  'native/exec/serve/own-watcher.c': ["the guard's own watcher"],
  'native/exec/ranks/start-member.c': ['a rank becomes its command'],
  'native/exec/look/ask-reach.c': ['what echoes to other hosts outlives the answer'],
  'native/exec/base/run-program.c': ['the checks of a host: getent, rankplan-probe'],
};

const CALL = /\b(?:spawnSync|spawn|execFileSync|execFile|execSync)\)?\(/g;
/** What of it may be imported: calls of `exec` and `fork` would look like others. */
const IMPORT = /import \{([^}]*)\} from '(?:node:)?child_process'/g;
const IMPORTED = ['spawn', 'spawnSync', 'execFile', 'execFileSync'];
const LINK = /(?<!function )\b(?:openLink|connectHost)\(/g;
const ORDER = /\border\.run\(/g;
const C_CALL = /\b(?:v?fork|clone3?|posix_spawnp?|exec[vl]\w*|fexecve|system|popen)\s*\(/g;

type Texts = readonly (readonly [path: string, text: string])[];

const read = (folder: string, name: RegExp): Texts =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => name.test(path))
    .map((path) => [join(folder, path), readFileSync(join(folder, path), 'utf8')] as const);

const TYPESCRIPT = read('src', /\.([cm]?[jt]s|hbs)$/).filter(
  ([path]) => !/^src\/(generated|playground)\//.test(path), // no process is there
);
const C = read('native', /\.(c|cpp|h)$/).filter(([path]) => !path.startsWith('native/test/'));

/** How often each file has a match, comments left out. */
function count(texts: Texts, pattern: RegExp): Readonly<Record<string, number>> {
  const counts = texts.map(([path, text]) => {
    const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(?<![:'"`\\])\/\/.*$/gm, '');
    return [path, [...code.matchAll(pattern)].length] as const;
  });
  return Object.fromEntries(counts.filter(([, times]) => times > 0));
}

const expected = (starts: Starts): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(starts).map(([path, [, times = 1]]) => [path, times]));

const withProcesses = TYPESCRIPT.filter(([, text]) => text.includes('child_process'));

describe('nothing but these starts a process', () => {
  it.each([
    ['in TypeScript', withProcesses, CALL, IN_TYPESCRIPT],
    ['by a link to a guard', TYPESCRIPT, LINK, LINKS],
    ['by the order `run` to a guard', TYPESCRIPT, ORDER, ORDERS],
    ['in C', C, C_CALL, IN_C],
  ] as const)('%s', (_, texts, pattern, starts) => {
    expect(count(texts, pattern)).toEqual(expected(starts));
  });

  it('in a way that the counts would not see', () => {
    for (const [path, text] of withProcesses) {
      const imports = [...text.matchAll(IMPORT)];
      const names = imports.flatMap(([, list = '']) => list.split(',').map((name) => name.trim()));
      const calls = names.filter((name) => name !== '' && !name.startsWith('type '));
      const unseen = calls.filter((name) => !IMPORTED.includes(name));
      expect(unseen, path).toEqual([]);
      expect(text.match(/child_process/g)?.length, path).toBe(imports.length);
    }
  });
});

it('one more is seen', () => {
  const texts: Texts = [
    ['a.ts', "const child = spawn('bash', ['-c', 'train']); // not spawn(this)"],
    [
      'b.ts',
      "await promisify(execFile)('ssh', words); openLink(words, input); link.send(order.run(common, ranks));",
    ],
    ['c.c', 'if (fork() == 0) execvp(words[0], words); /* not fork() */'],
  ];
  expect(count(texts, CALL)).toEqual({ 'a.ts': 1, 'b.ts': 1 });
  expect(count(texts, LINK)).toEqual({ 'b.ts': 1 });
  expect(count(texts, ORDER)).toEqual({ 'b.ts': 1 });
  expect(count(texts, C_CALL)).toEqual({ 'c.c': 2 });
});
