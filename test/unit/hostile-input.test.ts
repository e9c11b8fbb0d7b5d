import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleProgram, compileApart } from '../compiler-process.ts';
import { AMPLIFIERS } from '../hostile/amplified.ts';
import type { HostileInput } from '../hostile/input.ts';
import { INVENTORIES, LISTS } from '../hostile/listed.ts';
import { ENCODINGS, NUMBERS, SYNTAX } from '../hostile/malformed.ts';
import { NESTING, SIZES } from '../hostile/oversized.ts';
import { ALIASES, KEYS } from '../hostile/repeated.ts';

const HOSTILE = { SIZES, NESTING, ALIASES, KEYS, ENCODINGS, SYNTAX, NUMBERS, AMPLIFIERS, LISTS, INVENTORIES };

const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
let program = '';

beforeAll(async () => {
  program = await bundleProgram(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Of the process itself, whatever else the machine does. The largest that compiles need a third of it. */
const MAX_CPU_SECONDS = 45;

/** One process each, which must end by itself, within its memory, and with these findings. */
describe.each(Object.entries(HOSTILE))('%s', (_group, inputs) => {
  test.each(inputs)('$name', async ({ source, codes, compiles = false, files = {} }: HostileInput) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text());
    const file = join(folder, 'topology.yaml');
    writeFileSync(file, source());
    const compiled = await compileApart(program, file, { cpuSeconds: MAX_CPU_SECONDS });
    expect(compiled.compiles).toBe(compiles);
    if (codes === null) expect(compiled.codes).not.toEqual([]);
    else expect(compiled.codes).toEqual(codes);
  });
});
