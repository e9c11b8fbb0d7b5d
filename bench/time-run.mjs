import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { timeProcess } from './measure.mjs';
import { CLI, ROOT, timeRankplan } from './programs.mjs';
import { writeIdleRanks } from './topologies.mjs';

export const EXEC = join(ROOT, 'dist/native', `${process.platform}-${process.arch}`, 'rankplan-exec');

/** Whether `rankplan run` works here, or what is missing. */
export const canRunRanks = () => existsSync(EXEC) || `${EXEC} is not there: \`npm run build:native\``;

/** Returns a function that times `rankplan run` with so many ranks of /bin/true, from a compiled plan. */
export function prepareRun(folder, rankCount) {
  const output = join(folder, `run-${rankCount}`);
  timeRankplan('compile', writeIdleRanks(folder, rankCount), '-o', output);
  return () => timeProcess(process.execPath, [CLI, 'run', output], { cwd: folder });
}

/** What `rankplan run` is compared with: each prepares itself in a folder, and returns a function that times it. */
export const LAUNCHERS = {
  node: {
    canRun: () => true,
    prepare: (_, count) => () =>
      timeProcess(process.execPath, [join(ROOT, 'bench', 'spawn-true.mjs'), String(count)]),
  },
  bash: {
    canRun: () => ['/bin/bash', '/bin/true'].every((path) => existsSync(path)) || 'there is no bash',
    prepare(folder, count) {
      const loop = join(folder, 'loop.sh');
      writeFileSync(loop, `for ((i = 0; i < ${count}; i++)); do /bin/true & done\nwait\n`);
      return () => timeProcess('/bin/bash', [loop], { cwd: folder });
    },
  },
  posixSpawn: {
    canRun: () => hasProgram('cc') || 'there is no C compiler `cc`',
    prepare(folder, count) {
      const program = join(folder, 'spawn-true');
      execFileSync('cc', ['-O2', '-Wall', '-o', program, join(ROOT, 'bench/c/spawn-true.c')]);
      return () => timeProcess(program, [String(count)]);
    },
  },
  launchSh: {
    canRun: () => existsSync('/bin/bash') || 'there is no /bin/bash',
    prepare(folder, count) {
      const output = join(folder, `launch-${count}`);
      timeRankplan('compile', writeIdleRanks(folder, count), '-o', output);
      return () => timeProcess(join(output, 'launch.sh'), [], { cwd: folder });
    },
  },
  mpirun: {
    canRun: () => hasProgram('mpirun') || 'there is no `mpirun`',
    // It sometimes hangs.
    prepare: (_, count) => () =>
      timeProcess('timeout', [
        ...['30', 'mpirun', '--oversubscribe', '--allow-run-as-root'],
        ...['-n', String(count), '/bin/true'],
      ]),
  },
  torchrun: {
    canRun: () => hasTorch() || 'there is no torch: RANKPLAN_TEST_PYTHON names a Python that has it',
    prepare(folder, count) {
      const worker = join(folder, 'nothing.sh');
      writeFileSync(worker, '#!/bin/sh\nexec /bin/true\n', { mode: 0o755 });
      const words = ['--standalone', '--no-python', '--nproc-per-node', String(count), worker];
      return () => timeProcess(PYTHON, ['-m', 'torch.distributed.run', ...words]);
    },
  },
};

/** With torch. */
export const PYTHON = process.env.RANKPLAN_TEST_PYTHON ?? 'python3';

const hasTorch = () => spawnSync(PYTHON, ['-c', 'import torch']).status === 0;

const hasProgram = (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).error === undefined;
