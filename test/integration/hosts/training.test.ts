import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requireTool } from '../require-tool.ts';
import { canHaveHosts, type Hosts, startHosts } from './harness/hosts.ts';
import { launch, placeTopology } from './launch.ts';

/* An ordinary DDP program gives on three hosts, started with one command, the losses of torchrun on one. */
const PYTHON = process.env['RANKPLAN_TEST_PYTHON'] ?? 'python3';
const hasTorch = spawnSync(PYTHON, ['-c', 'import torch.distributed']).status === 0;
const canRun =
  requireTool('torch', hasTorch, 'pip install torch, or set RANKPLAN_TEST_PYTHON') &&
  requireTool('sshd', canHaveHosts(), 'apt-get install openssh-server, and be root');

const WORK = '/srv/work';
const TRAIN = 'test/integration/torch/train.py';
const env = { OMP_NUM_THREADS: '1' };

describe.skipIf(!canRun)('DDP on three hosts', () => {
  let hosts: Hosts;
  let reference: readonly number[];
  beforeAll(async () => {
    hosts = await startHosts(3);
    const [lab1] = hosts.labs;
    for (const host of hosts.labs) copyFileSync(TRAIN, host.path(`${WORK}/train.py`));
    const words = [PYTHON, '-m', 'torch.distributed.run', '--nproc-per-node=6', 'train.py'];
    const { stdout = '', stderr } = (await lab1?.run(words, { env })) ?? {};
    reference = lossesIn(stdout);
    expect(reference, stderr).toHaveLength(18);
    expect(reference[17]).toBeLessThan((reference[0] ?? 0) / 2);
  });
  afterAll(() => hosts?.stop());

  test.each([
    ['even', [2, 2, 2]],
    ['uneven', [3, 1, 2]],
  ])('%s: %j', async (name, counts) => {
    const nodes = counts.map((count, i) => `{ hosts: lab${i + 1}, cpuRanks: ${count} }`);
    const ranks = { command: [PYTHON, 'train.py'], env };
    placeTopology(hosts, `${WORK}/${name}.yaml`, `nodes: [${nodes}]\nlaunch: ${JSON.stringify(ranks)}\n`);
    const { status, stdout, stderr } = await hosts.launcher.run([...launch(`${name}.yaml`), '--tee']);
    expect(status, stdout + stderr).toBe(0);
    expect(lossesIn(stdout)).toEqual(reference);
  });

  test('a rank that keeps the others waiting is named, with its host', async () => {
    for (const host of hosts.labs)
      copyFileSync('test/integration/stalls/ranks.py', host.path(`${WORK}/ranks.py`));
    const fault = { FAULT: 'sleep', K: '1', PAUSE: '600', ...env };
    const watch = { watch: 'collectives', stallAfter: '5s', onStall: 'end', grace: 2 };
    const ranks = { command: [PYTHON, 'ranks.py'], env: fault, ...watch };
    const nodes = "nodes: [{ hosts: 'lab[1-3]', cpuRanks: 1 }]";
    placeTopology(hosts, `${WORK}/stall.yaml`, `${nodes}\nlaunch: ${JSON.stringify(ranks)}\n`);
    const { status, stderr } = await hosts.launcher.run(launch('stall.yaml'));
    expect(stderr).toMatch(
      /^rankplan: 2 ranks have waited in all_reduce #6 for \d+ s; rank 1 is not there yet\n {2}rank 1 \(lab2\) does nothing, last in all_reduce #5: load_data, ranks.py:\d+\n/m,
    );
    expect(stderr).toContain(
      'rankplan: lab2: the ranks stand still, so all of them are ended (launch.onStall)\n',
    );
    expect(status, stderr).toBe(75);
  });
});

/** What rank 0 printed, behind its name or not. */
function lossesIn(text: string): readonly number[] {
  const [, losses] = /^(?:\[rank 0 lab1\S*\] )?(\[\d.*\])$/m.exec(text) ?? [];
  if (losses === undefined) throw new Error(`no losses in: ${text}`);
  return JSON.parse(losses) as number[];
}
