import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { until } from '../../patience.ts';
import { makeFolder } from '../../scratch.ts';
import { hasTorch, PYTHON } from '../require-torch.ts';

/*
 * Ranks that train with gloo, of which one does what keeps the others waiting, and innocent ones that are only slow:
 * the right rank is named, and no other word is said. RANKPLAN_STALL_ROUNDS=20 takes each row so often, with a random rank;
 * RANKPLAN_STALL_FILE=FILE gets what was said.
 */
const rounds = Number(process.env['RANKPLAN_STALL_ROUNDS'] ?? 1);
const record = process.env['RANKPLAN_STALL_FILE'];

interface Row {
  readonly fault: string;
  /** What must be said; `{K}` is that rank, `{N}` the next one; null: nothing may be said. */
  readonly says: string | null;
  readonly ranks?: number;
  /** Which rank does it. Default: any. */
  readonly rank?: number;
  readonly watch?: 'states' | 'collectives';
  /** Seconds that the innocent pause. Default: a fault lasts until the run is ended. */
  readonly pause?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Python's own. */
  readonly options?: readonly string[];
  /** What starts `rankplan`. */
  readonly through?: readonly string[];
}

const BEHIND = 'have waited in all_reduce #6 for .*; rank {K} is not there yet\n  rank {K}';
const BUSY = 'have waited in all_reduce #6 for .*; rank {K} is busy elsewhere\n  rank {K} is busy';

/** Where a core is shared, a step may take longer than `stallAfter`. */
const BUSY_AT_MOST = '^(?![^]*(does nothing|not there yet|do not match))';
/** root, but for the right to trace what does not want it. */
const BLIND = ['setpriv', '--bounding-set', '-sys_ptrace'];

const FAULTS: readonly Row[] = [
  { fault: 'late', says: "rank {K} has not joined: no connection to rank 0's port", rank: 1 },
  { fault: 'late', says: 'rank {K} has not joined', rank: 2, watch: 'states' },
  { fault: 'sleep', says: `${BEHIND} does nothing, last in all_reduce #5: load_data, ranks.py` },
  { fault: 'sleep', says: 'no rank has done anything for', watch: 'states' },
  { fault: 'exec', says: `${BEHIND} does nothing, last in all_reduce #5: load_data` },
  { fault: 'stop', says: `${BEHIND} is stopped` },
  { fault: 'stop', says: 'rank {K} is stopped .*kill -CONT', watch: 'states' },
  { fault: 'gil', says: `${BEHIND} does nothing, last in all_reduce #5; its stack is not known` },
  { fault: 'lock', says: `${BEHIND} does nothing, last in all_reduce #5: load_data` },
  { fault: 'fifo', says: `${BEHIND} does nothing, last in all_reduce #5: load_data` },
  { fault: 'loader', says: `${BEHIND} does nothing, last in all_reduce #5: main` },
  { fault: 'skips', says: 'collectives that do not match(.|\n)*rank {K}: barrier' },
  {
    fault: 'other size',
    says: 'rank {K} \\(localhost, CPU\\) was killed by SIGABRT(.|\n)*collective mismatch',
  },
  { fault: 'other kind', says: 'collectives that do not match(.|\n)*rank {K}: broadcast #6' },
  { fault: 'chain', says: '2 ranks have waited for .*; rank {K} is not there yet', ranks: 3, rank: 2 },
  { fault: 'two', says: 'ranks {K}, {N} are not there yet', rank: 1 },
  { fault: 'world', says: 'all 4 ranks have waited .*does the program expect more ranks' },
];

const INNOCENT: readonly Row[] = [
  { fault: 'computes', says: BUSY, pause: 30 },
  { fault: 'writes', says: BUSY, pause: 30 },
  { fault: 'all compute', says: null, pause: 20 },
  { fault: 'sleep', says: null, pause: 2 },
  { fault: 'subgroups', says: null, pause: 2 },
  { fault: 'downloads', says: `${BEHIND} does nothing, last in all_reduce #5: load_data`, pause: 30 },
  { fault: 'no torch', says: 'no rank has done anything for', pause: 30 },
  { fault: 'computes', says: null, pause: 15, watch: 'states' },
  { fault: 'server', says: null, pause: 15, watch: 'states', ranks: 2, rank: 0 },
  { fault: 'uneven', says: null, pause: 0 },
  { fault: 'slow', says: null, pause: 0, env: { STEPS: '40' } },
  { fault: 'shared core', says: BUSY_AT_MOST, pause: 15, env: { STEPS: '30' } },
  { fault: 'overloaded', says: BUSY_AT_MOST, pause: 20 },
  // No socket, and a rank that this user may not trace: who looks sees no more of it than its CPU time.
  { fault: 'hidden', says: null, pause: 15, options: ['-I'], through: BLIND, rank: 2 },
];

