import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLog } from '../native/run-fixture.ts';
import { makePlan, start, writeOutput, writeScript } from './launch-sh-fixture.ts';

/* Where launch.sh runs, and what reads it, may be unlike a terminal on a quiet machine. */

/** The names that the page itself uses. */
function namesOf(directory: string): readonly string[] {
  const text = readFileSync(join(directory, 'launch.sh'), 'utf8');
  const patterns = [/(?<![\w$"'.-])([a-z][a-z_]*)(?:=|\+=|\[)/g, /\bfor ([a-z_]+) in\b/g, /\(\(([a-z]+) = /g];
  const assigned = patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name));
  const read = [...text.matchAll(/\bread -r ([a-z_ ]+)/g)].flatMap(([, words = '']) =>
    words.trim().split(/[ _]+/),
  );
  return [...new Set([...assigned, ...read])].filter((name) => name !== '').sort();
}

const printed = (directory: string, rank: number): ReadonlyMap<string, string> =>
  new Map(
    readLog(directory, `rank-${rank}.out`)
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const),
  );

describe('a name that launch.sh uses itself', () => {
  const names = namesOf(writeOutput(makePlan()));
  it.each(['launch.env', 'the caller'])('reaches the ranks from %s', async (origin) => {
    expect(names).toEqual(expect.arrayContaining(['command', 'pids', 'rank', 'name', 'status', 'early']));
    const env = Object.fromEntries(names.map((name) => [name, name === 'rank' ? '1' : 'name']));
    const isPlanned = origin === 'launch.env';
    const directory = writeOutput(
      makePlan({ ranks: 2, launch: { command: ['env'], env: isPlanned ? env : {} } }),
    );
    const { status, stderr } = await start(join(directory, 'launch.sh'), [], isPlanned ? {} : { env }).ended;
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    for (const rank of [0, 1]) {
      const found = printed(directory, rank);
      expect(Object.fromEntries(names.map((name) => [name, found.get(name)]))).toEqual(env);
    }
  });
});

it('a reader of its messages that has gone costs the ranks no grace', async () => {
  const { directory } = writeScript(
    `trap 'echo saved; exit 0' TERM; : >"$RANKPLAN_RUN_DIR/ready-$RANK"
     [[ $RANK != 1 ]] || { until [[ -e $RANKPLAN_RUN_DIR/ready-0 ]]; do sleep 0.02; done; exit 5; }
     sleep 1000 & wait`,
    2,
  );
  const piped = `"$0" 2>&1 | true; echo "\${PIPESTATUS[0]}"`;
  const { stdout } = await start('bash', ['-c', piped, join(directory, 'launch.sh')]).ended;
  expect(stdout).toBe('5\n');
  expect(readLog(directory, 'rank-0.out')).toBe('saved\n');
});

it('the last lines of a rank give no order to a terminal', async () => {
  const { directory } = writeScript(`printf 'a\\033[2Jb\\n' >&2; exit 3`);
  const { status, stderr } = await start(join(directory, 'launch.sh')).ended;
  expect(status).toBe(3);
  expect(stderr).toContain('\n  a?[2Jb\n');
});

/** Needs root, in a container also the right to make namespaces. */
const canUnshare =
  spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'nsenter', '--version']).status === 0;

if (canUnshare)
  it('it ends where process 1 waits for no process, as in a container whose command is sleep', async () => {
    const { directory } = writeScript('sleep 1000 & exit 0', 1, { graceSeconds: 1 });
    const inside = `"$0"; echo "$?"; kill -KILL -1`; // process 1 is sleep, which the kernel keeps from that
    const outside = `unshare --pid --fork --mount-proc sleep 1000 &
      until [[ -n $child ]]; do
        for stat in /proc/[0-9]*/stat; do
          { read -r pid _ _ parent _ <"$stat" && [[ $parent == "$!" ]] && child=$pid; } 2>/dev/null
        done
      done
      until [[ $(<"/proc/$child/comm") == sleep ]]; do sleep 0.02; done
      nsenter -t "$child" -p -m bash -c '${inside}' "$0"; kill -KILL "$child"`;
    const { stdout, stderr } = await start('bash', ['-c', outside, join(directory, 'launch.sh')]).ended;
    expect(stdout).toBe('0\n');
    expect(stderr).toContain('launch.sh: left after KILL: process groups ');
  });
