import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OutputError } from './output-error.ts';
import type { OutputFile } from './output-file.ts';

/** What bash calls a machine, as launch.sh looks for its program, and what Node calls it. */
const MACHINES = [
  ['x86_64', 'linux-x64'],
  ['aarch64', 'linux-arm64'],
] as const;

/** What guards the ranks, and tells who uses the GPUs. */
const PROGRAMS = ['rankplan-exec', 'rankplan-probe'] as const;

/** The programs of `folder` as files of an output directory: rankplan-exec is static, so that any Linux runs it. */
export function readExecs(folder: string): readonly OutputFile[] {
  return MACHINES.flatMap(([machine, target]) =>
    PROGRAMS.map((program) => {
      const content = tryRead(join(folder, 'native', target, program), target);
      return { path: `lib/${program}-${machine}`, executable: true, content };
    }),
  );
}

function tryRead(path: string, target: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    throw new OutputError(
      `--with-exec needs ${path}, which cannot be read: in a clone, \`npm run build:native -- --target ${target}\` builds it`,
    );
  }
}
