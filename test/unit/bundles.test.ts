import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { cachesTaken } from '../caches-taken.ts';
import { makeFolder } from '../scratch.ts';
import { some } from '../stage.ts';

const QUICKSTART = resolve('examples/quickstart/topology.yaml');
const scratch = makeFolder('rankplan-bundles-');

const start = (folder: string, args: readonly string[]) =>
  spawnSync(process.execPath, [join(folder, 'rankplan.cjs'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, RANKPLAN_EXEC: process.execPath },
  });

test.each([
  [['check', QUICKSTART], ['cli'], 'ok: 4 ranks'],
  [['run', '--dry-run', QUICKSTART], ['cli', 'run'], 'rank 3 (localhost, CPU): '],
])('%j reads no bundle but %j', (args, bundles, expected) => {
  const folder = mkdtempSync(join(scratch, 'dist-'));
  for (const name of ['rankplan', ...bundles]) cpSync(`dist/${name}.cjs`, join(folder, `${name}.cjs`));
  const { status, stdout, stderr } = start(folder, args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain(expected);
});

const BUILDER: string = pathToFileURL('scripts/build-code-caches.mjs').href;
const CACHED = ['cli', 'rest', 'run'];
const RUN = ['run', '--dry-run', QUICKSTART];
const CHECK = ['check', QUICKSTART];

test('every bundle has a code cache, which this Node takes', () => {
  const cached = readdirSync('dist').filter((name) => name.endsWith('.cache'));
  expect(cached.sort()).toEqual(CACHED.map((bundle) => `${bundle}.cache`));
  expect(cachesTaken(resolve('dist'), RUN)).toEqual(['cli.cjs takes its cache', 'run.cjs takes its cache']);
});

test('code caches are the same when they are made again, wherever', async () => {
  const folder = join(scratch, 'b c');
  for (const bundle of CACHED) cpSync(`dist/${bundle}.cjs`, join(folder, `${bundle}.cjs`));
  const { buildCodeCaches } = await import(BUILDER);
  buildCodeCaches(folder);
  for (const bundle of CACHED) {
    const [made, shipped] = [folder, 'dist'].map((place) => readFileSync(join(place, `${bundle}.cache`)));
    expect(made?.equals(shipped as Buffer), bundle).toBe(true);
  }
});

// V8 would take all but the last two: it knows its own version number, and of a bundle the length. A damaged cache it runs.
const MACHINES = [
  ['another patch of Node', ".versions, 'v8', { value: '11.3.244.8-node.37' }"],
  ['another build of this Node', ", 'config', { value: { variables: {} } }"],
  ['another platform', ", 'platform', { value: 'sunos' }"],
  ['another architecture', ", 'arch', { value: 'arm' }"],
] as const;
test.each(some(MACHINES, 2))('the code cache of %s is not used', (_, property) => {
  const before = `Object.defineProperty(process${property});`;
  expect(cachesTaken(resolve('dist'), CHECK, { before })).toEqual(['cli.cjs is compiled']);
});

test.each<[string, (folder: string) => void]>([
  [
    'another bundle',
    (folder) => {
      const digest = lastLine('dist/cli.cjs');
      edit(folder, 'cli.cjs', (bytes) => bytes.map(changeLast));
      const changed = lastLine(join(folder, 'cli.cjs'));
      edit(folder, 'rankplan.cjs', (bytes) => Buffer.from(String(bytes).replace(digest, changed)));
    },
  ],
  ['a download that broke off', (folder) => edit(folder, 'cli.cache', (bytes) => bytes.subarray(0, -9000))],
  ['an empty file', (folder) => edit(folder, 'cli.cache', () => new Uint8Array())],
])('nor that of %s', (_, change) => {
  const folder = copyDist();
  change(folder);
  expect(cachesTaken(folder, CHECK)).toEqual(['cli.cjs is compiled']);
});

const DAMAGES: readonly (readonly [string, (folder: string, name: string) => void])[] = [
  ['is missing', (folder, name) => rmSync(join(folder, name))],
  ['is empty', (folder, name) => edit(folder, name, () => new Uint8Array())],
  ['is of another build', (folder, name) => edit(folder, name, (bytes) => bytes.map(changeLast))],
  ['broke off', (folder, name) => edit(folder, name, (bytes) => bytes.subarray(0, -9000))],
];
const CALLS = { 'cli.cjs': CHECK, 'run.cjs': RUN, 'rest.cjs': ['explain', 'RP1001'] };
const DAMAGED = Object.entries(CALLS).flatMap(([name, args]) =>
  DAMAGES.map(([what, damage]) => ({ name, args, what, damage })),
);

// A check whose code is not there must not pass; one of mixed code may do anything.
test.each(some(DAMAGED, 3))('an installation whose $name $what is refused', ({ name, args, damage }) => {
  const folder = copyDist();
  damage(folder, name);
  const { status, stdout, stderr } = start(folder, args);
  expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
  expect(stderr.trimEnd().split('\n')).toEqual([expect.stringContaining(name)]);
});

function copyDist(): string {
  const folder = mkdtempSync(join(scratch, 'dist-'));
  cpSync('dist', folder, { recursive: true });
  return folder;
}

const lastLine = (path: string): string =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .slice(-'sha256-'.length - 64);

const edit = (folder: string, name: string, change: (bytes: Uint8Array) => Uint8Array) =>
  writeFileSync(join(folder, name), change(readFileSync(join(folder, name))));

/** The last character before the line break: of a digest. */
const changeLast = (byte: number, at: number, all: Uint8Array) => (at === all.length - 2 ? byte ^ 1 : byte);
