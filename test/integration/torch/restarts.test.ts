import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EXEC, hasExec } from '../../native/exec-fixture.ts';
import { makeFolder } from '../../scratch.ts';
import { hasTorch, PYTHON } from '../require-torch.ts';

/* `--restarts` beside torchrun's `--max-restarts`: the same program says the same in each attempt. */
const canRun = hasTorch && hasExec;
const PROGRAM = resolve('test/integration/torch/restarts.py');
const env = { ...process.env, RANKPLAN_EXEC: EXEC, OMP_NUM_THREADS: '1', GLOO_SOCKET_IFNAME: 'lo' };

describe.skipIf(!canRun).each([
  { name: 'a program that fails twice, with three restarts', failures: 2, restarts: 3, status: 0 },
  { name: 'a program that fails twice, with one restart', failures: 2, restarts: 1, status: 3 },
])('$name', ({ failures, restarts, status }) => {
  const options = ['--standalone', '--nproc-per-node=3', `--max-restarts=${restarts}`];
  const torchrun = () =>
    spawnSync(PYTHON, ['-m', 'torch.distributed.run', ...options, PROGRAM, `${failures}`], {
      encoding: 'utf8',
      // Without it the attempts share a store, where the next one finds the keys of the last, and hangs: torch 2.13.
      env: { ...env, TORCH_DISABLE_SHARE_RDZV_TCP_STORE: '1' },
    });
  const folder = makeFolder('rankplan-restarts-');
  const topology = join(folder, 'topology.yaml');
  const command = JSON.stringify([PYTHON, PROGRAM, `${failures}`]);
  const nodes = 'nodes: [{ hosts: localhost, cpuRanks: 3 }]';
  writeFileSync(
    topology,
    `version: 1\nname: restarts\n${nodes}\nlaunch:\n  command: ${command}\n  master: { port: auto }\n`,
  );
  const words = ['--restarts', `${restarts}`, '--tee'];

  test('says the same under torchrun and run', () => {
    const reference = torchrun();
    const attempts = Math.min(failures, restarts) + 1;
    expect(listLines(reference.stdout)).toHaveLength(3 * attempts);
    expect(reference.status).toBe(status === 0 ? 0 : 1); // whatever the rank had
    const run = spawnSync(process.execPath, [resolve('dist/rankplan.cjs'), 'run', topology, ...words], {
      cwd: folder,
      encoding: 'utf8',
      env,
    });
    expect(run.status, run.stderr).toBe(status);
    expect(listLines(run.stdout)).toEqual(listLines(reference.stdout));
  });
});

/** What ranks said of themselves, whoever put what before it. */
function listLines(stdout: string): readonly string[] {
  return (stdout.match(/rank \d attempt .*/g) ?? []).sort();
}
