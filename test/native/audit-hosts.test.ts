// The audit of `run --all`, on imitated drivers: hosts are this machine, each with GPUs of its own.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import type { AuditReport } from '../../src/generated/audit.ts';
import { planOf } from '../compile-text.ts';
import { HANG_MS, until } from '../patience.ts';
import { makeFolder } from '../scratch.ts';
import { writeDirectory } from '../write-directory.ts';
import { HOLD, hasHold } from './audit-fixture.ts';
import { findProcesses, hasExec } from './exec-fixture.ts';
import { fakeMachine, hasNative } from './fake-machine.ts';
import { type JobOptions, startRankplan, writeJob } from './run-fixture.ts';

/** The transport gives each host a driver of its own: what is on GPUs, and what they are. */
const VIA = `#!/bin/bash
export RANKPLAN_FAKE_STATE=\${0%/*}/$1
mkdir -p "$RANKPLAN_FAKE_STATE"
[[ ! -e \${0%/*}/$1.txt ]] || export RANKPLAN_FAKE_SCENARIO=\${0%/*}/$1.txt
exec bash -c "\${@: -1}"
`;
const OWN = 'hold hold=local:2000 looks=4';

const isValid = new Ajv().compile(JSON.parse(readFileSync('schemas/audit.schema.json', 'utf8')));

interface HostsJob extends JobOptions {
  readonly script: string;
  readonly args?: readonly string[];
  /** Lines that a host's driver has before those of the machine. */
  readonly facts?: Readonly<Record<string, readonly string[]>>;
}

function startHosts({ script, args = [], facts = {}, launch, ...options }: HostsJob) {
  const master = { address: '127.0.0.1', port: 'auto' };
  const job = writeJob({
    nodes: [{ hosts: 'lab[1-3]', gpus: [{ index: 0 }, { index: 1 }] }],
    script: `hold() { exec ${HOLD} "$@"; }; ${script}`,
    launch: { master, ...launch },
    ...options,
  });
  writeDirectory(join(job.folder, 'out'), planOf(readFileSync(job.topology)));
  const folder = makeFolder('via-');
  const via = join(folder, 'via');
  writeFileSync(via, VIA, { mode: 0o755 });
  const { env } = fakeMachine('four-l40s');
  for (const [host, lines] of Object.entries(facts)) {
    const usual = readFileSync(env['RANKPLAN_FAKE_SCENARIO'] ?? '', 'utf8');
    writeFileSync(join(folder, `${host}.txt`), `${lines.join('\n')}\n${usual}`);
  }
  const words = ['run', 'out', '--all', '--via', via, '--patience', '60', '--timeout', '120', ...args];
  const run = startRankplan(job.folder, words, { env: { ...env, RANKPLAN_RUN_ID: 'audited' } });
  const report = join(job.folder, 'out/runs/audited/audit.json');
  return {
    ...run,
    ...job,
    readReport: () => (existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as AuditReport) : null),
  };
}

async function audit(job: HostsJob) {
  const { ended, marker, readReport } = startHosts(job);
  const outcome = await ended;
  const report = readReport();
  expect(isValid(report), JSON.stringify(isValid.errors)).toBe(true);
  await until('nothing is left', () => findProcesses(marker).length === 0);
  const list = <Item extends { host?: string }>(items: readonly Item[] = [], name: (item: Item) => unknown) =>
    items.map((item) => `${item.host} ${name(item)}`);
  return {
    ...outcome,
    report,
    verdict: report?.verdict,
    found: list(report?.findings, ({ kind, rank, gpu }) => `${kind} ${rank} ${gpu}`),
    codes: list(report?.reasons, ({ code }) => code),
  };
}

describe
  .skipIf(!hasNative || !hasExec || !hasHold)
  .concurrent('run --all --audit', { timeout: 3 * HANG_MS }, () => {
    test('verifies the ranks of all hosts, and tells what they held, in one report', async () => {
      const { report, stderr, ...outcome } = await audit({ script: OWN });
      expect(outcome).toMatchObject({ status: 0, verdict: 'verified', found: [], codes: [] });
      expect(stderr).toMatch(
        /^rankplan: audit: verified: 6 of 6 GPU ranks .* \(\d+ samples in .*runs\/audited\/audit\.json\)\n$/,
      );
      const peakBytes = 2300 * 2 ** 20;
      expect(report?.ranks).toMatchObject(
        [0, 1, 2, 3, 4, 5].map((rank) => ({
          host: `lab${Math.floor(rank / 2) + 1}`,
          rank,
          verified: true,
          use: [{ gpu: `GPU ${rank % 2}`, peakBytes }],
        })),
      );
      expect(report?.gpus.filter(({ baselineBytes }) => baselineBytes === 0).length).toBe(12);
    });

    test('names the host of a rank that is on the GPU of another, though it has cleared its environment', async () => {
      const bare = `env -u RANKPLAN_RUN_DIR -u RANKPLAN_RANK ${HOLD} hold=0:10 hold=1:2000 looks=4`;
      const script = `[[ $RANK != 3 ]] || exec ${bare}; ${OWN}`;
      const { stderr, ...outcome } = await audit({ script });
      expect(outcome).toMatchObject({
        status: 0,
        verdict: 'misplaced',
        found: ['lab2 stray-context 3 GPU 0'],
      });
      expect(stderr).toContain('stray-context: rank 3 (lab2, GPU 1) has a context on GPU 0');
    });

    test('ends all hosts for a misplaced rank, with status 78', async () => {
      const script = '[[ $RANK != 5 ]] || hold hold=0:4000 wait=1000; hold hold=local:10 wait=1000';
      const { stderr, ...outcome } = await audit({ script, args: ['--audit', 'enforce'] });
      expect(outcome).toMatchObject({ status: 78, verdict: 'misplaced', found: ['lab3 shared-gpu 5 GPU 0'] });
      expect(stderr).toContain('rankplan: audit: ending the ranks, within 1 s, for this shared-gpu\n');
      expect(stderr).not.toContain('failed with');
    });

    test('says of which host the driver tells nothing, and why', async () => {
      const script = '[[ $RANKPLAN_NODE != lab2 ]] || exit 0; hold hold=local:10 looks=4';
      // The look before the start would refuse it.
      const crash = { facts: { lab2: ['crash.nvmlInit_v2 1'] }, args: ['--no-verify'] };
      const { stderr, ...outcome } = await audit({ script, ...crash });
      expect(outcome).toMatchObject({ status: 0, verdict: 'partial', codes: ['lab2 driver-crashed'] });
      expect(stderr).toMatch(
        /\n {2}driver-crashed: lab2: the process that asks the driver ended .*status 1\d\d\)\n$/,
      );
    });

    test('goes on with the ranks of a restart', async () => {
      const script = `[[ $RANKPLAN_RESTART != 0 || $RANK != 2 ]] || { sleep 1; exit 7; }; ${OWN}`;
      const { status, verdict } = await audit({ script, args: ['--restarts', '1'] });
      expect({ status, verdict }).toEqual({ status: 0, verdict: 'verified' });
    });
  });
