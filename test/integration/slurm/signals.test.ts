import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { planOf } from '../../compile-text.ts';
import { until } from '../../patience.ts';
import { compilePlan } from './conformance/run-plan.ts';
import { useCluster } from './harness/use-cluster.ts';
import { findSlurms, whyUnconstrained } from './harness/versions.ts';
import { outcomeTopology } from './outcomes/topology.ts';

/*
 * A rank gets each signal once, whichever processes of a task Slurm signals: all of its tree (linuxproc), its process group (pgid),
 * or the first alone (cgroup, which is Slurm's default).
 */
const SIGNALS = ['HUP', 'INT', 'QUIT', 'TERM', 'USR1', 'USR2'];
const RANK = `import os, signal, sys, time
for name in sys.argv[1:]:
    number = getattr(signal, 'SIG' + name)
    if signal.getsignal(number) == signal.SIG_IGN: print(name, 'is ignored')
    signal.signal(number, lambda number, _: os.write(1, signal.Signals(number).name.encode() + b'\\n'))
open(os.environ['RANKPLAN_RUN_DIR'] + '/ready-' + os.environ['RANK'], 'w')
while not os.path.exists(os.environ['RANKPLAN_RUN_DIR'] + '/end'): time.sleep(0.05)`;

const reason = whyUnconstrained();
const CASES = findSlurms().flatMap((slurm) =>
  ['cgroup', 'linuxproc', 'pgid']
    .filter((track) => track !== 'cgroup' || reason === null)
    .map((track) => ({ slurm, track, title: `Slurm ${slurm.fullVersion}, proctrack/${track}` })),
);
if (reason !== null) console.warn(`not tried: signals under proctrack/cgroup (${reason})`);

describe.each(CASES)('$title', ({ slurm, track }) => {
  const topology = (setup: readonly string[]) =>
    planOf(outcomeTopology({}, { launch: { command: ['python3', '-uc', RANK, ...SIGNALS], setup } }));
  const cluster = useCluster(topology([]).nodes, {
    slurm,
    constrained: track === 'cgroup',
    settings: { ProctrackType: `proctrack/${track}` },
  });

  test.each([[[]], [['export FROM=setup']]])(
    'each signal reaches each rank once: setup %j',
    async (setup) => {
      const plan = topology(setup);
      const folder = compilePlan(cluster(), plan);
      const id = await cluster().submit(join(folder, 'job.sbatch'));
      const run = join(folder, 'runs', `${id}`);
      const outs = () => plan.ranks.map(({ rank }) => readFileSync(join(run, `rank-${rank}.out`), 'utf8'));
      await until('the ranks', () => plan.ranks.every(({ rank }) => existsSync(join(run, `ready-${rank}`))));
      let text = '';
      const send = async (name: string, args: readonly string[]) => {
        text += `SIG${name}\n`;
        await cluster().cancel(id, args);
        await until(name, () => outs().every((out) => out.length >= text.length));
      };
      for (const name of SIGNALS) await send(name, [`--signal=${name}`]);
      await send('TERM', []);
      writeFileSync(join(run, 'end'), '');
      expect((await cluster().waitForJob(id)).state).toBe('CANCELLED');
      expect(outs()).toEqual(plan.ranks.map(() => text));
    },
  );
});
