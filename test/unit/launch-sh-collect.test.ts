// launch.sh --all --collect: hosts that are folders of this machine, through a transport that starts a shell there.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXEC, hasExec } from '../native/exec-fixture.ts';
import { HANG_MS } from '../patience.ts';
import { makeFolder } from '../scratch.ts';
import { launcherUnder, makePlan, writeOutput } from './launch-sh-fixture.ts';

const LABS = ['lab1', 'lab2', 'lab3'];
const PATIENT = ['--patience', '60', '--timeout', '120'];
const TIMEOUT_MS = 3 * HANG_MS;
const COPY = 'a \'plan\' for "us"';
const ID = 'run-1';
const CUT = 'exec bash -c "${@: -1}"';

/** What a host sends that lies; the token is the last word that its shell is given. */
const lie = (host: string, sent: string): string =>
  `[[ $1 != ${host} ]] || { token=$(tr '\\0' '\\n' | tail -n 1); printf "rankplan-logs $token ${sent}"; exit; }`;

describe.skipIf(!hasExec)('--all --collect', () => {
  const { launch } = launcherUnder({ RANKPLAN_EXEC: EXEC, RANKPLAN_RUN_ID: ID });

  /** Each host is a folder, where its shell begins. `via` may do another thing while logs are collected. */
  function writeHosts({ script = 'echo "rank $RANK"', via = '' } = {}) {
    const nodes = LABS.map((name) => ({ name, address: '127.0.0.1' }));
    const command = ['bash', '-c', script];
    const root = makeFolder('hosts-');
    const directory = writeOutput(makePlan({ ranks: 2, nodes, launch: { command, graceSeconds: 5 } }));
    const transport = join(root, 'via');
    for (const lab of LABS) cpSync(directory, join(root, lab, COPY), { recursive: true });
    const lines = [
      '#!/bin/bash',
      'echo "Welcome to $1!"',
      `cd '${root}'/$1 || exit`,
      `if [[ "\${@: -1}" == *-p ]]; then ${via || ':'}`,
      'fi',
      CUT,
    ];
    writeFileSync(transport, `${lines.join('\n')}\n`, { mode: 0o755 });
    const words = ['--via', transport, '--dir', `~/${COPY}`, ...PATIENT];
    const here = (name = ''): string => join(directory, 'runs', ID, name);
    const at = (lab: string, name = ''): string => join(root, lab, COPY, 'runs', ID, name);
    return { directory, words, here, at };
  }

  it(
    'brings the logs of all hosts here, also what ranks made there, and of attempts before',
    async () => {
      const script = `echo "rank $RANK of \${RANKPLAN_RESTART_COUNT-}"; mkdir -p "$RANKPLAN_RUN_DIR/my plots/$RANK";
        echo "$RANK" >"$RANKPLAN_RUN_DIR/my plots/$RANK/a  b "; ln -sf /etc/passwd "$RANKPLAN_RUN_DIR/link$RANK"
        [[ $RANK != 3 || -e $RANKPLAN_RUN_DIR/again ]] || { touch "$RANKPLAN_RUN_DIR/again"; exit 7; }`;
      const { directory, words, here } = writeHosts({ script });
      const { status, stderr } = await launch(directory, ['--all', '--collect', '--restarts', '1', ...words]);
      expect(stderr).toContain(`launch.sh: runs/${ID}/hosts has the logs of 3 other hosts\n`);
      expect(status).toBe(0);
      expect(readdirSync(here('hosts')).sort()).toEqual(LABS);
      expect(readdirSync(here('hosts/lab2')).sort()).toEqual(
        [
          'again',
          'attempt-0',
          'my plots',
          ...['rank-2', 'rank-3'].flatMap((name) => [`${name}.err`, `${name}.out`]),
        ].sort(),
      );
      expect(readFileSync(here('hosts/lab2/my plots/3/a  b '), 'utf8')).toBe('3\n');
      expect(readFileSync(here('hosts/lab2/rank-3.out'), 'utf8')).toContain('rank 3 of');
      expect(readdirSync(here('hosts/lab2/attempt-0'))).toContain('rank-3.out');
    },
    TIMEOUT_MS,
  );

  /** Each host has logs of a run that is over. */
  async function collect(via: string) {
    const hosts = writeHosts({ via });
    for (const [index, lab] of LABS.entries()) {
      mkdirSync(hosts.at(lab), { recursive: true });
      writeFileSync(hosts.at(lab, `rank-${index}.out`), `rank ${index}\n`);
    }
    const { status, stderr } = await launch(hosts.directory, ['--collect-run', ID, ...hosts.words]);
    return { ...hosts, status, stderr, folders: readdirSync(hosts.here('hosts')).sort() };
  }

  it.each([
    ['a place outside', 'got 1 3\\\\n3 ../../../escaped\\\\0abcend\\\\0', 'no logs'],
    ['another place outside', 'got 1 3\\\\n3 a/../../escaped\\\\0abcend\\\\0', 'no logs'],
    ['an absolute path', 'got 1 3\\\\n3 /tmp/escaped\\\\0abcend\\\\0', 'no logs'],
    ['something hidden', 'got 1 3\\\\n3 .escaped\\\\0abcend\\\\0', 'no logs'],
    ['a name for a terminal', 'got 1 3\\\\n3 \\\\033[2J\\\\0abcend\\\\0', 'no logs'],
    ['no name', 'got 1 3\\\\n3 \\\\0abcend\\\\0', 'whole'],
    ['more than was announced', 'got 2 5\\\\n3 a\\\\0abc3 b\\\\0abcend\\\\0', 'no logs'],
    ['one file twice', 'got 2 6\\\\n3 a\\\\0abc3 a\\\\0abcend\\\\0', 'written'],
    ['a file as a folder', 'got 2 6\\\\n3 a\\\\0abc3 a/b\\\\0abcend\\\\0', 'written'],
    ['more than this disk takes', 'got 1 999999999999999\\\\n', 'no room'],
    ['half a file', 'got 1 6\\\\n6 a\\\\0abc', 'whole'],
    ['no end', 'got 1 3\\\\n3 a\\\\0abc', 'whole'],
    ['another end', 'got 1 3\\\\n3 a\\\\0abcfin\\\\0', 'whole'],
    ['nothing that is known', 'what 1 3\\\\n', 'no sign'],
    ['numbers that are none', 'got -1 99999999999999999999\\\\n', 'no sign'],
  ])('takes nothing of a host that sends %s', async (_, sent, why) => {
    const { status, stderr, folders, directory } = await collect(lie('lab2', sent));
    expect(status).toBe(1);
    expect(stderr).toMatch(new RegExp(`^launch\\.sh: the logs of lab2 stay there: .*${why}`, 'm'));
    expect(stderr).toContain(`launch.sh: runs/${ID}/hosts has the logs of 2 other hosts\n`);
    expect(folders).toEqual(['lab1', 'lab3']);
    expect(existsSync('/tmp/escaped') || existsSync(join(directory, 'escaped'))).toBe(false);
  });

  it('names the host that cannot be reached any more, with its words', async () => {
    const { stderr, folders } = await collect('[[ $1 != lab2 ]] || { echo "no route" >&2; exit 255; }');
    expect(stderr).toMatch(
      /^launch\.sh: the logs of lab2 stay there: .*\(via ended with status 255: no route\)$/m,
    );
    expect(folders).toEqual(['lab1', 'lab3']);
  });

  it(
    'brings them later, and again; what is over there no more stays here',
    async () => {
      const { directory, words, here, at } = writeHosts();
      expect(await launch(directory, ['--all', ...words])).toMatchObject({ status: 0, stderr: '' });
      expect(existsSync(here())).toBe(false);
      const again = await launch(directory, ['--collect-run', ID, ...words]);
      expect(again).toMatchObject({
        status: 0,
        stderr: `launch.sh: runs/${ID}/hosts has the logs of 3 other hosts\n`,
      });
      writeFileSync(at('lab2', 'rank-2.out'), 'more\n');
      expect((await launch(directory, ['--collect-run', `out/runs/${ID}/`, ...words])).status).toBe(0);
      expect(readFileSync(here('hosts/lab2/rank-2.out'), 'utf8')).toBe('more\n');
      expect(readdirSync(here('hosts')).sort()).toEqual(LABS);
      rmSync(at('lab2'), { recursive: true });
      const { status, stderr } = await launch(directory, ['--collect-run', ID, ...words]);
      expect({ status, stderr: stderr.split('\n').slice(0, -1) }).toEqual({
        status: 0,
        stderr: [
          'launch.sh: no logs of this run are on lab2',
          `launch.sh: runs/${ID}/hosts has the logs of 2 other hosts`,
        ],
      });
      expect(existsSync(here('hosts/lab2/rank-2.out'))).toBe(true);
      expect(await launch(directory, ['--collect-run', 'run-2', ...words])).toMatchObject({
        status: 78,
        stderr: 'launch.sh: no other host has a run run-2\n',
      });
      expect(existsSync(join(directory, 'runs', 'run-2'))).toBe(false);
    },
    TIMEOUT_MS,
  );

  it(
    'copies nothing where all hosts have this directory',
    async () => {
      const { directory, words, here } = writeHosts();
      const shared = words.map((word) => (word.startsWith('~/') ? directory : word));
      const { status, stderr } = await launch(directory, ['--all', '--collect', ...shared]);
      expect({ status, stderr }).toEqual({
        status: 0,
        stderr: `launch.sh: runs/${ID} has the logs of all hosts, which share it\n`,
      });
      expect(existsSync(here('hosts'))).toBe(false);
    },
    TIMEOUT_MS,
  );

  it(
    'asks for nothing of a host whose place a spare has taken',
    async () => {
      const { directory, words, here } = writeHosts({ via: '[[ $1 != lab3 ]] || exit 255' });
      await launch(directory, ['--all', ...words]);
      const collect = () => launch(directory, ['--collect-run', ID, ...words]);
      expect((await collect()).status).toBe(1);
      mkdirSync(here(), { recursive: true });
      writeFileSync(here('hosts.json'), '{"hosts":[{"host":"lab1","ranks":2},{"host":"lab2","ranks":2}]}\n');
      const { status, stderr } = await collect();
      expect({ status, stderr }).toEqual({
        status: 0,
        stderr: `launch.sh: runs/${ID}/hosts has the logs of 2 other hosts\n`,
      });
    },
    TIMEOUT_MS,
  );

  it('is refused without --all, and for what is no run', async () => {
    const { directory, words } = writeHosts();
    expect((await launch(directory, ['--collect'])).status).toBe(78);
    const { status, stderr } = await launch(directory, ['--collect-run', '../..', ...words]);
    expect({ status, isNamed: stderr.includes('is no run') }).toEqual({ status: 78, isNamed: true });
  });
});
