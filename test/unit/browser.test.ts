import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { type BuildResult, build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { planOf } from '../compile-text.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const topology = readFileSync(`${root}test/inventories/three-models/topology.yaml`, 'utf8');

let bundle: BuildResult<{ write: false; metafile: true }>;

beforeAll(async () => {
  bundle = await build({
    entryPoints: [`${root}src/compiler/compile.ts`],
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'rankplan',
    write: false,
    metafile: true,
    absWorkingDir: root,
    logLevel: 'silent',
  });
});

test('the compiler needs nothing that a browser lacks', () => {
  expect(bundle.warnings).toEqual([]);
  const imports = Object.values(bundle.metafile.inputs).flatMap((input) => input.imports);
  expect(imports.length).toBeGreaterThan(50);
  expect(imports.filter(({ path, external }) => external === true || path.startsWith('node:'))).toEqual([]);
});

test('its own sources and the YAML parser are all that it is made of', () => {
  const allowed = /^(src\/compiler|src\/generated|schemas|node_modules\/yaml\/browser)\//;
  expect(Object.keys(bundle.metafile.inputs).filter((path) => !allowed.test(path))).toEqual([]);
});

test('it compiles where there is no process, no file and no clock', () => {
  const context = createContext({ TextDecoder, console, topology: new TextEncoder().encode(topology) });
  const code = bundle.outputFiles.map(({ text }) => text).join('');
  const noClock = 'delete globalThis.Date; Math.random = () => { throw new Error("chance"); };';
  const call =
    'JSON.stringify(rankplan.compile(topology, { name: "t", read: () => ({ kind: "missing", name: "t" }) }))';
  const compilation = JSON.parse(runInContext(`${noClock}\n${code}\n${call}`, context) as string) as {
    plan: unknown;
  };
  expect(compilation.plan).toEqual(planOf(topology));
});
