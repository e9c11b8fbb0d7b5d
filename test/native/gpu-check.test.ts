import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { fakeMachine, hasNative } from './fake-machine.ts';

const scratch = mkdtempSync(join(tmpdir(), 'rankplan-gpu-check-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const PROGRAM = resolve('scripts/gpu-check');

interface Step {
  readonly name: string;
  readonly status: 'ok' | 'failed' | 'absent';
  readonly reason?: string;
  readonly facts?: Readonly<Record<string, unknown>>;
}

function gpuCheck(scenario: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const report = join(mkdtempSync(join(scratch, 'report-')), 'report.json');
  const machine = fakeMachine(`../scores/${scenario}`);
  const { status, stderr } = spawnSync(PROGRAM, [...args, report], {
    encoding: 'utf8',
    // No PyTorch of this machine, whose CUDA is another.
    env: { ...machine.env, RANKPLAN_TEST_PYTHON: '/nonexistent/python3', ...env },
    timeout: 120_000,
  });
  const read = (): readonly Step[] => JSON.parse(readFileSync(report, 'utf8')).steps;
  const steps = status === 2 ? [] : read();
  return { status, stderr, steps, find: (name: string) => steps.find((step) => step.name === name) };
}

describe.skipIf(!hasNative)('scripts/gpu-check', () => {
  test('goes through all steps with a Node that is carried', () => {
    const { steps, find, stderr } = gpuCheck('two-l40s', [process.execPath], { NODE: '/nonexistent' });
    expect(steps.map(({ name }) => name)).toEqual([
      'machine',
      'build',
      'discover',
      'score',
      'score-again',
      'torch-figures',
      'run',
      'verify',
      'audit',
      'stray-allocation',
    ]);
    for (const name of ['machine', 'build', 'discover', 'score', 'score-again'])
      expect({ step: find(name), stderr }).toMatchObject({ step: { status: 'ok' } });
    expect(find('torch-figures')).toMatchObject({ status: 'absent' });
    expect(find('score')?.facts).toMatchObject({ scores: { 0: { bf16: { quality: 'ok' } } } });
    expect(find('run')?.reason).toBeUndefined();
    expect(find('verify')).toMatchObject({
      status: 'ok',
      facts: { said: expect.stringMatching(/^localhost: verified: as planned: 1 GPU by UUID and memory, /m) },
    });
  });

  test('a step that fails does not stop the others, and is told', () => {
    const { status, find } = gpuCheck('launch-failure', [], { NODE: process.execPath });
    expect(status).toBe(1);
    expect(find('discover')).toMatchObject({ status: 'ok' });
    expect(find('score')).toMatchObject({ status: 'failed', reason: expect.stringContaining('RP5224') });
    expect(find('stray-allocation')).toBeDefined();
  });

  test('what is no Node is told at once', () => {
    const { status, stderr } = gpuCheck('two-l40s', ['/nonexistent/node']);
    expect(status).toBe(2);
    expect(stderr).toContain("'/nonexistent/node' is no Node");
  });
});
