import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { planOf } from '../compile-text.ts';
import { bundleProgram, compileApart } from '../compiler-process.ts';
import { makeFolder } from '../scratch.ts';
import { some } from '../stage.ts';

const FOLDER = fileURLToPath(new URL('../inventories/', import.meta.url));
const scratch = makeFolder('same-bytes-');
let program = '';

beforeAll(async () => {
  program = await bundleProgram(scratch);
});

const PLACES = [
  { cwd: scratch, env: { TZ: 'Asia/Kathmandu', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' } },
  { cwd: FOLDER, env: { TZ: 'America/St_Johns', LC_ALL: 'C', HOME: '/nonexistent', HOSTNAME: 'elsewhere' } },
];

/** One mixes vendors, which is an error wherever one is; another is longer than the program prints. */
const PRINTED = readdirSync(FOLDER).filter((name) => name !== 'two-vendors' && name !== 'thousand-nodes');

test.each(some(PRINTED))('%s gives the same bytes anywhere', async (name) => {
  const file = join(FOLDER, name, 'topology.yaml');
  const here = await compileApart(program, file);
  expect(here.plan).toContain(`"formatVersion": "1.0"`);
  for (const place of PLACES) expect(await compileApart(program, file, place)).toEqual(here);
});

test('names are in the order of their code units, which no locale changes', () => {
  const env = { b: '1', A: '2', _c: '3', a: '4' };
  const plan = planOf({ version: 1, name: 't', nodes: [{ hosts: 'n1', cpuRanks: 1 }], launch: { env } });
  expect(Object.keys(plan.launch.env)).toEqual(['A', '_c', 'a', 'b']);
});
