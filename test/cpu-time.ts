import { expect } from 'vitest';

/** CPU seconds of this process for some work. Other processes may make them more by half, and not by ten. */
export function cpuSecondsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** What is to be found here is work that grows with the square: `limit` is far beyond what is usual. */
export function expectCpuSeconds(limit: number, work: () => void): void {
  expect(cpuSecondsOf(work)).toBeLessThan(limit);
}

/** A command that the kernel ends when it has had so many CPU seconds, whatever else the machine does. */
export const withinCpuSeconds = (
  seconds: number,
  command: string,
  args: readonly string[],
): readonly [command: string, args: readonly string[]] => [
  'bash',
  ['-c', 'ulimit -t "$0" && exec "$@"', String(seconds), command, ...args],
];
