import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../patience.ts';
import { type FaultBed, findUnfinished, startFaultBed, WORK } from './fault-bed.ts';
import { hasHosts } from './harness/hosts.ts';
import { LIE_FAULTS } from './lie-faults.ts';
import { CACHE_FAULTS, LOGIN_FAULTS } from './login-faults.ts';
import { RUN_FAULTS } from './run-faults.ts';
import { SEND_FAULTS } from './send-faults.ts';
import { START_FAULTS } from './start-faults.ts';

/*
 * What goes wrong with several hosts, each on five of them: the status and the host that is named are right, and no rank
 * is left anywhere. RANKPLAN_FAULT_ROUNDS=6 takes each row so often; RANKPLAN_FAULT_TIMES=FILE gets the times.
 */
const rounds = Number(process.env['RANKPLAN_FAULT_ROUNDS'] ?? 1);
const times = process.env['RANKPLAN_FAULT_TIMES'];

describe.skipIf(!hasHosts)('run --all', () => {
  let bed: FaultBed;
  beforeAll(async () => {
    bed = await startFaultBed();
  });
  afterAll(() => bed?.stop());

  const rows = [
    ...START_FAULTS,
    ...RUN_FAULTS,
    ...LOGIN_FAULTS,
    ...CACHE_FAULTS,
    ...SEND_FAULTS,
    ...LIE_FAULTS,
  ];
  const runs = Array.from({ length: rounds }, () => rows).flat();
  test.each(runs)('$name', async (row) => {
    const { status, text, at } = await bed.run(row);
    if (times !== undefined)
      writeFileSync(times, `${JSON.stringify({ name: row.name, ...at, status, text })}\n`, {
        flag: 'a',
      });
    expect.soft(text).toMatch(row.says);
    expect.soft(status, text).toBe(row.status);
    await until('no program is half there', () => bed.labs.flatMap(findUnfinished).length === 0);
    // What a host sends is no more than words, and no order to a terminal.
    if (row.command === undefined) expect.soft(text).not.toMatch(/(?!\n)\p{Cc}/u);
    if (row.behaviour !== 'flood') expect.soft(text.length).toBeLessThan(20_000);
    if (row.isRefused === true) {
      const began = await Promise.all(bed.labs.map((host) => host.run(['bash', '-c', `ls ${WORK}/here-*`])));
      expect(began.map(({ stdout }) => stdout).join('')).toBe('');
    }
  });
});
