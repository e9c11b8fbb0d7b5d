import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLog } from '../native/run-fixture.ts';
import { HANG_MS } from '../patience.ts';
import { makeFolder } from '../scratch.ts';
import { some } from '../stage.ts';
import { makePlan, start, writeOutput } from './launch-sh-fixture.ts';

/** Ranks in a language that no shell's function or option reaches. Rank 1 fails when it has seen the other at work. */
const RANK = [
  'awk',
  `BEGIN {
    print "rank " ENVIRON["RANK"]; fflush()
    other = ENVIRON["RANKPLAN_RUN_DIR"] "/rank-0.out"
    if (ENVIRON["RANK"] == 1) { while ((getline line < other) <= 0) close(other); exit 5 }
    system("exec sleep 1000")
  }`,
];
const RIGHT = { status: 5, ranks: ['rank 0\n', 'rank 1\n'] };

type Way = (directory: string) => readonly [script: string, ...args: string[]];
const ITSELF: Way = (directory) => [join(directory, 'launch.sh')];
const BY_BASH: Way = (directory) => [
  process.env['RANKPLAN_TEST_BASH'] ?? 'bash',
  join(directory, 'launch.sh'),
];

async function run(env: NodeJS.ProcessEnv, way: Way, launchOptions: object = {}) {
  const directory = writeOutput(makePlan({ ranks: 2, launch: { command: RANK, ...launchOptions } }));
  const [script, ...args] = way(directory);
  const { child, ended } = start(script, args, { env });
  const stuck = setTimeout(() => child.kill('SIGKILL'), HANG_MS); // a hang is an outcome
  const { status, stderr } = await ended;
  clearTimeout(stuck);
  if (status !== 5) return { status, stderr };
  return { status, ranks: [0, 1].map((rank) => readLog(directory, `rank-${rank}.out`)) };
}

/** Those of the environments under which a run ends otherwise than it should. */
async function findWrong(environments: readonly (readonly [string, NodeJS.ProcessEnv])[], way: Way) {
  const wrong: unknown[] = [];
  const left = [...some(environments)];
  const work = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const outcome = await run(next[1], way);
      if (JSON.stringify(outcome) !== JSON.stringify(RIGHT)) wrong.push([next[0], outcome]);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return wrong;
}

const tell = (script: string): readonly string[] =>
  spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout.trim().split('\n');

const BUILTINS = tell('compgen -b').filter((name) => name !== ''); // `.`, `:` and `[` are among them
const PROGRAMS =
  'awk bash cat env getent grep hostname mkdir nvidia-smi sha256sum setsid readlink sleep tail';
const OWN_NAMES = 'rankplan-exec place become launch.sh say refuse main';
const NAMES = [...BUILTINS, ...`${PROGRAMS} ${OWN_NAMES}`.split(' ')];

/** As bash exports a function; this one says that it did what was asked, and does nothing. */
const hostile = (name: string): NodeJS.ProcessEnv => ({ [`BASH_FUNC_${name}%%`]: '() {  return 0\n}' });
const ALL_HOSTILE = Object.assign({}, ...NAMES.map(hostile)) as NodeJS.ProcessEnv;

describe('a function that the caller exported', () => {
  it.each([
    ['./launch.sh', ITSELF],
    ['bash launch.sh', BY_BASH],
  ])('is none of %s, whatever its name', async (_, way) => {
    expect(BUILTINS).toContain('exec');
    expect(
      await findWrong(
        NAMES.map((name) => [name, hostile(name)] as const),
        way,
      ),
    ).toEqual([]);
    expect(await findWrong([['all', ALL_HOSTILE]], way)).toEqual([]);
  });

  it('is there for launch.setup and for the ranks, also where a name is the launcher’s own', async () => {
    const command = ['bash', '-c', 'module rank; say "$FROM_SETUP"'];
    const plan = makePlan({ launch: { command, setup: ['module load cuda', 'say hi'] } });
    const env = {
      'BASH_FUNC_module%%': '() {  echo "module $*"; export FROM_SETUP=yes\n}',
      'BASH_FUNC_say%%': '() {  echo "said $*"\n}',
    };
    for (const way of [ITSELF, BY_BASH]) {
      const directory = writeOutput(plan);
      const [script, ...args] = way(directory);
      expect(await start(script, args, { env }).ended).toMatchObject({ status: 0, stderr: '' });
      expect(readLog(directory, 'rank-0.out')).toBe('module load cuda\nsaid hi\nmodule rank\nsaid yes\n');
    }
  });
});

/** A file for BASH_ENV: what a site, or a user, may have in one. */
function writeBashEnv(text: string): string {
  const file = join(makeFolder('bash-env-'), 'env.bash');
  writeFileSync(file, text);
  return file;
}

const SHELL_OPTIONS = tell('set -o').map((line) => line.split(/\s/)[0] ?? '');
const SHOPT_OPTIONS = tell('shopt').map((line) => line.split(/\s/)[0] ?? '');
/** A bash that is started with these reads no script, or one command of it; `launch.sh` itself is another matter. */
const NO_SCRIPT = ['noexec', 'onecmd', 'interactive-comments'];

