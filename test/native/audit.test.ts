import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { until } from '../patience.ts';
import { runs, some } from '../stage.ts';
import {
  type AuditJob,
  HOLD,
  hasHold,
  listKinds,
  prepareAudited,
  readReport,
  runAudited,
  startAudited,
} from './audit-fixture.ts';
import { findProcesses, hasExec } from './exec-fixture.ts';
import { fakeMachine, hasNative } from './fake-machine.ts';
import { areReady, findRun, READY, runOnTerminal, startRun, writeJob } from './run-fixture.ts';

/** Two looks are certain to see a rank, and to be over, when a fourth begins after it has opened its GPU. */
const OWN = 'hold hold=local:2000 looks=4';
/** Until the test says so. */
const WAIT = 'until [[ -e go ]]; do sleep 0.05; done';
const only = (rank: number, words: string) => `[[ $RANK != ${rank} ]] || hold ${words}; ${OWN}`;

const isValid = new Ajv().compile(JSON.parse(readFileSync('schemas/audit.schema.json', 'utf8')));

/** Runs, and checks what holds for every run. */
async function audit(job: AuditJob) {
  const outcome = await runAudited(job);
  expect(isValid(outcome.report), JSON.stringify(isValid.errors)).toBe(true);
  expect(findProcesses(outcome.job.marker)).toEqual([]);
  const { verdict, reasons = [] } = outcome.report ?? {};
  const codes = reasons.map(({ code, ranks }) => [code, ranks.join(',')].join(' ').trim());
  expect(outcome.stderr).toContain(`rankplan: audit: ${verdict}: `);
  return { ...outcome, verdict, codes, kinds: listKinds(outcome.report) };
}

