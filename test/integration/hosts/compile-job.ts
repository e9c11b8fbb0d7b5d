import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Compiles a topology, for hosts without Node; returns the directory. */
export function compileJob(folder: string, name: string, topology: string): string {
  const path = join(folder, `${name}.yaml`);
  writeFileSync(path, `version: 1\nname: ${name}\n${topology}`);
  const out = join(folder, name);
  const words = ['dist/rankplan.cjs', 'compile', path, '-o', out, '--with-exec'];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return out;
}
