import { describe, expect, test } from 'vitest';
import { planOf } from '../../compile-text.ts';
import { compilePlan, runJob } from './conformance/run-plan.ts';
import { useCluster } from './harness/use-cluster.ts';
import { findSlurms } from './harness/versions.ts';

/* What gloo or NCCL would not find on a node is said before a rank starts, with the node. Each row has a clean twin. */
const topology = (launch: object, nodes: readonly object[] = [{}, {}]) =>
  planOf({
    ...{ version: 1, name: 'reach', slurm: { time: 5 } },
    nodes: nodes.map((node, at) => ({ hosts: `a${at + 1}`, cpus: 4, gpus: GPUS, ...node })),
    launch: { backend: 'gloo', command: ['sh', '-c', 'echo "rank $RANK"'], ...launch },
  });

const GPUS = { count: 2, model: 'A100' };
const GLOO = (name: string) => ({ env: { GLOO_SOCKET_IFNAME: name } });
const NCCL = { backend: 'nccl', env: { NCCL_SOCKET_IFNAME: '=lo0' } };
const NAMELESS = { master: { address: 'no-such-host.invalid', port: 29_555 } };
const ROWS: readonly {
  readonly says: RegExp;
  readonly launch?: object;
  readonly nodes?: readonly object[];
}[] = [
  { says: /gloo would find no interface on a2: `GLOO_S.*=eno9`; it has .*`env`/, nodes: [{}, GLOO('eno9')] },
  { says: /NCCL would find no interface on a[12]/, launch: NCCL },
  { says: /a[12] does not reach no-such-host.invalid: the name does not resolve there/, launch: NAMELESS },
];

describe.each(findSlurms())('Slurm $fullVersion', (slurm) => {
  const cluster = useCluster(topology({}).nodes, { slurm });

  const run = async (plan: ReturnType<typeof topology>) => {
    const { exitCode, log, read } = await runJob(cluster(), compilePlan(cluster(), plan));
    const lines = log.split('\n'); // srun 22.05 speaks of CPUs
    return { exitCode, log: lines.filter((line) => line.startsWith('job.sbatch: ')).join('\n'), read };
  };

  test.each(ROWS)('$says', async ({ says, launch = {}, nodes }) => {
    const { exitCode, log } = await run(topology(launch, nodes));
    expect(log).toMatch(says);
    expect(exitCode, log).toBe(78);
    const off = await run(topology({ ...launch, checkNetwork: false }, nodes));
    expect(off).toMatchObject({ exitCode: 0, log: '' });
  });

  test('what is there is not spoken of', async () => {
    const { exitCode, log, read } = await run(topology(GLOO('lo')));
    expect({ exitCode, log }).toEqual({ exitCode: 0, log: '' });
    expect(read('rank-3.out')).toBe('rank 3\n');
  });

  test('a node that calls itself 127.* is warned of, once', async () => {
    const found = await run(topology({ master: { address: '10.77.0.1', port: 29_555 } }));
    expect(found.log).toMatch(/^job.sbatch: warning: a[12] calls itself 127.*set GLOO_SOCKET_IFNAME$/);
    expect(found.exitCode).toBe(0);
  });
});
