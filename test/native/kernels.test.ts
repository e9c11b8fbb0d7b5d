import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Memory, parseKernel, runThread } from './run-ptx.ts';

/*
 * What the probe times is what its figures are divided by: the PTX that ships is run here, instruction by instruction.
 * Whether a GPU compiles it so, only a GPU can say (scripts/gpu-check).
 */

const PTX = readFileSync('native/cuda/kernels/kernels-ptx.h', 'utf8');
const SHAPES = readFileSync('native/cuda/kernels/kernel-shapes.h', 'utf8');
const shape = (name: string): number =>
  Number(new RegExp(`define RANKPLAN_${name} (\\d+)`).exec(SHAPES)?.[1]);
const THREADS = shape('BLOCK_THREADS');
const BLOCK_BYTES = 16 * THREADS;

const FROM = 0x7f00_0000_0000n;
const TO = 0x7f80_0000_0000n;

describe('rankplan_copy', () => {
  const kernel = parseKernel(PTX, 'rankplan_copy');

  test.each([1, 2, 7])('reads and writes each word of %d blocks once', (blocks) => {
    const words = (blocks * BLOCK_BYTES) / 4;
    const [loads, stores] = [new Uint8Array(words), new Uint8Array(words)];
    const copied = new Uint32Array(words);
    const valueAt = (word: number) => (word * 2_654_435_761) >>> 0;
    const memory: Memory = {
      load(address) {
        const word = Number(address - FROM) / 4;
        loads[word] = (loads[word] ?? Number.NaN) + 1;
        return valueAt(word);
      },
      store(address, value) {
        const word = Number(address - TO) / 4;
        stores[word] = (stores[word] ?? Number.NaN) + 1;
        copied[word] = value;
      },
    };
    let moved = 0;
    for (let block = 0; block < blocks; block++)
      for (let index = 0; index < THREADS; index++) {
        const parameters = [TO, FROM];
        const { counts } = runThread(kernel, { parameters, block, index, memory });
        moved += 4 * (counts.get('st.global.v4.u32') ?? 0);
      }
    expect(moved).toBe(words);
    expect([loads, stores].map((counts) => counts.every((count) => count === 1))).toEqual([true, true]);
    expect(copied.every((value, word) => value === valueAt(word))).toBe(true);
  });
});

describe('rankplan_fma', () => {
  const kernel = parseKernel(PTX, 'rankplan_fma');
  const [CHAINS, STEPS] = [shape('FMA_CHAINS'), shape('FMA_STEPS')];
  const memory: Memory = {
    load: () => Number.NaN,
    store() {
      throw new Error('a result was written');
    },
  };

  test.each([
    [0, 0, -1],
    [1, 1, -1],
    [7, 3, -1],
    [255, 2, 0.5],
  ])('thread %d does what is counted in %d rounds, with the multiplier %d', (index, rounds, multiplier) => {
    const parameters = [TO, multiplier, 1, rounds];
    const { counts, registers } = runThread(kernel, { parameters, block: 0, index, memory });
    expect(counts.get('fma.rn.f32') ?? 0).toBe(rounds * CHAINS * STEPS);
    const chains = Array.from({ length: CHAINS }, (_, i) =>
      Math.fround((index * CHAINS + i) * Math.fround(0.7351)),
    );
    const ends = chains.map((start) => {
      let value = start;
      for (let step = 0; step < rounds * STEPS; step++) value = Math.fround(value * multiplier + 1);
      return value;
    });
    expect([...registers.values()]).toEqual(expect.arrayContaining(ends));
    expect([...registers.values()]).toContain(ends.reduce((sum, value) => Math.fround(sum + value), 0));
  });
});

test('an instruction that is not known is no silent success', () => {
  const text = '.visible .entry x(\n)\n{\n\tsin.approx.f32 %f1, 0f00000000;\n\tret;\n\n}\n';
  const kernel = parseKernel(text, 'x');
  const thread = { parameters: [], block: 0, index: 0, memory: { load: () => 0, store() {} } };
  expect(() => runThread(kernel, thread)).toThrow('sin.approx.f32');
});