describe.skipIf(!hasNative || !hasExec || !hasHold).concurrent('run --audit', () => {
  describe('verifies ranks', () => {
    const verified = { status: 0, verdict: 'verified', codes: [], kinds: [] };

    test('that are on their own GPUs, and keeps what they held', async () => {
      const { report, stderr, ...outcome } = await audit({ script: OWN });
      expect(outcome).toMatchObject(verified);
      expect(stderr.split('\n').length).toBe(2);
      const bytes = 2300 * 2 ** 20;
      expect(report?.ranks).toMatchObject(
        [0, 1, 2, 3].map((rank) => ({
          verified: true,
          use: [{ gpu: `GPU ${rank}`, peakBytes: bytes, lastBytes: bytes }],
        })),
      );
      expect(report?.gpus[2]).toMatchObject({ gpu: 'GPU 2', ranks: [2], baselineBytes: 0, peakBytes: bytes });
    });

    test('with children there, that outlive their parents, in sessions of their own', async () => {
      const child = `(setsid bash -c '"$@" </dev/null >/dev/null 2>&1 &' x`;
      const script = `${child} ${HOLD} hold=local:100 looks=4); hold hold=local:500 fork hold=local:10 looks=4`;
      expect(await audit({ script })).toMatchObject(verified);
    });

    test('64 of them, on GPUs that the driver lists in another order than CUDA', async () => {
      const ranks = runs(64, 16);
      const node = { gpus: [0, 7].map((index) => ({ index })) };
      const many = { scenario: 'eight-h100-nvswitch', node, mapping: { ranksPerGpu: ranks / 2 } };
      const { report, ...outcome } = await audit({ script: 'hold hold=0:10 looks=4', ...many });
      expect(outcome).toMatchObject(verified);
      expect(report?.ranks.filter((rank) => rank.verified).length).toBe(ranks);
    });

    test('that are on MIG instances', async () => {
      const mig = [0, 2, 3].map((place, i) => ({
        index: 2 + i,
        parent: 1,
        uuid: `MIG-3c2a0000-0000-5000-8000-00000000000${place}`,
      }));
      const node = { gpus: [{ index: 0 }, ...mig] };
      expect(await audit({ script: OWN, scenario: 'mig', node })).toMatchObject(verified);
    });
  });

  test('verifies ranks that have several GPUs, with a worker for each', async () => {
    const worker = `setsid bash -c '"$@" </dev/null >/dev/null 2>&1 &' x ${HOLD}`;
    const script = `${worker} hold=0:100 looks=6; ${worker} hold=1:100 looks=6; hold hold=0:0 looks=5`;
    const { report, ...outcome } = await audit({ script, mapping: { gpusPerRank: 2 } });
    expect(outcome).toMatchObject({ status: 0, verdict: 'verified', codes: [], kinds: [] });
    expect(report?.ranks).toMatchObject([
      { rank: 0, gpu: 0, gpus: [0, 1], verified: true, use: [{ gpu: 'GPU 0' }, { gpu: 'GPU 1' }] },
      { rank: 1, gpu: 2, gpus: [2, 3], verified: true, use: [{ gpu: 'GPU 2' }, { gpu: 'GPU 3' }] },
    ]);
  });

  describe('finds', () => {
    test('a context of every rank on GPU 0', async () => {
      const { stderr, ...outcome } = await audit({ script: 'hold hold=0:0 hold=local:2000 looks=4' });
      expect(outcome).toMatchObject({
        status: 0,
        verdict: 'misplaced',
        kinds: [1, 2, 3].map((rank) => `stray-context ${rank} GPU 0`),
      });
      expect(stderr).toContain(
        'rank 2 (localhost, GPU 2) has a context on GPU 0 (300 MiB), which is not its own\n',
      );
      expect(stderr.match(/torch\.cuda\.set_device/g)?.length).toBe(1);
    });

    test('memory where an isolated rank looked for another GPU', async () => {
      const script = `[[ $RANK != 1 ]] || export CUDA_VISIBLE_DEVICES=3; ${OWN}`;
      const outcome = await audit({
        script: script.replace('local', '0'),
        launch: { visibility: 'isolated' },
        node: { gpus: [{ index: 0 }, { index: 1 }] },
      });
      expect(outcome).toMatchObject({ verdict: 'misplaced', kinds: ['stray-memory 1 GPU 3'] });
      expect(outcome.stderr).toContain('find what changes CUDA_VISIBLE_DEVICES');
    });

    test('a rank that never opened its GPU, when it has ended well', async () => {
      const outcome = await audit({
        script: only(2, 'wait=26').replace('looks=4', 'wait=26'),
        args: ['--audit', 'enforce'],
      });
      expect(outcome).toMatchObject({ status: 0, verdict: 'misplaced', kinds: ['unopened-gpu 2 GPU 2'] });
    });

    test('a foreign process, as a note', async () => {
      const { job, ended, scenario } = startAudited({ script: `${READY}; ${WAIT}; ${OWN}` });
      await until('the ranks', areReady(job.folder, 4));
      rewrite(scenario, `gpu.1.processes ${process.pid}`);
      writeFileSync(join(job.folder, 'go'), '');
      const { stderr } = await ended;
      expect(listKinds(readReport(job))).toEqual(['foreign-process null GPU 1']);
      expect(readReport(job)?.verdict).toBe('verified');
      expect(stderr).toContain(`process ${process.pid} (`);
    });

    test('a CPU rank on a GPU, if it is told to look', async () => {
      const node = { gpus: undefined, cpuRanks: 2 };
      const script = 'export CUDA_VISIBLE_DEVICES=0; hold hold=0:2000 wait=20';
      const outcome = await audit({ script, node, args: ['--audit', 'enforce'] });
      expect(outcome).toMatchObject({
        status: 78,
        verdict: 'misplaced',
        kinds: ['stray-memory 0 GPU 0', 'stray-memory 1 GPU 0'],
      });
    });
  });

  describe('enforce', () => {
    const args = ['--audit', 'enforce'];

    test('ends the ranks with 78, also those that ignore TERM', async () => {
      const script = `trap '' TERM; [[ $RANK != 1 ]] || hold hold=0:0 hold=1:2000 wait=60; hold hold=local:2000 wait=60`;
      const outcome = await audit({ script, args });
      expect(outcome).toMatchObject({ status: 78, kinds: ['stray-context 1 GPU 0'] });
      expect(outcome.stderr).toContain('ending the ranks, within 1 s, for this stray-context');
      expect(outcome.stderr).not.toContain('failed with');
    });

    test('leaves the status to a rank that failed before', async () => {
      const script = `[[ $RANK != 3 ]] || exit 5; hold hold=0:0 hold=local:2000 wait=20`;
      expect(await audit({ script, args })).toMatchObject({ status: 5 });
    });
  });

  describe('says what it could not see:', () => {
    test('a short run', async () => {
      const outcome = await audit({ script: 'exit 0' });
      expect(outcome).toMatchObject({ status: 0, verdict: 'unverified', kinds: [] });
      expect(outcome.codes.length).toBeGreaterThan(0);
    });

    test('a driver that tells PIDs of another namespace', async () => {
      const outcome = await audit({ script: OWN, facts: ['pid-offset 100000'] });
      expect(outcome).toMatchObject({ status: 0, verdict: 'unverified', kinds: [] });
      expect(outcome.codes).toEqual(['pids-unknown', 'absent-process 0,1,2,3']);
    });

    const refusals = { 'does not list processes': 3, 'does not permit it': 4 };
    test.each(some(Object.entries(refusals)))('a driver that %s', async (_what, status) => {
      const facts = [`fail.nvmlDeviceGetComputeRunningProcesses_v3 ${status}`];
      const outcome = await audit({ script: OWN, facts });
      expect(outcome).toMatchObject({ status: 0, verdict: 'unverified', kinds: [] });
      expect(outcome.codes).toEqual(['no-process-list', 'no-process-list 0,1,2,3']);
    });

    test('a process of the run that hides its rank', async () => {
      const hidden = `(env -i RANKPLAN_CUDA=$RANKPLAN_CUDA RANKPLAN_FAKE_SCENARIO=$RANKPLAN_FAKE_SCENARIO \\
        RANKPLAN_FAKE_STATE=$RANKPLAN_FAKE_STATE setsid ${HOLD} hold=0:9 looks=4 &)`;
      const outcome = await audit({ script: `[[ $RANK != 1 ]] || ${hidden}; ${OWN}` });
      expect(outcome).toMatchObject({ status: 0, verdict: 'partial', kinds: [], codes: ['unknown-process'] });
    });

    const faults = [
      ['crashes', 'crash.nvmlDeviceGetComputeRunningProcesses_v3 1', 'driver-crashed'],
      ['hangs', 'hang.nvmlDeviceGetComputeRunningProcesses_v3 1', 'driver-hangs'],
      ['permits no more', 'fail.nvmlDeviceGetCount_v2 4', 'no-permission'],
      ['fails', 'fail.nvmlDeviceGetCount_v2 999', 'driver-fails'],
    ] as const;
    test.each(some(faults))(
      'a driver that %s while ranks run, and no rank is the worse for it',
      async (_what, fault, code) => {
        const { job, ended, scenario } = startAudited({
          script: `hold hold=local:2000 looks=4 ready wait=${code === 'driver-hangs' ? 17 : 12}`,
        });
        await until('the ranks', areReady(job.folder, 4));
        rewrite(scenario, fault);
        expect((await ended).status).toBe(0);
        const { verdict, reasons } = readReport(job) ?? {};
        expect(verdict).toBe('partial');
        expect(reasons?.map((reason) => reason.code)).toEqual([code]);
      },
    );
  });

  test('off asks nobody and writes nothing; neither does a plan without GPUs', async () => {
    const off = await runAudited({ script: 'hold hold=local:10 wait=0.5', args: ['--audit', 'off'] });
    expect(off).toMatchObject({ status: 0, stderr: '', report: null });
    const facts = ['crash.nvmlInit_v2 1'];
    const cpu = await runAudited({ script: 'exit 0', node: { gpus: undefined, cpuRanks: 2 }, facts });
    expect(cpu).toMatchObject({ status: 0, stderr: '', report: null });
  });

  test('says that nobody looks at GPUs of other vendors', async () => {
    const gpus = [{ index: 0, vendor: 'amd' }];
    const outcome = await audit({ script: 'exit 0', node: { gpus }, facts: ['crash.nvmlInit_v2 1'] });
    expect(outcome).toMatchObject({ status: 0, verdict: 'unverified', codes: ['other-vendor 0'] });
  });

  test('reports a run that failed, and one that was interrupted', async () => {
    const failed = await audit({ script: `[[ $RANK != 0 ]] || { sleep 1; exit 3; }; ${OWN}` });
    expect(failed).toMatchObject({ status: 3, kinds: [] });
    const { job, child, ended } = startAudited({ script: 'hold hold=local:2000 looks=4 ready wait=60' });
    await until('the ranks', areReady(job.folder, 4));
    child.kill('SIGINT');
    expect((await ended).status).toBe(130);
    expect(readReport(job)).toMatchObject({ verdict: 'verified' });
  });

  test('whose report cannot be written says so, and keeps the status', async () => {
    const { job, ended } = startAudited({ script: `${READY}; ${WAIT}; ${OWN}` });
    await until('the ranks', areReady(job.folder, 4));
    const folder = findRun(job.folder);
    renameSync(folder, `${folder}-gone`);
    writeFileSync(join(job.folder, 'go'), '');
    const { status, stderr } = await ended;
    expect(status).toBe(0);
    expect(stderr).toContain('audit.json cannot be written');
  });

  test('has a report of its own for each node of several', async () => {
    const nodes = [
      { hosts: 'localhost', gpus: [{ index: 0 }] },
      { hosts: 'elsewhere', cpuRanks: 1 },
    ];
    const launch = { master: { address: '127.0.0.1', port: 21_999 } };
    const job = writeJob({ nodes, script: 'exit 0', launch });
    const { env } = fakeMachine('four-l40s');
    expect((await startRun(job, [], { env }).ended).status).toBe(0);
    expect(readReport(job)).toBe(null);
    const own = { node: 'localhost', verdict: 'unverified' };
    expect(readReport(job, 'audit-localhost.json')).toMatchObject(own);
  });

  test('shows memory and work of the GPUs on a terminal', () => {
    const script = 'hold hold=local:2000 looks=4 wait=1.5';
    const { job, env } = prepareAudited({ script, facts: ['gpu.*.utilization 37'] });
    const stdout = runOnTerminal(job, env);
    expect(stdout).toMatch(/RANK +GPU +PID +STATE +SECONDS +MEMORY +BUSY/);
    expect(stdout).toMatch(/3 +3 +\d+ +running +\d +2\.2 GiB +37 %/);
    expect(stdout).toContain('audit: verified');
  });
});

/** As the imitated driver reads it at each call. */
function rewrite(scenario: string, line: string): void {
  const text = readFileSync(scenario, 'utf8');
  writeFileSync(`${scenario}.new`, `${line}\n${text}`);
  renameSync(`${scenario}.new`, scenario);
}
