import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ROUNDS, race, readOwnTime } from '../measure.mjs';
import { ROOT } from '../programs.mjs';
import { writeRanges } from '../topologies.mjs';

const RANKS = 10_000;

export const writeEnvFiles = {
  name: 'write-env-files',
  description:
    'Ten thousand fresh per-rank env files. Ours is the write of `compile`, timed inside a process of its own with the texts at hand: it also takes a digest of each file, writes `.rankplan.json` and renames the directory into place. The other is a C loop of open, write and close with the same names and bytes. Each write goes to a new folder.',
  ours: 'writing 10,000 env files',
  against: 'a C loop of open, write, close',
  target: 1.5,
  canRun: () => hasCompiler() || 'there is no C compiler `cc`',
  async measure(folder) {
    const topology = writeRanges(folder, RANKS);
    const writePhase = await bundleWritePhase(folder);
    const writeFiles = compileWriteFiles(folder);
    const list = join(folder, 'list');
    execFileSync(process.execPath, [writePhase, topology, 'list', list]);
    let run = 0;
    return race(
      () => readOwnTime(process.execPath, [writePhase, topology, 'write', join(folder, `ours-${run++}`)]),
      () => {
        const target = join(folder, `against-${run++}`);
        mkdirSync(join(target, 'env'), { recursive: true });
        return readOwnTime(writeFiles, [target, list]);
      },
      ROUNDS.medium,
    );
  },
};

async function bundleWritePhase(folder) {
  const outfile = join(folder, 'write-phase.cjs');
  await build({
    entryPoints: [join(ROOT, 'bench', 'write-phase.mjs')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'warning',
  });
  return outfile;
}

function compileWriteFiles(folder) {
  const program = join(folder, 'write-files');
  execFileSync('cc', ['-O2', '-Wall', '-o', program, join(ROOT, 'bench', 'c', 'write-files.c')]);
  return program;
}

function hasCompiler() {
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
