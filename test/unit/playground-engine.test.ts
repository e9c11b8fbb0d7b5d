import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { afterAll, expect, test } from 'vitest';
import { type Answer, answer, type Question } from '../../src/playground/answer.ts';

/* The page leaves out of the compiler what it cannot use: it must answer as the whole compiler does. */
const page = join(tmpdir(), `rankplan-engine-${process.pid}.html`);
execFileSync(process.execPath, ['scripts/playground.mjs', page]);
afterAll(() => rmSync(page));
const engine = /<script type="text\/plain" id="engine">([\s\S]*?)<\/script>/.exec(readFileSync(page, 'utf8'));

function ask(question: Question): Promise<{ readonly answer?: Answer; readonly error?: string }> {
  return new Promise((resolve) => {
    const scope = { TextDecoder, TextEncoder, crypto, postMessage: resolve, onmessage: (_: object) => {} };
    runInContext(engine?.[1] ?? '', createContext(scope));
    scope.onmessage({ data: { id: 1, ...question } });
  });
}

const read = (name: string): string => readFileSync(`examples/${name}/topology.yaml`, 'utf8');
const names = readdirSync('examples')
  .filter((name) => readdirSync(`examples/${name}`).includes('topology.yaml'))
  .filter((_, i) => i % 3 === 0);
/** Slips of every kind, each at another place: a quarter of a text, and one of its characters, are missing. */
const breakText = (text: string, i: number): readonly string[] => [
  text.slice(0, Math.floor(text.length * 0.75)),
  text.replace(new RegExp(`^([\\s\\S]{${(997 * (i + 1)) % text.length}})[\\s\\S]`), '$1'),
  text.replaceAll(/[:\]}"]/g, (mark, at: number) => (at % 7 === i % 7 ? '' : mark)),
];

test.each(names)('of examples/%s it has the same findings, plan, files and difference', async (name) => {
  const before = read(names[names.indexOf(name) - 1] ?? name);
  const text = read(name);
  for (const topology of [
    text,
    ...breakText(text, names.indexOf(name)),
    text.replace(/\{[\s\S]*/, '{"a": 1}'),
  ]) {
    const expected = await answer({ topology, before });
    expect(await ask({ topology, before })).toEqual({ id: 1, answer: JSON.parse(JSON.stringify(expected)) });
  }
});
