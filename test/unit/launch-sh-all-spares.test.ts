// launch.sh --all: a spare takes the place of a host that cannot be used.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readJob } from '../../src/runtime/jobs/read-job.ts';
import { EXEC, hasExec } from '../native/exec-fixture.ts';
import { findProcesses, launcherUnder, until } from './launch-sh-fixture.ts';
import { HOSTS_MS, LAB, VIA, writeHosts } from './launch-sh-hosts-fixture.ts';

/** These hosts are down. */
const withoutHosts = (...down: readonly string[]) =>
  VIA.replace('\n', `\ncase $1 in ${down.join(' | ')}) echo "no route to $1" >&2; exit 255 ;; esac\n`);
const SPARES = [
  { name: 'lab8', address: '127.0.0.8', cpuRanks: 1 },
  { name: 'lab9', address: '127.0.0.9' },
];
const SHOW = 'echo "$RANK of $WORLD_SIZE: $RANKPLAN_NODE, master $MASTER_ADDR"';
const OTHERS = ['0 of 6: lab1', '1 of 6: lab1', '4 of 6: lab3', '5 of 6: lab3'];

describe.skipIf(!hasExec)('--all with spares', { timeout: HOSTS_MS }, () => {
  const { launch } = launcherUnder({ RANKPLAN_EXEC: EXEC, RANKPLAN_RUN_ID: 'spared' });
  const sortLines = (text: string) =>
    text
      .trimEnd()
      .replace(/^\[.*?\] /gm, '')
      .split('\n')
      .sort();
  const readBound = (directory: string) =>
    JSON.parse(readFileSync(join(directory, 'runs', 'spared', 'bound.json'), 'utf8')).nodes.map(
      ({ node, host }: { node: string; host: string }) => `${node} ${host}`,
    );

  it('moves the ranks of a host that is down, and no others', async () => {
    const { directory, marker, words } = writeHosts(SHOW, { via: withoutHosts('lab2'), spares: SPARES });
    const { status, stdout, stderr } = await launch(directory, [...words, '--tee']);
    expect({ status, lines: stderr.trimEnd().split('\n') }).toEqual({
      status: 0,
      lines: [
        expect.stringMatching(/^launch\.sh: lab2 cannot be used: .*no route to lab2$/),
        'launch.sh: lab9 takes the place of lab2: 2 ranks go there, and no other moves',
      ],
    });
    const moved = ['2 of 6: lab9', '3 of 6: lab9'];
    expect(sortLines(stdout)).toEqual(
      [...OTHERS, ...moved].sort().map((rank) => `${rank}, master 127.0.0.1`),
    );
    expect(readBound(directory)).toEqual(['lab1 lab1', 'lab2 lab9', 'lab3 lab3']);
    await until(() => findProcesses(marker).length === 0);
  });

  it('is a host of the job that goes on without its terminal', async () => {
    const { directory, marker, words } = writeHosts(SHOW, { via: withoutHosts('lab2'), spares: SPARES });
    const { status, stderr } = await launch(directory, [...words, '--detach']);
    expect(status, stderr).toBe(0);
    expect(readJob(join(directory, 'runs', 'spared'))?.hosts.map(({ host }) => host)).toEqual([
      'lab1',
      'lab9',
      'lab3',
    ]);
    await until(() => findProcesses(marker).length === 0);
  });

  it('moves the address of the master with rank 0', async () => {
    const { directory, words } = writeHosts(SHOW, { via: withoutHosts('lab1'), spares: SPARES });
    const { status, stdout } = await launch(directory, [...words, '--tee']);
    expect(status).toBe(0);
    expect(sortLines(stdout)[0]).toBe('0 of 6: lab9, master 127.0.0.9');
    expect(sortLines(stdout)[5]).toBe('5 of 6: lab3, master 127.0.0.9');
  });

  it('says what is missing where no spare fits', async () => {
    const { directory, words } = writeHosts(SHOW, { via: withoutHosts('lab2', 'lab3'), spares: SPARES });
    const { status, stderr } = await launch(directory, words);
    expect(status).toBe(78);
    expect(stderr.trimEnd().split('\n').slice(2)).toEqual([
      'launch.sh: lab8 cannot take the place of lab3: it has 1 CPU slots, not 2',
      'launch.sh: lab9 cannot take the place of lab3: it is in the place of another',
      'launch.sh: 1 of 3 hosts are ready; nothing was started',
    ]);
  });

  it('gives a host the spare that another could not have', async () => {
    const nodes = LAB.map((node) => ({ ...node, cpuRanks: node.name === 'lab2' ? 1 : 2 }));
    const spares = [...SPARES].reverse();
    const { directory, words } = writeHosts(SHOW, { via: withoutHosts('lab2', 'lab3'), nodes, spares });
    const { status, stderr } = await launch(directory, words);
    expect({ status, moves: stderr.match(/\S+ takes the place of \S+(?=:)/g) }).toEqual({
      status: 0,
      moves: ['lab8 takes the place of lab2', 'lab9 takes the place of lab3'],
    });
    expect(readBound(directory)).toEqual(['lab1 lab1', 'lab2 lab8', 'lab3 lab9']);
  });

  it('takes another spare where the first is down, too, and only checks under --dry-run', async () => {
    const spares = [...SPARES, { name: 'lab7', address: '127.0.0.7' }];
    const { directory, words } = writeHosts('exit 9', { via: withoutHosts('lab2', 'lab9'), spares });
    const { status, stderr } = await launch(directory, [...words, '--dry-run']);
    expect({ status, moves: stderr.match(/\S+ takes the place of \S+(?=:)/g) }).toEqual({
      status: 0,
      moves: ['lab9 takes the place of lab2', 'lab7 takes the place of lab9'],
    });
    expect(stderr.match(/^launch\.sh: (lab\d) is ready/gm)?.length).toBe(3);
  });

  it('takes machines of --nodes that a `bind: job` plan does not need', async () => {
    const nodes = LAB.map(({ name }) => ({ name, address: null, bind: 'job' as const }));
    const { directory, words } = writeHosts(SHOW, { via: withoutHosts('127.0.0.1'), nodes });
    const machines = '127.0.0.1,127.0.0.2,127.0.0.3,127.0.0.4';
    const { status, stdout, stderr } = await launch(directory, [...words, '--tee', '--nodes', machines]);
    expect(stderr).toMatch(
      /^launch.sh: 127\.0\.0\.1 cannot .*\n.* 127\.0\.0\.4 takes the place of 127\.0\.0\.1: 2 ranks .*\n$/,
    );
    expect(stdout.match(/^\[rank (0|2) .*?\]/gm)?.sort()).toEqual([
      '[rank 0 127.0.0.4]',
      '[rank 2 127.0.0.2]',
    ]);
    expect(status).toBe(0);
    expect(sortLines(stdout)[0]).toBe('0 of 6: lab1, master 127.0.0.4');
    expect(readBound(directory)).toEqual(['lab1 127.0.0.4', 'lab2 127.0.0.2', 'lab3 127.0.0.3']);
  });
});
