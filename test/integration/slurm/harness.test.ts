import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planOf } from '../../compile-text.ts';
import { type Cluster, startCluster } from './harness/cluster.ts';
import { deviceName, gresType, slurmOrder } from './harness/devices.ts';
import { parseReports, REPORT_TASK, type Report, readReports } from './harness/reports.ts';
import { findSlurms, variantsOf } from './harness/versions.ts';

/* The cluster that the other tests of Slurm stand on is the one of the inventory, on every Slurm and variant. */
const { nodes } = planOf({
  version: 1,
  name: 'mixed',
  nodes: [
    { hosts: 'dgx01', gpus: { count: 4, model: 'A100' } },
    { hosts: 'dgx02', gpus: { count: 2, model: 'H100' }, cpus: 96 },
    {
      hosts: 'two',
      gpus: [
        { index: '0-1', model: 'RTX A6000' },
        { index: '2-3', model: 'A100' },
      ],
    },
    {
      hosts: 'lab1',
      gpus: [
        { index: 0, model: '3090' },
        { index: 1, model: 'TITAN V', gres: 'titan' },
        { index: 2, model: '3090' },
      ],
    },
    { hosts: 'gap', gpus: [{ index: '1,3', model: 'A100' }] },
    { hosts: 'plain', gpus: { count: 2 } },
    { hosts: 'cpu1', cpuRanks: 2 },
  ],
  launch: { command: ['true'] },
});

const variants = findSlurms().flatMap(variantsOf);
test.skipIf(variants.length === 0)('there is a Slurm', () => expect(variants).not.toEqual([]));

for (const { slurm, constrained, title } of variants) {
  describe(title, () => {
    let cluster: Cluster;
    beforeAll(async () => {
      cluster = await startCluster(nodes, { slurm, constrained });
    });
    afterAll(() => cluster?.stop());

    test('tasks ignore no signal', async () => {
      const { stdout } = await cluster.run(['srun', '-w', 'dgx01', 'grep', '^SigIgn', '/proc/self/status']);
      expect(stdout).toBe('SigIgn:\t0000000000000000\n');
    });

    test('nodes have the CPUs and GPUs of the inventory', async () => {
      const { stdout } = await cluster.run(['sinfo', '-h', '-N', '-o', '%N %G %c']);
      expect(stdout.trim().split('\n')).toEqual([
        'cpu1 (null) 16',
        'dgx01 gpu:a100:4 16',
        'dgx02 gpu:h100:2 96',
        'gap gpu:a100:2 16',
        'lab1 gpu:3090:2,gpu:titan:1 16',
        'plain gpu:2 16',
        'two gpu:rtx_a6000:2,gpu:a100:2 16',
      ]);
    });

    test('ranks land as the host file says, each with all GPUs of its node', async () => {
      const hosts = ['dgx02', 'lab1', 'dgx01', 'two', 'dgx02', 'dgx01', 'plain', 'gap', 'dgx01', 'lab1'];
      const words = ['a b', 'c"\\d\n', ''];
      const reports = await runOnHosts(cluster, hosts, words);
      expect(reports.map(({ SLURMD_NODENAME }) => SLURMD_NODENAME)).toEqual(hosts);
      expect(reports.map(({ hostname }) => hostname)).toEqual(hosts);
      for (const { argv, hostname, CUDA_VISIBLE_DEVICES, allowed, denied, cpusAllowed } of reports) {
        const order = slurmOrder(nodeOf(hostname));
        expect(argv).toEqual(words);
        expect(cpusAllowed).toMatch(/^\d/);
        expect(CUDA_VISIBLE_DEVICES).toBe(order.map((_, position) => position).join(','));
        expect(allowed.filter(isOn(hostname))).toEqual(devicesOf(hostname, [...order].sort()));
        expect(denied.filter(isOn(hostname))).toEqual([]);
      }
    });

    test.each(['dgx01', 'two', 'lab1', 'gap', 'plain'])(
      '%s: Slurm numbers the GPUs as told',
      async (name) => {
        const order = slurmOrder(nodeOf(name));
        const byType = groupTypes(name);
        for (const [type, indices] of byType) {
          const gres = `--gres=gpu:${type === null ? '' : `${type}:`}${indices.length}`;
          const report = await runOne(cluster, name, gres);
          expect(report.SLURM_STEP_GPUS).toBe(indices.map((index) => order.indexOf(index)).join(','));
          if (!constrained) expect(report.CUDA_VISIBLE_DEVICES).toBe(report.SLURM_STEP_GPUS);
          if (constrained) expect(report.CUDA_VISIBLE_DEVICES).toBe(indices.map((_, k) => k).join(','));
          if (constrained) expect(report.allowed.filter(isOn(name))).toEqual(devicesOf(name, indices));
        }
      },
    );

    test('a part of a node opens that part only where devices are constrained', async () => {
      const { allowed, denied } = await runOne(cluster, 'dgx01', '--gres=gpu:a100:1');
      expect(allowed.filter(isOn('dgx01'))).toHaveLength(constrained ? 1 : 4);
      expect(denied.filter(isOn('dgx01'))).toHaveLength(constrained ? 3 : 0);
    });
  });
}

async function runOnHosts(
  cluster: Cluster,
  hosts: readonly string[],
  words: readonly string[],
): Promise<readonly Report[]> {
  const folder = join(cluster.workDir, 'with blank');
  mkdirSync(folder);
  writeFileSync(join(folder, 'hosts'), `${hosts.join('\n')}\n`);
  const script = join(folder, 'job.sh');
  writeFileSync(
    script,
    '#!/bin/bash\nexport SLURM_HOSTFILE=$PWD/hosts\n' +
      `exec srun --distribution=arbitrary --ntasks=${hosts.length} "$@"\n`,
  );
  const used = [...new Set(hosts)];
  const total = used.reduce((sum, name) => sum + nodeOf(name).gpus.length, 0);
  const id = await cluster.submit(script, [REPORT_TASK, `--out=${folder}`, '--', ...words], {
    cwd: folder,
    sbatch: [`--nodelist=${used.join(',')}`, '--exclusive', `--gpus=${total}`],
  });
  expect(await cluster.waitForJob(id)).toMatchObject({ state: 'COMPLETED', exitCode: 0, signal: 0 });
  return readReports(folder);
}

async function runOne(cluster: Cluster, node: string, ...options: readonly string[]): Promise<Report> {
  const { status, stdout, stderr } = await cluster.run(['srun', '-w', node, ...options, REPORT_TASK]);
  const [report] = parseReports(stdout);
  if (status !== 0 || report === undefined) throw new Error(`srun: status ${status}: ${stderr}`);
  return report;
}

function nodeOf(name: string) {
  const node = nodes.find((candidate) => candidate.name === name);
  if (node === undefined) throw new Error(`no node ${name}`);
  return node;
}

function groupTypes(name: string): ReadonlyMap<string | null, readonly number[]> {
  const groups = new Map<string | null, number[]>();
  for (const gpu of nodeOf(name).gpus) {
    const type = gresType(gpu);
    groups.set(type, [...(groups.get(type) ?? []), gpu.index]);
  }
  return groups;
}

const isOn = (node: string) => (device: string) => device.startsWith(`${node}-`);
const devicesOf = (node: string, indices: readonly number[]): readonly string[] =>
  indices.map((index) => deviceName(node, index));
