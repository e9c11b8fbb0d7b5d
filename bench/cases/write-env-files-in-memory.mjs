import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hasCompiler, raceWritePhase } from '../time-write-phase.mjs';

const MEMORY = '/dev/shm';

export const writeEnvFilesInMemory = {
  name: 'write-env-files-in-memory',
  description:
    'The same where the file system costs next to nothing: what is left is our own work. No target: nobody keeps plans there.',
  ours: 'writing 10,000 env files',
  against: 'a C loop of open, write, close',
  target: null,
  canRun() {
    if (!hasCompiler()) return 'there is no C compiler `cc`';
    try {
      accessSync(MEMORY, constants.W_OK);
      return true;
    } catch {
      return `there is no ${MEMORY} to write to`;
    }
  },
  async measure(folder) {
    const target = mkdtempSync(join(MEMORY, 'rankplan-bench-'));
    const clean = () => rmSync(target, { recursive: true, force: true });
    process.once('exit', clean);
    try {
      return await raceWritePhase(folder, target, 10_000);
    } finally {
      clean();
      process.off('exit', clean);
    }
  },
};
