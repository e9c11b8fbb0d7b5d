// Which versions of which symbols a binary wants from the system, as `readelf` lists them: it comes with each compiler.
import { spawnSync } from 'node:child_process';

const MACHINES = { 'Advanced Micro Devices X86-64': 'x64', AArch64: 'arm64' };

/** `{ machine, needs: [{ library, version }] }` of a 64-bit little-endian ELF file. */
export function readNeeds(path) {
  const env = { ...process.env, LC_ALL: 'C' };
  const { status, stdout, error } = spawnSync('readelf', ['-hVW', path], {
    encoding: 'utf8',
    env,
    maxBuffer: 2 ** 26,
  });
  if (error !== undefined) throw new Error(`readelf does not run: ${error.message}; install binutils`);
  const [, machine] =
    /\n +Class: +ELF64\n +Data: .*little endian\n[\s\S]*?\n +Machine: +(.+)\n/.exec(stdout) ?? [];
  if (status !== 0 || machine === undefined) throw new Error(`${path} is no 64-bit little-endian ELF file`);
  const needs = stdout.split(/ File: (?=\S+ +Cnt:)/).slice(1);
  return {
    machine: MACHINES[machine] ?? 'unknown',
    needs: needs.flatMap((text) => {
      const [library] = text.split(' ', 1);
      return [...text.matchAll(/ Name: (\S+) +Flags:/g)].map(([, version]) => ({ library, version }));
    }),
  };
}

/**
 * What RHEL 8 and its kin have, the oldest systems that Node 20 and 22 run on: a binary that wants more would be
 * refused where Node itself works.
 */
const NEWEST = { GLIBC: '2.28', GLIBCXX: '3.4.25', CXXABI: '1.3.11', GCC: '7.0.0' };

const { compare } = new Intl.Collator('en', { numeric: true });

/** The needs that are too new, or of no known kind, as sentences. */
export function findTooNew({ needs }) {
  return needs.flatMap(({ library, version }) => {
    const [, family, number] = /^([A-Z]+)_([\d.]+)$/.exec(version) ?? [];
    const newest = NEWEST[family];
    if (newest === undefined) return [`${version} of ${library} is of no known kind`];
    return compare(number, newest) > 0 ? [`${version} of ${library} is newer than ${family}_${newest}`] : [];
  });
}
