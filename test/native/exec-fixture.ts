import { randomUUID } from 'node:crypto';
import { accessSync, constants, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { requireTool } from '../integration/require-tool.ts';

/** Another build of rankplan-exec than what ships, such as one with sanitizers. */
export const EXEC = resolve(
  process.env['RANKPLAN_TEST_EXEC'] ?? `dist/native/${process.platform}-${process.arch}/rankplan-exec`,
);

/** Whether tests of it can run; in CI they must. */
const REMEDY = 'a C compiler, then `node scripts/build-native.mjs --tests`';
export const hasExec = requireTool('rankplan-exec', canRun(EXEC), REMEDY);

/** One for kernels that do not list a process's children. */
export const SCANNING_EXEC = resolve('build/native/rankplan-exec-scanning');
export const hasScanningExec = requireTool('rankplan-exec-scanning', canRun(SCANNING_EXEC), REMEDY);

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** An argument that only one test's processes carry. */
export const makeMarker = (): string => `marker-${randomUUID()}`;

/** The processes with this text among their arguments or in their environment. */
export function findProcesses(marker: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      const words = readIfThere(`/proc/${pid}/cmdline`); // of what is a thread of the kernel, or has ended: none
      return words !== '' && (words.includes(marker) || readIfThere(`/proc/${pid}/environ`).includes(marker));
    })
    .map(Number);
}

/** A file of a process; empty where it has ended meanwhile, or belongs to somebody else. */
export function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/** A process's letter in its stat file: T stopped, Z ended and not yet waited for; empty where there is none. */
export const stateOf = (pid: number | undefined): string =>
  /\) (\S)/.exec(readIfThere(`/proc/${pid}/stat`))?.[1] ?? '';

export const childrenOf = (pid: number | undefined): readonly number[] =>
  readIfThere(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);

/** What the descriptors of a process are, by number. */
export function listDescriptors(pid: number): Readonly<Record<string, string>> {
  const folder = `/proc/${pid}/fd`;
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readlinkSync(`${folder}/${name}`)]));
}
