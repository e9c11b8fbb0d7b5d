// launch.sh --all --fanout: hosts that are reached through another, all of them this machine.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXEC, hasExec } from '../native/exec-fixture.ts';
import { findProcesses, launcherUnder, until } from './launch-sh-fixture.ts';
import { HOSTS_MS, VIA, writeHosts } from './launch-sh-hosts-fixture.ts';

/** A transport that does something else where it is to start a relay. */
const viaInstead = (instead: string): string =>
  VIA.replace('\n', `\n[[ \${@: -1} != *' --relay '* ]] || ${instead}\n`);

const NO_FRAMES = "{ printf '\\nrankplan-relay 1\\nno frame, and no end\\n'; exec sleep 4242; }";

describe.skipIf(!hasExec)('--all --fanout', () => {
  const { launch, start } = launcherUnder({ RANKPLAN_EXEC: EXEC });

  it(
    'starts the ranks of all hosts through one, with words that no shell reads and more output than a pipe takes',
    async () => {
      const script = 'echo "$RANK: ${1:0:13} ${#1}"; printf "%99999s\\n" "$(seq 9999)" | cut -c -40; exit 0';
      const { directory, marker, words } = writeHosts(script);
      const said = `it's "a" $(word) ${'x'.repeat(50_000)}`;
      const heard = `${said.slice(0, 13)} ${said.length}`;
      const { status, stdout, stderr } = await launch(directory, [
        ...words,
        '--fanout',
        '1',
        '--tee',
        '--',
        said,
      ]);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const lines = stdout.trimEnd().split('\n');
      expect(lines.filter((line) => line.endsWith(heard)).sort()).toEqual(
        [0, 1, 2, 3, 4, 5].map((rank) => `[rank ${rank} lab${Math.floor(rank / 2) + 1}] ${rank}: ${heard}`),
      );
      expect(lines).toHaveLength(6 * 10_000);
      await until(() => findProcesses(marker).length === 0);
    },
    HOSTS_MS,
  );

  it.each([
    ['cannot be started', '{ echo no route >&2; exit 255; }'],
    ['writes no frames', NO_FRAMES],
  ])(
    'reaches hosts from here where a relay %s',
    async (_, instead) => {
      const { directory, words } = writeHosts('exit 0', { via: viaInstead(instead) });
      expect(await launch(directory, [...words, '--fanout', '2'])).toMatchObject({ status: 0, stderr: '' });
    },
    HOSTS_MS,
  );

  it(
    'has the status of the first rank that failed behind a relay',
    async () => {
      const { directory, marker, words } = writeHosts(
        '[[ $RANK != 3 ]] || { echo boom >&2; exit 7; }; sleep 1000 & wait; exit 9',
      );
      const { status, stderr } = await launch(directory, [...words, '--fanout', '1']);
      expect(status).toBe(7);
      expect(stderr).toMatch(/^launch\.sh: lab2: rank 3 \(lab2, CPU\) failed with status 7.*\n {2}boom\n$/);
      await until(() => findProcesses(marker).length === 0);
    },
    HOSTS_MS,
  );

  it(
    'reaches more hosts than the launcher has descriptors for',
    async () => {
      const nodes = Array.from({ length: 12 }, (_, i) => ({ name: `lab${i + 1}`, address: '127.0.0.1' }));
      const { directory, words } = writeHosts('exit 0', { nodes });
      const few = join(directory, 'few.sh');
      writeFileSync(few, '#!/bin/bash\nulimit -Sn 40\nexec "${0%/*}/launch.sh" "$@"\n', { mode: 0o755 });
      const check = [...words, '--dry-run'];
      expect((await start(few, check).ended).stderr).toMatch(/Too many open files .*--fanout/);
      const { status, stderr } = await start(few, [...check, '--fanout', '2']).ended;
      expect(status, stderr).toBe(0);
    },
    HOSTS_MS,
  );

  it('refuses what is no number, and a job of one host', async () => {
    const { directory, words } = writeHosts('exit 0');
    expect(await launch(directory, [...words, '--fanout', 'many'])).toMatchObject({
      status: 78,
      stderr: expect.stringContaining("--fanout 'many' is not a number of hosts"),
    });
    expect(await launch(directory, ['--node', 'lab1', '--fanout', '2'])).toMatchObject({
      status: 78,
      stderr: expect.stringContaining('--fanout is for --all'),
    });
  });
});
