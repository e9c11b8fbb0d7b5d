import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ROUNDS, race, readOwnTime } from './measure.mjs';
import { ROOT } from './programs.mjs';
import { writeRanges } from './topologies.mjs';

/** Holds our write of this many env files against that of a C loop, each time to a new folder below `target`. */
export async function raceWritePhase(folder, target, rankCount) {
  const topology = writeRanges(folder, rankCount);
  const writePhase = await bundleWritePhase(folder);
  const writeFiles = compileWriteFiles(folder);
  const list = join(folder, 'list');
  execFileSync(process.execPath, [writePhase, topology, 'list', list]);
  let run = 0;
  return race(
    () => readOwnTime(process.execPath, [writePhase, topology, 'write', join(target, `ours-${run++}`)]),
    () => {
      const output = join(target, `against-${run++}`);
      mkdirSync(join(output, 'env'), { recursive: true });
      return readOwnTime(writeFiles, [output, list]);
    },
    ROUNDS.medium,
  );
}

/** Whether there is the C compiler for the other contestant. */
export function hasCompiler() {
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

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
