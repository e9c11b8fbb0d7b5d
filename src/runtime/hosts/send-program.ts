import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printable } from '../../compiler/source/printable.ts';
import { RunRefusal } from '../run/run-refusal.ts';
import { attempt } from '../try-read.ts';

export interface Program {
  /** With its digest: versions lie side by side. */
  readonly name: string;
  readonly bytes: Buffer;
  readonly sha256: string;
}

/** What a host gets, by its `uname -m`. Throws a RunRefusal that says what builds the guard where it is not here. */
export interface Programs {
  readonly exec: (machine: string) => Program;
  /** Null if it is not here: who needs it says so. */
  readonly probe: (machine: string) => Program | null;
}

const PLATFORMS: Readonly<Record<string, string>> = {
  x86_64: 'linux-x64',
  amd64: 'linux-x64',
  aarch64: 'linux-arm64',
  arm64: 'linux-arm64',
};
const OWN = `${process.platform}-${process.arch}`;

/**
 * The programs in `folder`, by platform (dist/native of the package); `ownExec` is taken for hosts like this machine,
 * where the user names one.
 */
export function findPrograms(folder: string, ownExec: string | null): Programs {
  const programs = new Map<string, Program | null>();
  const read = (path: string, name: string): Program | null => {
    const program = programs.get(path) ?? attempt(() => describeProgram(name, readFileSync(path)));
    programs.set(path, program);
    return program;
  };
  const exec = (machine: string): Program => {
    const platform = platformOf(machine);
    const platforms = 'rankplan-exec is built for x86_64 and aarch64 only';
    if (platform === undefined) throw new RunRefusal(`its machine is ${printable(machine)}`, platforms);
    const path = join(folder, platform, 'rankplan-exec');
    const found = read(platform === OWN && ownExec !== null ? ownExec : path, 'rankplan-exec');
    if (found !== null) return found;
    throw new RunRefusal(
      `rankplan-exec for its machine, ${machine}, is not here (${printable(path)})`,
      `in a clone, \`npm run build:native -- --target ${platform}\` builds it; the wheel has it`,
    );
  };
  const probe = (machine: string): Program | null => {
    const platform = platformOf(machine);
    return platform === undefined ? null : read(join(folder, platform, 'rankplan-probe'), 'rankplan-probe');
  };
  return { exec, probe };
}

/** Undefined where nothing is built for the machine. */
function platformOf(machine: string): string | undefined {
  if (machine !== '') return PLATFORMS[machine];
  throw new RunRefusal('its login has no uname on PATH', 'see its start files, such as .bashrc');
}

export function describeProgram(name: string, bytes: Buffer): Program {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { name: `${name}-${sha256.slice(0, 16)}`, bytes, sha256 };
}
