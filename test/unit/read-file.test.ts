import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readInput } from '../../src/cli/input/read-file.ts';
import { makeFolder } from '../scratch.ts';

const FOLDER = makeFolder('rankplan-read-');

describe('an input file is read whole, and one byte beyond its bound', () => {
  const sizes = [0, 1, 4095, 4096, 4097, 65_535, 65_536, 65_537, 200_000];
  test.each(sizes)('of %i bytes', (size) => {
    const path = join(FOLDER, String(size));
    const content = Buffer.from(Array.from({ length: size }, (_, i) => 32 + (i % 90)));
    writeFileSync(path, content);
    expect(readInput(path).bytes.equals(content)).toBe(true);
    for (const bound of [4096, 65_536, size])
      expect(readInput(path, bound).bytes.equals(content.subarray(0, bound + 1))).toBe(true);
  });
});

test('a file whose size the kernel does not tell', () => {
  expect(readInput('/proc/self/status').bytes.toString()).toContain('VmPeak');
});

test('a pipe that is written in pieces', () => {
  const path = join(FOLDER, 'topology.yaml');
  const comment = `# ${'x'.repeat(300_000)}\n`;
  writeFileSync(path, `version: 1\nname: t\n${comment}nodes: [{hosts: h1, gpus: {count: 1}, wrong: 1}]\n`);
  const script = '{ head -c 20; head -c 70000; cat; } < "$0" | "$1" dist/rankplan.cjs check -';
  const { stdout, status } = spawnSync('bash', ['-c', script, path, process.execPath]);
  expect(status).toBe(1);
  expect(stdout.toString()).toContain('<stdin>:4:39: error[RP1101]');
});
