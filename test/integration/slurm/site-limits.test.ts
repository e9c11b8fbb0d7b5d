import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { planOf } from '../../compile-text.ts';
import { compilePlan } from './conformance/run-plan.ts';
import type { JobRecord } from './harness/jobs.ts';
import { useCluster } from './harness/use-cluster.ts';
import { findSlurms } from './harness/versions.ts';

/*
 * What `check --slurm` foretells, and what becomes of the job. The site allows 100 MiB for each CPU and two tasks on a
 * node, keeps 2 of 16 CPUs for itself, gives half of its GPUs no type, and has reserved one node, and another for later.
 */
const CLI = resolve('dist/rankplan.cjs');
const MODELS = { A100: { gres: 'a100' } };
const machine = (hosts: string, count: number, isTyped = true) => ({
  hosts,
  cpus: 16,
  gpus: isTyped ? { count, model: 'A100' } : { count },
});
const SITE = [
  machine('a1', 2),
  machine('r1', 2),
  machine('s1', 2),
  machine('u2', 2, false),
  machine('u3', 1, false),
];
const SETTINGS = {
  SelectTypeParameters: 'CR_Core_Memory',
  MaxMemPerCPU: 100,
  NodeName: 'DEFAULT CoreSpecCount=2',
};
const RESERVATIONS = [
  ['theirs', 'r1', 'now'],
  ['later', 's1', 'now+10minutes'],
];

/** Of a node with 14 CPUs, as Slurm counts them, and without the site's limit of memory; `changes` are of `slurm`. */
const job = (node: object, changes: object = {}) => ({
  version: 1,
  name: 'site',
  models: MODELS,
  nodes: [{ ...node, cpus: 14 }],
  launch: { command: ['true'] },
  slurm: { time: 2, mem: '1400M', ...changes },
});
const A1 = machine('a1', 2);

type Case = readonly [what: string, topology: object, told: readonly string[], becomes: string];
const CASES: readonly Case[] = [
  ['as much memory as MaxMemPerCPU gives', job(A1), [], 'COMPLETED'],
  ['more than that', job(A1, { mem: '1401M' }), ['error[RP5118]'], 'refused'],
  ['all memory', job(A1, { mem: '0' }), ['error[RP5118]'], 'refused'],
  ['no word about memory', job(A1, { mem: 'none' }), ['error[RP5118]'], 'refused'],
  ['all memory of shared nodes', job(A1, { mem: '0', allocation: 'shared' }), ['error[RP5118]'], 'refused'],
  ['CPUs that Slurm keeps', { ...job(A1), nodes: [A1] }, ['warning[RP5104]'], 'COMPLETED'],
  [
    'CPUs that Slurm keeps, asked for',
    { ...job(A1, { exclusive: false }), nodes: [A1] },
    ['error[RP5104]'],
    'refused',
  ],
  ['types where Slurm has none, per node', job(machine('u2', 2)), ['error[RP5103]'], 'refused'],
  [
    'types where Slurm has none, as a total',
    { ...job({}), nodes: [machine('u2', 2), machine('u3', 1)].map((node) => ({ ...node, cpus: 14 })) },
    [],
    'COMPLETED',
  ],
  ['a node that is reserved', job(machine('r1', 2)), ['warning[RP5105]'], 'PENDING'],
  [
    'with that reservation',
    job(machine('r1', 2), { directives: { reservation: 'theirs' } }),
    [],
    'COMPLETED',
  ],
  ['a node that is reserved later', job(machine('s1', 2)), [], 'COMPLETED'],
  ['a longer job there', job(machine('s1', 2), { time: 60 }), ['warning[RP5105]'], 'PENDING'],
];

describe.each(findSlurms())('Slurm $fullVersion', (slurm) => {
  const { nodes } = planOf({ version: 1, name: 'site', models: MODELS, nodes: SITE });
  const cluster = useCluster(nodes, { slurm, settings: SETTINGS });
  beforeAll(async () => {
    for (const [name, node, start] of RESERVATIONS) {
      const fields = [`nodes=${node}`, `starttime=${start}`, 'duration=60', 'users=root'];
      const create = ['scontrol', 'create', 'reservation', `reservationname=${name}`];
      const made = await cluster().run([...create, ...fields]);
      expect(made).toMatchObject({ status: 0 });
    }
  });

  test.each(CASES)('%s', async (_, topology, told, becomes) => {
    const path = join(cluster().workDir, 'topology.json');
    writeFileSync(path, JSON.stringify(topology));
    const { stdout, status } = await cluster().run([process.execPath, CLI, 'check', '--slurm', path]);
    expect(stdout.match(/(error|warning)\[RP\d{4}\]/g) ?? [], stdout).toEqual(told);
    expect(status).toBe(told.some((word) => word.startsWith('error')) ? 1 : 0);
    expect(await outcomeOf(topology)).toBe(becomes);
  });

  /** How the job ends, or `PENDING` where Slurm says that it waits for its nodes; `refused` where it is not taken. */
  async function outcomeOf(topology: object): Promise<string> {
    const script = join(compilePlan(cluster(), planOf(topology)), 'job.sbatch');
    const { status, stdout, stderr } = await cluster().run([
      'sbatch',
      '--parsable',
      '-o',
      '/dev/null',
      script,
    ]);
    if (status !== 0) {
      expect(stderr).toMatch(/Requested node configuration is not available/);
      return 'refused';
    }
    const waits = ({ state, reason }: JobRecord) =>
      state === 'PENDING' && reason.startsWith('ReqNodeNotAvail');
    const isSettled = ([record]: readonly JobRecord[]) =>
      record !== undefined && (waits(record) || ['COMPLETED', 'FAILED'].includes(record.state));
    const id = Number(stdout);
    const [record] = await cluster().pollJob(id, isSettled);
    if (record?.state === 'PENDING') await cluster().cancel(id);
    return record?.state ?? '';
  }
});