function start(row: Row, rank: number, more: object = {}) {
  const folder = makeFolder('rankplan-stall-');
  const { fault, ranks = 4, watch = 'collectives', pause = 600, env = {}, options = [] } = row;
  const [first = '', ...words] = [...(row.through ?? []), process.execPath];
  const topology = {
    ...{ version: 1, name: 'stall', nodes: [{ hosts: 'localhost', cpuRanks: ranks }] },
    launch: {
      command: [PYTHON, ...options, resolve('test/integration/stalls/ranks.py')],
      ...{ workdir: folder, grace: 2, watch, stallAfter: '5s', master: { port: 'auto' } },
      env: { FAULT: fault, K: `${rank}`, PAUSE: `${pause}`, OMP_NUM_THREADS: '1', ...env },
      ...more,
    },
  };
  writeFileSync(join(folder, 'job.yaml'), JSON.stringify(topology));
  const child = spawn(first, [...words, resolve('dist/rankplan.cjs'), 'run', join(folder, 'job.yaml')], {
    cwd: folder, // its logs go there
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '' }, // as users have it
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (more: string) => {
    text += more;
  });
  const ended = new Promise<number | null>((done) => child.on('close', done));
  return { folder, child, ended, said: () => text };
}

/** Runs until the words come, or it ends by itself. */
async function look(row: Row, rank: number): Promise<{ text: string; status: number | null }> {
  const { child, ended, said } = start(row, rank);
  const words = row.says === null ? null : expected(row, rank);
  const isFault = row.pause === undefined;
  const isSaid = (): boolean => isFault && words?.test(said()) === true;
  await until(`${row.fault}: the words`, () => child.exitCode !== null || isSaid());
  if (isSaid()) {
    const text = said(); // at the end it says more
    child.kill('SIGTERM');
    return { text, status: await ended };
  }
  return { status: await ended, text: said() };
}

const expected = ({ says, ranks = 4 }: Row, rank: number): RegExp =>
  new RegExp((says ?? '').replaceAll('{K}', `${rank}`).replaceAll('{N}', `${(rank + 1) % ranks}`));

const choose = ({ rank, ranks = 4 }: Row): number => rank ?? Math.floor(Math.random() * ranks);

describe.skipIf(!hasTorch)('a job that stands still', () => {
  const rows = Array.from({ length: rounds }, () => [...FAULTS, ...INNOCENT]).flat();
  test.concurrent.each(rows)('$fault, watched by $watch, pause $pause', async (row) => {
    const rank = choose(row);
    const { text, status } = await look(row, rank);
    if (record !== undefined)
      writeFileSync(record, `${JSON.stringify({ ...row, rank, status, text })}\n`, { flag: 'a' });
    if (row.says === null) expect(text).toBe('');
    else expect(text).toMatch(expected(row, rank));
    const lines = text.split('\n').filter((line) => line.startsWith('rankplan: '));
    for (const line of lines) expect(line).toMatch(KNOWN);
    if (row.pause !== undefined) expect(status, text).toBe(0);
  });

  test('is ended, and starts again, if the plan wants that; its stacks are kept for this user alone', async () => {
    const { folder, ended, said } = start({ fault: 'sleep', says: '' }, 1, { onStall: 'end' });
    expect(await ended, said()).toBe(75);
    const words = 'rankplan: the ranks stand still, so all of them are ended (launch.onStall)\n';
    expect(said()).toContain(words);
    expect(said()).toMatch(/where 4 ranks were before the end(.|\n)*rank 1: load_data, ranks.py:\d+\n/);
    const [run = ''] = readdirSync(join(folder, 'runs'));
    const stacks = join(folder, 'runs', run, 'stacks');
    expect(statSync(stacks).mode & 0o777).toBe(0o700);
    expect(statSync(join(stacks, 'rank-1.txt')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(stacks, 'rank-1.txt'), 'utf8')).toMatch(/ranks.py:\d+ load_data\n/);
    const sockets = dirname(readFileSync(join(folder, 'runs', run, 'rank-0.out'), 'utf8').trim());
    expect(sockets).toMatch(/^\/tmp\/rankplan-[0-9a-f]{16}$/);
    expect(existsSync(sockets)).toBe(false);
  });
});

/** Nothing else may be said; ranks that were ended may say how. */
const KNOWN =
  /have waited|has waited|ha(s|ve) not joined|ha(s|ve) joined|do not match|no rank has done anything|went on after|is stopped|does the program expect|was killed by|where \d ranks? w(as|ere) before the end/;
