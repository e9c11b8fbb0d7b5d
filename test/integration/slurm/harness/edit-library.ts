import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Changes a file, which must have what is looked for. */
export function editFile(path: string, from: string | RegExp, to: string): void {
  const text = readFileSync(path, 'utf8');
  const edited = text.replace(from, to);
  if (edited === text) throw new Error(`${path} has no ${from}`);
  writeFileSync(path, edited);
}

/** Changes slurm.bash and what .rankplan.json says of it, which would refuse it: what a defect of rankplan would do. */
export function editLibrary(folder: string, from: string | RegExp, to: string): void {
  const path = join(folder, 'slurm.bash');
  editFile(path, from, to);
  const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
  editFile(join(folder, '.rankplan.json'), /(?<="slurm\.bash": "sha256:)\w+/, digest);
}
