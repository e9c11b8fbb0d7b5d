import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { planOf } from '../../compile-text.ts';
import { until } from '../../patience.ts';
import { type Cluster, startCluster } from './harness/cluster.ts';
import { findSlurms, variantsOf } from './harness/versions.ts';

/*
 * Clusters live beside each other and leave nothing behind. That they are those of the plans is seen in conformance.test.ts,
 * and that nodes go and come back in outcomes.test.ts.
 */
const { nodes } = planOf({
  version: 1,
  name: 'pair',
  nodes: [
    { hosts: 'a1', gpus: { count: 2, model: 'A100' } },
    { hosts: 'a2', gpus: { count: 2, model: 'A100' } },
  ],
  launch: { command: ['true'] },
});

const TELL = 'echo "$(hostname) sees $CUDA_VISIBLE_DEVICES"';
const slurms = findSlurms();
test.skipIf(slurms.length === 0)('there is a Slurm', () => expect(slurms).not.toEqual([]));

for (const variant of slurms.flatMap(variantsOf)) {
  const { title } = variant;
  test(`${title}: two clusters at once, of the same names, and nothing left of them`, async () => {
    const clusters = await Promise.all([startCluster(nodes, variant), startCluster(nodes, variant)]);
    const folders = clusters.map(({ workDir }) => join(workDir, '..'));
    const firstIds = folders.map((folder) => Number(readFileSync(join(folder, 'first-job-id'), 'utf8')));
    try {
      const outcomes = await Promise.all(
        clusters.map((cluster) => cluster.run(['srun', '-lN2', '--gpus=4', 'bash', '-c', TELL])),
      );
      for (const [index, { status, stdout }] of outcomes.entries()) {
        expect(status).toBe(0);
        expect(stdout.trim().split('\n').sort()).toEqual(['0: a1 sees 0,1', '1: a2 sees 0,1']);
        // A job that is running when its cluster is stopped goes with it.
        await clusters[index]?.submit(writeScript(clusters[index], 'setsid sleep 300 & srun -N2 sleep 300'));
      }
      await Promise.all(clusters.map((cluster) => cluster.run(['srun', '--overlap', 'true'])));
    } finally {
      await Promise.all(clusters.map(({ stop }) => stop()));
    }
    for (const folder of folders) expect(leftOf(folder)).toEqual([]);
    expect(firstIds.flatMap(leftGroups)).toEqual([]);
  });
}

for (const slurm of slurms.filter(({ chroot }) => chroot === null))
  test('a cluster ends with the process that started it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rankplan-harness-'));
    try {
      const child = spawn(process.execPath, [await bundleStarter(folder), JSON.stringify({ nodes, slurm })]);
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
      expect(leftOf(line)).not.toEqual([]);
      child.kill('SIGKILL');
      await until('its end', () => leftOf(line).length === 0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

/** A program that starts a cluster, prints its folder, and stays. */
async function bundleStarter(folder: string): Promise<string> {
  const harness = fileURLToPath(new URL('harness', import.meta.url));
  for (const name of readdirSync(harness).filter((file) => file.endsWith('.sh'))) {
    copyFileSync(join(harness, name), join(folder, name)); // found beside the program
  }
  const outfile = join(folder, 'start.mjs');
  const contents = `import { startCluster } from './cluster.ts';
    const { nodes, slurm } = JSON.parse(process.argv[2]);
    const { workDir } = await startCluster(nodes, { slurm });
    console.log(workDir.replace(/\\/work$/, ''));
    setInterval(() => {}, 1000);`;
  await build({
    stdin: { contents, resolveDir: harness },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  return outfile;
}

let scripts = 0;
function writeScript({ workDir }: Cluster, body: string): string {
  const path = join(workDir, `script-${scripts++}.sh`);
  writeFileSync(path, `#!/bin/bash\n${body}\n`);
  return path;
}

/** What is left of a cluster's folder: the folder itself, and processes that were told of it. */
function leftOf(folder: string): readonly string[] {
  const told = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter(
      (pid) =>
        readProc(`/proc/${pid}/cmdline`).includes(folder) ||
        readProc(`/proc/${pid}/environ`).includes(folder),
    );
  return [...told, ...(existsSync(folder) ? [folder] : [])];
}

function readProc(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // it has just ended
  }
}

/** The groups of this cluster's jobs, of which only the numbers tell whose they are. */
const leftGroups = (firstId: number): readonly string[] =>
  ['devices', 'freezer'].flatMap((controller) =>
    ['a1', 'a2'].flatMap((node) => {
      const folder = `/sys/fs/cgroup/${controller}/slurm_${node}/uid_0`;
      const jobs = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('job_')) : [];
      return jobs.filter((job) => Number(job.slice(4)) >= firstId && Number(job.slice(4)) < firstId + 10_000);
    }),
  );