const VARIABLES: readonly (readonly [string, NodeJS.ProcessEnv])[] = [
  ['POSIXLY_CORRECT', { POSIXLY_CORRECT: '1' }],
  [
    'BASH_ENV: functions and aliases',
    { BASH_ENV: writeBashEnv('exec() { :; }\nshopt -s expand_aliases\nalias exec=: export=:\n') },
  ],
  [
    'BASH_ENV: options',
    { BASH_ENV: writeBashEnv('set -eufk; shopt -s nocasematch failglob nullglob extdebug lastpipe\n') },
  ],
  ['BASH_ENV: traps', { BASH_ENV: writeBashEnv('trap "echo bye" EXIT; trap "true" DEBUG ERR; set -TE\n') }],
  ['BASH_ENV: a loop', { BASH_ENV: writeBashEnv('cd() { command cd "$@"; }; export -f cd\n') }],
  ['ENV', { ENV: writeBashEnv('exit 3\n'), POSIXLY_CORRECT: '1' }],
  ['CDPATH', { CDPATH: '/:/usr' }],
  ['IFS', { IFS: 'abc0' }],
  ['TMOUT', { TMOUT: '1' }],
  ['GLOBIGNORE', { GLOBIGNORE: '*' }],
  ['FUNCNEST', { FUNCNEST: '1' }],
  ['BASH_COMPAT', { BASH_COMPAT: '3.1' }],
  ['BASH_XTRACEFD', { BASH_XTRACEFD: '1', SHELLOPTS: 'xtrace' }],
  ['PS4', { PS4: '$(exit 9)+', SHELLOPTS: 'xtrace' }],
  ['HOSTTYPE', { HOSTTYPE: 'x86_64-linux', MACHTYPE: 'x86_64', OSTYPE: 'linux' }],
  ['GREP_OPTIONS', { GREP_OPTIONS: '-v' }],
  ['PERL5OPT', { PERL5OPT: '-Mno_such_module', PERL5LIB: '/nowhere', PERLLIB: '/nowhere' }],
  ['LC_ALL', { LC_ALL: 'tr_TR.UTF-8', LANG: 'de_DE' }],
  ['the mark', { RANKPLAN_SHELL: '1' }],
  ...'SECONDS RANDOM OPTIND LINENO HISTCMD DIRSTACK REPLY BASH PIPESTATUS GROUPS UID EUID PPID BASHPID BASH_VERSINFO'
    .split(' ')
    .map((name) => [name, { [name]: '7' }] as const),
  ...['privileged', ...SHELL_OPTIONS]
    .filter((name) => !NO_SCRIPT.includes(name))
    .map((name) => [`SHELLOPTS=${name}`, { SHELLOPTS: name, ...hostile('exec') }] as const),
  ...SHOPT_OPTIONS.map((name) => [`BASHOPTS=${name}`, { BASHOPTS: name }] as const),
];

describe('a variable that the caller exported', () => {
  it('changes nothing of a run', async () => {
    expect(SHELL_OPTIONS).toContain('errexit');
    expect(SHOPT_OPTIONS).toContain('nocasematch');
    const isShebang = process.env['RANKPLAN_TEST_BASH'] === undefined;
    const direct = NO_SCRIPT.filter(() => isShebang).map(
      (name) => [`SHELLOPTS=${name}`, { SHELLOPTS: name }] as const,
    );
    expect(await findWrong([...VARIABLES, ...direct], ITSELF)).toEqual([]);
    expect(await findWrong(VARIABLES.toReversed(), BY_BASH)).toEqual([]);
  });

  it('comes to the ranks as it was', async () => {
    const env = {
      BASH_COMPAT: '4.2',
      BASH_ENV: '/nowhere',
      CDPATH: '/',
      EXECIGNORE: 'x*',
      FUNCNEST: '1',
      GLOBIGNORE: 'x*',
      POSIXLY_CORRECT: 'yes',
      TMOUT: '1',
      ENV: '/nowhere',
      PERL5OPT: '-w',
    };
    for (const way of [ITSELF, BY_BASH]) {
      const directory = writeOutput(makePlan({ launch: { command: ['env'] } }));
      const [script, ...args] = way(directory);
      expect((await start(script, args, { env }).ended).status).toBe(0);
      const seen = readLog(directory, 'rank-0.out').split('\n');
      for (const [name, value] of Object.entries(env)) expect(seen).toContain(`${name}=${value}`);
      expect(seen.filter((line) => /^RANKPLAN_SHELL=/.test(line))).toEqual([]);
    }
    const plain = writeOutput(makePlan({ launch: { command: ['env'] } }));
    for (const way of [ITSELF, BY_BASH]) {
      const [script, ...args] = way(plain);
      expect((await start(script, args, { env: { SHELLOPTS: 'allexport' } }).ended).status).toBe(0);
    }
    for (const found of readdirSync(join(plain, 'runs'))) {
      const text = readFileSync(join(plain, 'runs', found, 'rank-0.out'), 'utf8');
      expect(readFileSync(join(plain, 'runs', found, 'rank-0.err'), 'utf8')).toBe('');
      expect(text).not.toMatch(/^POSIXLY_CORRECT=/m);
    }
  });
});
