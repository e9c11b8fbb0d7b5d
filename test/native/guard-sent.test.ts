import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connectHost } from '../../src/runtime/hosts/bootstrap.ts';
import { createEventReader, type GuardEvent } from '../../src/runtime/hosts/events.ts';
import { order } from '../../src/runtime/hosts/orders.ts';
import { describeProgram } from '../../src/runtime/hosts/send-program.ts';
import { makeHost } from '../unit/hosts-bootstrap-fixture.ts';
import { EXEC } from './exec-fixture.ts';

const programs = {
  exec: () => describeProgram('rankplan-exec', readFileSync(EXEC)),
  probe: () => null,
};

/** Ranks of a host that had nothing of ours, and the status that each is to have. */
async function runThere(directory: string | null, statuses: readonly number[]) {
  const host = makeHost('/bin/bash');
  const events: GuardEvent[] = [];
  const output: string[] = [];
  const failures: string[] = [];
  const places = ['--directory', host.home, '--logs', join(host.home, 'runs/one')];
  const script = 'echo "$MINE $RANK"; env | grep -c ^rankplan_; exit $STATUS';
  const common = [...places, '--grace', '2', '--show', 'all', '--', 'bash', '-c', script];
  const reader = createEventReader({
    ranks: statuses.map((_, rank) => rank),
    onEvent: (event) => {
      events.push(event);
      if (event.event === 'hello') link.send(order.run(common, statuses.map(describe)));
      if (event.event === 'done') link.close();
    },
    onOutput: (_, line) => output.push(line.toString()),
    onFailure: (reason) => {
      failures.push(reason);
      link.end('SIGKILL');
    },
  });
  const describe = (status: number, rank: number): readonly string[] => [
    ...['--rank', `${rank}`, '--label', `[${rank}] `],
    ...['--stdout', `rank-${rank}.out`, '--stderr', `rank-${rank}.err`],
    ...['--env', `RANK=${rank}`, '--env', `STATUS=${status}`],
  ];
  const { words } = host;
  const link = connectHost(words, {
    ...{ patience: 30, timeout: 30 },
    directory,
    programs,
    wantsProbe: false,
    onBytes: reader.take,
  });
  reader.grant(8192);
  link.send(order.credit(8192));
  const { reason } = await link.ended;
  return { host, events, output: output.sort(), failures, reason, isWell: reader.isWell };
}

it('runs ranks on a host that has a shell only, in the environment of its login', async () => {
  const { output, failures, reason, isWell, events } = await runThere('jobs', [0, 0]);
  expect({ failures, reason, isWell }).toEqual({ failures: [], reason: null, isWell: true });
  expect(output).toEqual(['[0] 0', '[0] kept 0', '[1] 0', '[1] kept 1']);
  expect(events.filter(({ event }) => event === 'ended')).toHaveLength(2);
});

it('is not well where one rank failed', async () => {
  const { failures, isWell, events } = await runThere(null, [0, 3]);
  expect({ failures, isWell }).toEqual({ failures: [], isWell: false });
  expect(events).toContainEqual(expect.objectContaining({ event: 'ended', rank: 1, status: 3 }));
});
