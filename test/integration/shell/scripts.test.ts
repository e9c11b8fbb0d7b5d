import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../../scratch.ts';
import { requireTool } from '../require-tool.ts';

const has = (tool: string) => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0;

/** What the golden folders show of what rankplan emits, byte for byte. */
const emitted = readdirSync('test/golden', { recursive: true, encoding: 'utf8' }).map((path) =>
  join('test/golden', path),
);
const scripts = emitted.filter((path) => /\.(sh|sbatch)$/.test(path));
const envFiles = emitted.filter((path) => path.endsWith('.env'));

const hasShellcheck = requireTool('shellcheck', has('shellcheck'), 'apt-get install shellcheck');
const shellcheck = (...words: readonly string[]): string =>
  spawnSync('shellcheck', ['--severity=style', ...words], { encoding: 'utf8' }).stdout;

describe.skipIf(!hasShellcheck)('shellcheck', () => {
  test('passes every emitted script', () => {
    expect(scripts.length).toBeGreaterThan(5);
    // What slurm.bash reads or sets, and words of the plan.
    const ofPlan = ['--exclude=SC1091,SC2016,SC2034,SC2154'];
    expect(shellcheck(...ofPlan, ...scripts)).toBe('');
  });

  /** Parts use each other's functions and variables, are called by traps of names known at once, and split lists. */
  const ofParts =
    '--exclude=SC1090,SC1091,SC2015,SC2016,SC2034,SC2064,SC2086,SC2119,SC2120,SC2128,SC2153,SC2154,SC2178,SC2206,SC2317';
  const SMALL = ['head', 'task', 'names', 'devices', 'cpus', 'gpus', 'apptainer', 'network', 'rank'];

  test.each([
    ['dash', (name: string) => SMALL.includes(name)],
    ['bash', (name: string) => !SMALL.includes(name)],
  ])('passes the parts of slurm.bash and torchrun.bash, for %s', (shell, isRead) => {
    const folder = 'src/emitters/slurm/parts';
    const parts = readdirSync(folder).filter((name) => isRead(name.replace('.bash', '')));
    const own = parts.map((name) => join(folder, name));
    expect(shellcheck(`--shell=${shell}`, ofParts, ...own)).toBe('');
  });

  test('passes the completion of bash', () => {
    const own = ['src/cli/completion/rankplan.bash', 'src/compiler/plan/setup.bash'];
    expect(shellcheck('--shell=bash', ...own)).toBe('');
  });

  test('passes the scripts of the GitHub action', () => {
    const own = readdirSync('action').map((name) => join('action', name));
    expect(own).toHaveLength(4);
    expect(shellcheck('--external-sources', ...own)).toBe('');
  });

  test('passes every env file as POSIX shell', () => {
    expect(envFiles.length).toBeGreaterThan(10);
    expect(shellcheck('--shell=sh', ...envFiles)).toBe('');
  });
});

const scratch = makeFolder('rankplan-shell-');

describe.skipIf(!requireTool('dash', has('dash'), 'apt-get install dash'))('dash', () => {
  test('is told by launch.sh that it is not bash', () => {
    const script = 'test/golden/cases/emit-shell/expected/launch.sh';
    const { status, stdout, stderr } = spawnSync('dash', [script], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 78, stdout: '' });
    expect(stderr).toMatch(/^launch\.sh: needs bash 4\.4.*\n$/);
  });

  test('reads back every value that an env file gives', () => {
    const value = fc.oneof(
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom(...' \'"\\$`\n!*?~#&|;') }),
    );
    const values = fc
      .sample(value, { numRuns: 200, seed: 42 })
      .filter((text) => !/\p{Cc}(?<![\n\t])|\p{Surrogate}/u.test(text));
    expect(values.length).toBeGreaterThan(100);
    const env = Object.fromEntries(values.map((text, i) => [`V${i}`, text]));
    const topology = join(scratch, 'topology.json');
    const nodes = [{ hosts: 'a', cpuRanks: 1 }];
    writeFileSync(topology, JSON.stringify({ version: 1, name: 'fuzz', nodes, launch: { env } }));
    const output = join(scratch, 'out');
    const words = ['dist/rankplan.cjs', 'compile', topology, '-o', output];
    expect(spawnSync(process.execPath, words, { encoding: 'utf8' }).stderr).toBe('');
    for (const shell of ['dash', 'bash']) {
      const command = `. '${output}/env/rank-0.env' && exec env -0`;
      const bare = { PATH: process.env['PATH'] };
      const { stdout } = spawnSync(shell, ['-c', command], { encoding: 'utf8', env: bare });
      const lines = stdout.split('\0').map((line) => [line, line.indexOf('=')] as const);
      const seen = new Map(lines.map(([line, at]) => [line.slice(0, at), line.slice(at + 1)]));
      for (const [name, text] of Object.entries(env)) expect(seen.get(name)).toBe(text);
    }
  });
});

test('there is a launcher whose text the checks above have seen', () => {
  expect(readFileSync('test/golden/cases/emit-shell/expected/launch.sh', 'utf8')).toContain('emit-shell');
});
