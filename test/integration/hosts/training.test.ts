import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../patience.ts';
import { requireTool } from '../require-tool.ts';
import { hasTorch, PYTHON } from '../require-torch.ts';
import { type Hosts, hasHosts, startHosts } from './harness/hosts.ts';
import { launch, placeTopology } from './launch.ts';

/* An ordinary DDP program gives on three hosts, started with one command, the losses of torchrun on one. */
const hasNft = spawnSync('nft', ['--version']).status === 0;
const hasFirewall = requireTool('nft', hasNft, 'apt-get install nftables');
const canRun = hasTorch && hasHosts;

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

  const startStalls = (fault: object) => {
    for (const host of hosts.labs)
      copyFileSync('test/integration/stalls/ranks.py', host.path(`${WORK}/ranks.py`));
    const watch = { watch: 'collectives', stallAfter: '5s', onStall: 'end', grace: 2 };
    const ranks = { command: [PYTHON, 'ranks.py'], env: { ...fault, ...env }, ...watch };
    const nodes = "nodes: [{ hosts: 'lab[1-3]', cpuRanks: 1 }]";
    placeTopology(hosts, `${WORK}/stall.yaml`, `${nodes}\nlaunch: ${JSON.stringify(ranks)}\n`);
    return hosts.launcher.run(launch('stall.yaml'));
  };

  test('a rank that keeps the others waiting is named, with its host', async () => {
    const { status, stderr } = await startStalls({ FAULT: 'sleep', K: '1', PAUSE: '600' });
    expect(stderr).toMatch(
      /^rankplan: 2 ranks have waited in all_reduce #6 for \d+ s; rank 1 is not there yet\n {2}rank 1 \(lab2\) does nothing, last in all_reduce #5: load_data, ranks.py:\d+\n/m,
    );
    expect(stderr).toContain(
      'rankplan: lab2: the ranks stand still, so all of them are ended (launch.onStall)\n',
    );
    expect(status, stderr).toBe(75);
  });

  test.skipIf(!hasFirewall)('where only the network between ranks is cut, no rank is named', async () => {
    const [, cut] = hosts.labs;
    const ended = startStalls({ FAULT: 'none', K: '0', STEPS: '100000', STEP: '0.05' });
    await until('ranks train', () => existsSync(cut?.path(`${WORK}/trains-1`) ?? ''));
    const rules = [
      "chain inet f in '{ type filter hook input priority 0; }'",
      ...['dport 22 accept', 'sport 22 accept'].map((rule) => `rule inet f in tcp ${rule}`),
      'rule inet f in meta l4proto tcp drop',
    ];
    const nft = ['table inet f', ...rules].map((rule) => `nft add ${rule}`);
    await cut?.run(['sh', '-ec', nft.join('\n')]);
    const { status, stderr } = await ended;
    await cut?.run(['nft', 'delete', 'table', 'inet', 'f']);
    expect(stderr).toMatch(/all 3 ranks have been in all_reduce #\d+ for|collectives that do not match/);
    expect(stderr).not.toMatch(/not there yet|does nothing|is busy|not joined/);
    expect(status, stderr).toBe(75);
  });
});

/** What rank 0 printed, behind its name or not. */
function lossesIn(text: string): readonly number[] {
  const [, losses] = /^(?:\[rank 0 lab1\S*\] )?(\[\d.*\])$/m.exec(text) ?? [];
  if (losses === undefined) throw new Error(`no losses in: ${text}`);
  return JSON.parse(losses) as number[];
}
