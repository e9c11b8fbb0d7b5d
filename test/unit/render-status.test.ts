import { expect, test } from 'vitest';
import { renderStatus } from '../../src/cli/run/render-status.ts';
import { trackRanks } from '../../src/cli/run/track-ranks.ts';
import { planOf } from '../compile-text.ts';

const plan = planOf(
  'version: 1\nname: two\nnodes: [{ hosts: "lab[1-2]", gpus: [{ index: 0 }, { index: 1 }] }]\n',
);

function show(columns = 120, rows = 24): readonly string[] {
  const { ranks, take } = trackRanks(plan.ranks);
  for (const rank of [0, 1, 2, 3]) take({ event: 'started', rank, pid: 100 + rank }, 0);
  take({ event: 'line', rank: 1, text: 'epoch 3 loss 0.25\u001b[31m' }, 0);
  take({ event: 'line', rank: 3, text: 'epoch 4' }, 0);
  take({ event: 'ended', rank: 2, status: 7, at: 0 }, 2000);
  const useOf = (node: string, gpu: number) =>
    node === 'lab2' && gpu === 1 ? { usedBytes: 3 * 2 ** 30, utilization: 98 } : null;
  return renderStatus({ ranks, nowMs: 5000, rows, columns, useOf });
}

test('each rank has its host, its GPU, what it holds there, and the last that it wrote', () => {
  expect(show()).toEqual([
    '4 ranks: 3 running, 1 ended',
    'RANK     GPU  PID  STATE                 SECONDS   MEMORY  BUSY  LAST LINE',
    '   2  lab2:0  102  failed with status 7        2',
    '   0  lab1:0  100  running                     5',
    '   1  lab1:1  101  running                     5                 epoch 3 loss 0.25\ufffd[31m',
    '   3  lab2:1  103  running                     5  3.0 GiB  98 %  epoch 4',
  ]);
});

test('it fits the terminal', () => {
  const lines = show(30, 6);
  expect(lines.length).toBe(5);
  expect(lines.at(-1)).toBe('and 2 more');
  for (const one of lines) expect(one.length).toBeLessThan(30);
});

test('a process of a role is shown by its name', () => {
  const { ranks, take } = trackRanks(plan.ranks, ['server-0-0', 'server-1-0', 'trainer-0-0', 'trainer-0-1']);
  take({ event: 'started', rank: 1, pid: 101 }, 0);
  const view = { ranks, nowMs: 5000, rows: 24, columns: 120, useOf: null };
  expect(renderStatus(view).slice(0, 3)).toEqual([
    '4 processes: 1 running, 3 waiting',
    '    PROCESS     GPU  PID  STATE    SECONDS',
    ' server-1-0  lab1:1  101  running        5',
  ]);
});
