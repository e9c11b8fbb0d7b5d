import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { VERBS } from '../../src/cli/verbs/verbs.ts';
import { runRankplan } from '../command/run-rankplan.ts';
import { makeFolder } from '../scratch.ts';
import { some } from '../stage.ts';

const scratch = makeFolder('rankplan-command-');

const GOOD = 'version: 1\nname: good\nnodes: [{ hosts: localhost, cpuRanks: 2 }]\n';
const BAD = 'version: 1\nname: bad\nnodes: [{ hosts: lab1, gpu: 2 }]\n';
writeFileSync(join(scratch, 'good.yaml'), GOOD);
writeFileSync(join(scratch, 'bad.yaml'), BAD);

interface Surroundings {
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string;
}

function runAlone(args: readonly string[], { env = process.env, input = '' }: Surroundings = {}) {
  const command = [resolve('dist/rankplan.cjs'), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: scratch,
    encoding: 'utf8',
    env,
    input,
  });
  return { status, stdout, stderr };
}

const runBeside = (args: readonly string[], more?: Surroundings) =>
  runRankplan(args, { cwd: scratch, ...more });

describe('a command in the process of others ends as in one of its own', () => {
  const NOWHERE = { ...process.env, RANKPLAN_NATIVE: '/nonexistent', RANKPLAN_NVML: '/nonexistent' };
  const commands: [args: readonly string[], more?: Surroundings][] = [
    [['check', 'good.yaml', 'bad.yaml', 'nowhere.yaml']],
    [['check', '-'], { input: BAD }],
    [['check', '--format', 'sarif', 'bad.yaml']],
    [['compile', 'good.yaml', '-o', 'out', '--check']],
    [['compile', 'bad.yaml', '-o', 'out']],
    [['show', 'good.yaml']],
    [['show', '--format', 'html', '-'], { input: GOOD }],
    [['diff', '--exit-code', 'good.yaml', 'bad.yaml']],
    [['explain', 'good.yaml', '--rank', '1']],
    [['explain', 'RP3004']],
    [['init', '-o', '-']],
    [['init', '--from', 'hostfile', '-', '-o', '-'], { input: 'a slots=2\nb slots=1\n' }],
    [['bind', 'good.yaml', '--nodes', 'localhost']],
    [['probe', '--format', 'json'], { env: NOWHERE }],
    [['verify', 'good.yaml', '--format', 'json'], { env: NOWHERE }],
    [['run', 'good.yaml', '--dry-run', '--port', '14321', '--', 'true']],
    [['rescore', 'nowhere']],
    [['status', 'nowhere']],
    [['attach', 'nowhere']],
    [['stop', 'nowhere']],
    [['run', 'good.yaml', '--run-id', 'x', '--', 'no-such-program']],
    [['lsp', 'no', 'words']],
    [['completion', 'zsh', '--', 'explain', '']],
    [['--version']],
    [['--help']],
    [[]],
  ];

  test.each(some(commands))('%j', (args, more) => {
    expect(runBeside(args, more)).toEqual(runAlone(args, more));
  });

  test('every verb is among them', () => {
    const verbs = new Set(commands.map(([[verb]]) => verb));
    expect(VERBS.filter(({ name }) => !verbs.has(name))).toEqual([]);
  });
});

test('nothing stays of an earlier command', () => {
  const before = runBeside(['check', 'good.yaml']);
  runBeside(['check', '-'], { input: BAD, env: { ...process.env, NO_COLOR: '1', RANKPLAN_ROOT: '/' } });
  for (let i = 0; i < 20; i++) runBeside(['chekc']);
  expect(runBeside(['check', 'good.yaml'])).toEqual(before);
  expect(runBeside(['check', '-'])).toEqual(runAlone(['check', '-']));
});

test('a command that ends its process has its own status, and the next one is fine', () => {
  const bundle = join(scratch, 'exits.cjs');
  writeFileSync(bundle, "process.stdout.write('half'); process.exit(7);");
  expect(runRankplan([], { bundle })).toEqual({ status: 7, stdout: 'half', stderr: '' });
  expect(runBeside(['--version']).status).toBe(0);
});

test('a command that dies has no status, and what it said', () => {
  const bundle = join(scratch, 'dies.cjs');
  writeFileSync(bundle, "process.stderr.write('why'); process.kill(process.pid, 'SIGKILL');");
  expect(runRankplan([], { bundle })).toEqual({ status: null, stdout: '', stderr: 'why' });
  expect(runBeside(['--version']).status).toBe(0);
});
