import { expect, test } from 'vitest';
import { VERBS } from '../../src/cli/verbs/verbs.ts';
import { CATALOG } from '../../src/compiler/diagnostics/catalog.ts';
import { EMITTERS } from '../../src/emitters/emit-plan.ts';
import { runRankplan } from '../command/run-rankplan.ts';

const FILE = 'examples/heterogeneous/topology.yaml';
const COMPILED = 'test/golden/examples/heterogeneous/expected';

/** What the last word can become. */
function complete(...words: readonly string[]): readonly string[] {
  const { status, stdout, stderr } = runRankplan(['completion', 'bash', '--', ...words]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t')[0] ?? '');
}

test('the first word is a verb', () => {
  const general = ['help', '--version', '--debug', '--help'];
  expect(complete('')).toEqual([...VERBS.map(({ name }) => name), ...general]);
  expect(complete('help', '')).toEqual(VERBS.map(({ name }) => name));
});

test('each verb offers its options and choices, and no option twice', () => {
  for (const { name, options } of VERBS) {
    const declared = Object.values(options).map(({ flags }) => /--[\w-]+/.exec(flags)?.[0] ?? '');
    expect(complete(name, '-')).toEqual([...declared, '--help'].filter((flag) => flag.startsWith('-')));
    for (const { flags, choices } of Object.values(options)) {
      const flag = /--[\w-]+/.exec(flags)?.[0] ?? '';
      if (choices === undefined) continue;
      expect(complete(name, flag, '')).toEqual(choices);
      expect(complete(name, `${flag}=`)).toEqual(choices.map((choice) => `${flag}=${choice}`));
    }
  }
  expect(complete('check', '-q', '--q')).toEqual([]);
  expect(complete('check', '--disable', 'RP3007', '--dis')).toEqual(['--disable']);
});

test.each([
  [['check', ''], [':files']],
  [['check', 'a.yaml', 'b'], [':files']],
  [['check', '--slurm-nodes', ''], [':files']],
  [['compile', FILE, '-o', ''], [':folders']],
  [['compile', FILE, '--output='], [':folders']],
  [['run', COMPILED, '--', '--no'], [':files']],
  [['init', '--', 'torchrun', '--no'], [':files']],
  [['init', '--name', ''], []],
  [['nonsense', ''], []],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish'],
  ],
  [['explain', FILE, '--rank', ''], []],
  [['--debug', 'verif'], ['verify']],
] as const)('%j becomes %j', (words, expected) => {
  expect(complete(...words)).toEqual(expected);
});

test('codes are offered where they begin, and after a comma', () => {
  const codes = CATALOG.map(({ code }) => code);
  expect(complete('explain', 'RP')).toEqual(codes);
  expect(complete('check', '--disable', '')).toEqual(codes);
  expect(complete('check', '--disable', 'RP1001,RP100')).toEqual(
    codes.filter((code) => code.startsWith('RP100') && code !== 'RP1001').map((code) => `RP1001,${code}`),
  );
  expect(complete('compile', FILE, '--emit', 'env,')).toEqual(
    EMITTERS.filter(({ name }) => name !== 'env').map(({ name }) => `env,${name}`),
  );
});

test('bash gives the sign between an option and its value as a word', () => {
  expect(complete('check', '--format', '=', 'sa')).toEqual(['sarif']);
});

test('a shell that is none of them', () => {
  const { status, stderr } = runRankplan(['completion', 'tcsh']);
  expect(status).toBe(2);
  expect(stderr).toContain('bash, zsh, fish');
});
