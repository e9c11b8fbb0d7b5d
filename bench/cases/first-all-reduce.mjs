import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROUNDS, race } from '../measure.mjs';
import { CLI, ROOT, timeRankplan } from '../programs.mjs';
import { canRunRanks, LAUNCHERS, PYTHON } from '../time-run.mjs';

const RANKS = 2;
const PROGRAM = join(ROOT, 'bench/first-all-reduce.py');

export const firstAllReduce = {
  name: 'first-all-reduce',
  description: `What a user waits for: from the start of the launcher until rank 0 of ${RANKS} has the first sum over gloo. Most of both is \`import torch\`, which torchrun does once more, for itself.`,
  ours: '`rankplan run` of a compiled plan',
  against: '`torchrun --standalone`',
  target: 1,
  canRun() {
    const possible = canRunRanks();
    return possible === true ? LAUNCHERS.torchrun.canRun() : possible;
  },
  measure(folder) {
    const noted = join(folder, 'noted');
    const command = [PYTHON, PROGRAM, noted];
    const topology = join(folder, 'sum.yaml');
    const facts = {
      nodes: [{ hosts: 'localhost', cpuRanks: RANKS }],
      launch: { command, master: { port: 'auto' } },
    };
    writeFileSync(topology, JSON.stringify({ version: 1, name: 'sum', ...facts }));
    timeRankplan('compile', topology, '-o', join(folder, 'out'));
    const torchrun = ['-m', 'torch.distributed.run', '--standalone', '--nproc-per-node', String(RANKS)];
    return race(
      () => timeUntilNoted(noted, process.execPath, [CLI, 'run', join(folder, 'out')]),
      () => timeUntilNoted(noted, PYTHON, [...torchrun, PROGRAM, noted]),
      ROUNDS.medium,
    );
  },
};

/** Milliseconds from here to the time that the program has noted. */
function timeUntilNoted(file, program, args) {
  writeFileSync(file, '');
  const start = Date.now();
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`\`${program} ${args.join(' ')}\` ended with ${status}: ${stderr}`);
  return Number(readFileSync(file, 'utf8')) * 1000 - start;
}
