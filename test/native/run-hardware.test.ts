import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listen } from '../listen.ts';
import { some } from '../stage.ts';
import { hasExec } from './exec-fixture.ts';
import { fakeMachine, hasNative } from './fake-machine.ts';
import { findRun, type JobOptions, readLog, runJob, writeJob } from './run-fixture.ts';

const UUID = (gpu: number): string => `GPU-14050000-0000-4000-8000-00000000000${gpu}`;

/** A run on an imitated machine; `started` tells whether it left any logs. */
function runOn(
  machine: ReturnType<typeof fakeMachine>,
  slots: object,
  args: readonly string[] = [],
  options: JobOptions = {},
) {
  const job = writeJob({ nodes: [{ hosts: 'localhost', ...slots }], script: 'echo "$RANK"', ...options });
  const outcome = runJob(job, ['--audit', 'off', ...args], machine);
  const codes = outcome.stderr.match(/(?<=(?:error|warning)\[)RP\d{4}/g) ?? [];
  return { ...outcome, codes, started: existsSync(join(job.folder, 'runs')) };
}

const refused = (...codes: string[]) => ({ status: 78, stdout: '', started: false, codes });

describe.skipIf(!hasExec || !hasNative)('run, on hardware', () => {
  it('as planned starts the ranks, and says nothing', () => {
    const gpus = [
      { index: 0, uuid: UUID(0), model: 'L40S', memory: '48GB' },
      { index: 3, uuid: UUID(3) },
    ];
    const job = writeJob({ nodes: [{ hosts: 'localhost', gpus }], script: 'echo "$RANK"' });
    const { status, stderr } = runJob(job, ['--audit', 'off'], fakeMachine('four-l40s'));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(readLog(job.folder, 'rank-1.out')).toBe('1\n');
    expect(findRun(job.folder)).toContain('runs/');
  });

  const refusals: readonly (readonly [string, object, readonly string[]])[] = [
    ['four-l40s', { gpus: { count: 6 } }, ['RP5230', 'RP5230']],
    ['four-l40s', { gpus: [{ index: 0, uuid: UUID(1) }] }, ['RP5231']],
    ['four-l40s', { gpus: { count: 4, model: 'H100', memory: '80GB' } }, ['RP5233', 'RP5232']],
    ['mig', { gpus: { count: 2 } }, ['RP5234']],
    ['lost-gpu', { gpus: { count: 4 } }, ['RP5205']],
    ['one-not-permitted', { gpus: { count: 4 } }, ['RP5203']],
    ['hangs-at-gpu', { gpus: { count: 1 } }, ['RP5206']],
    ['crashes', { gpus: { count: 1 } }, ['RP5208']],
  ];
  it.each(some(refusals))('%s, planned: %j: is refused', (scenario, slots, codes) => {
    const outcome = runOn(fakeMachine(scenario), slots, ['--driver-timeout', '1']);
    expect({ ...outcome, codes: [...new Set(outcome.codes)].sort() }).toMatchObject(
      refused(...[...new Set(codes)].sort()),
    );
    expect(outcome.stderr).toMatch(/rankplan: .* \(\d errors? above\): nothing was started(;.*)?\n$/);
  });

  it('is not asked for with --no-verify', () => {
    const slots = { gpus: { count: 1, model: 'H100' } };
    const outcome = runOn(fakeMachine('hangs-at-start'), slots, ['--no-verify']);
    expect(outcome).toMatchObject({ status: 0, stderr: '', started: true });
  });

  it('is asked for by --audit all the same', () => {
    const slots = { gpus: { count: 1 } };
    const outcome = runOn(fakeMachine('no-driver'), slots, ['--no-verify', '--audit', 'warn']);
    expect(outcome.status).toBe(0);
    expect(outcome.stderr).toMatch(/audit: unverified: .*\n/);
    expect(outcome.stderr).toContain('no-driver');
  });

  it('tells all that differs at once, and where', () => {
    const gpus = [{ index: 0, uuid: UUID(1) }, { index: 2, model: 'H100' }, { index: 7 }];
    const machine = fakeMachine('four-l40s', { lines: [`gpu.2.processes ${process.pid}`] });
    const outcome = runOn(machine, { gpus });
    expect({ ...outcome, codes: outcome.codes.toSorted() }).toMatchObject(
      refused('RP5230', 'RP5231', 'RP5232', 'RP5236'),
    );
    expect(outcome.stderr).toMatch(
      /topology\.yaml:1:\d+: error\[RP5231\]: GPU localhost:0 \(rank 0\) should be/,
    );
    expect(outcome.stderr).toContain('rankplan: this machine is not as planned (4 errors above)');
  });

  it('that others use is refused, or allowed', () => {
    const machine = fakeMachine('four-l40s', { lines: [`gpu.1.processes ${process.pid}`] });
    const gpus = { gpus: { count: 2 } };
    expect(runOn(machine, gpus)).toMatchObject(refused('RP5236'));
    expect(runOn(machine, gpus, ['--allow-busy'])).toMatchObject({
      status: 0,
      started: true,
      stderr: expect.stringMatching(
        /^.*: warning\[RP5236\]: GPU localhost:1 \(rank 1\) is used by others: 1.0 GiB by PID/,
      ),
    });
  });

  it('that is in use by what is not listed is refused; that others cannot be seen is told', () => {
    const gpus = { gpus: { count: 1 } };
    expect(runOn(fakeMachine('unlisted'), gpus)).toMatchObject(refused('RP5213'));
    expect(runOn(fakeMachine('unseen'), gpus)).toMatchObject({ status: 0, codes: ['RP5214'] });
  });

  it('is looked at in a dry run, too', () => {
    const gpus = { gpus: { count: 4 } };
    expect(runOn(fakeMachine('lost-gpu'), gpus, ['--dry-run'])).toMatchObject(refused('RP5205'));
    const fine = runOn(fakeMachine('four-l40s'), gpus, ['--dry-run']);
    expect(fine).toMatchObject({ status: 0, started: false, stderr: '' });
    expect(fine.stdout).toContain('rank 3 (localhost, GPU 3): bash');
  });

  it('is looked at last: what is wrong with node, port or address is told first', async () => {
    const { port, stop } = await listen();
    const outcome = runOn(fakeMachine('lost-gpu'), { gpus: { count: 4 } }, ['--port', `${port}`]);
    await stop();
    expect(outcome).toMatchObject({ ...refused(), stderr: expect.stringContaining('is taken on this host') });
  });

  it('is started on unchecked, with a warning, where the native part is missing', () => {
    const outcome = runOn(fakeMachine('no-addon'), { gpus: { count: 4 } });
    expect(outcome).toMatchObject({ status: 0, started: true, codes: [] });
    expect(outcome.stderr).toMatch(
      /^rankplan: warning: rankplan's native part cannot be loaded, so it was not checked .*\n$/,
    );
  });

  it('is not looked at for CPU ranks, nor for other vendors', () => {
    for (const scenario of ['crashes', 'no-addon']) {
      const machine = fakeMachine(scenario);
      const alone = runOn(machine, { cpuRanks: 2 });
      expect(alone).toMatchObject({ status: 0, stderr: '' });
      const idle = { mapping: { exclude: ['localhost:0-1'] } };
      const beside = runOn(machine, { cpuRanks: 1, gpus: { count: 2 } }, [], idle);
      expect(beside).toMatchObject({ status: 0, stderr: '' });
      const amd = runOn(machine, { gpus: [{ index: 0, vendor: 'amd' }] });
      expect(amd).toMatchObject({ status: 0, stderr: '' });
    }
  });
});
