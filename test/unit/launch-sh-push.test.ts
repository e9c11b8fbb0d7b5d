// launch.sh --all --push: hosts that are folders of this machine, through a transport that starts a shell there.
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXEC, hasExec } from '../native/exec-fixture.ts';
import { HANG_MS } from '../patience.ts';
import { makeFolder } from '../scratch.ts';
import { launcherUnder, makePlan, until, writeOutput } from './launch-sh-fixture.ts';

const LABS = ['lab1', 'lab2', 'lab3'];
const PATIENT = ['--all', '--push', '--patience', '60', '--timeout', '120'];
const TIMEOUT_MS = 3 * HANG_MS;
const COPY = 'a \'plan\' for "us"';

/** Without what a push keeps there. */
const listRuns = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => !name.startsWith('.'));

/** The processes that work there. */
const listWorking = (folder: string): readonly string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`) === folder;
    } catch {
      return false; // it has ended meanwhile
    }
  });

describe.skipIf(!hasExec)('--all --push', () => {
  const { launch, start } = launcherUnder({ RANKPLAN_EXEC: EXEC });

  /** Each host is a folder, where its shell begins. */
  function writeHosts(via = '') {
    const nodes = LABS.map((name) => ({ name, address: '127.0.0.1' }));
    const command = ['bash', '-c', 'echo "rank $RANK: $RANKPLAN_RUN_DIR"'];
    const root = makeFolder('hosts-');
    const directory = writeOutput(makePlan({ ranks: 1, nodes, launch: { command, graceSeconds: 5 } }));
    const transport = join(root, 'via');
    for (const lab of LABS) mkdirSync(join(root, lab));
    const lines = [
      '#!/bin/bash',
      'echo "Welcome to $1!"',
      `cd '${root}'/$1 || exit`,
      via,
      'exec bash -c "${@: -1}"',
    ];
    writeFileSync(transport, `${lines.join('\n')}\n`, { mode: 0o755 });
    const at = (lab: string, name = ''): string => join(root, lab, name);
    const words = [...PATIENT, '--via', transport, '--dir', `~/deep/${COPY}`];
    const copyAt = (lab: string, name = ''): string => at(lab, join('deep', COPY, name));
    const findCopies = (): readonly number[] => LABS.map((lab) => statSync(copyAt(lab)).ino);
    return { directory, words, at, copyAt, findCopies };
  }

  it(
    'copies the directory where it is not, or is another, and keeps the logs there',
    async () => {
      const { directory, words, at, copyAt, findCopies } = writeHosts();
      writeFileSync(join(directory, 'train.py'), 'one');
      expect(await launch(directory, words)).toMatchObject({ status: 0, stderr: '' });
      expect(readdirSync(at('lab1', 'deep'))).toEqual([COPY]);
      const [run = ''] = listRuns(copyAt('lab2', 'runs'));
      expect(readFileSync(copyAt('lab2', `runs/${run}/rank-1.out`), 'utf8')).toBe(
        `rank 1: ${copyAt('lab2', `runs/${run}`)}\n`,
      );
      const copies = findCopies();

      expect(await launch(directory, words)).toMatchObject({ status: 0, stderr: '' });
      expect(findCopies()).toEqual(copies);

      writeFileSync(copyAt('lab2', 'env/rank-1.env'), 'export RANK=7\n');
      mkdirSync(copyAt('lab3', 'results'));
      writeFileSync(copyAt('lab3', 'results/model.pt'), 'days of work');
      expect(await launch(directory, words)).toMatchObject({ status: 0, stderr: '' });
      const isKept = findCopies().map((copy, index) => copy === copies[index]);
      expect(isKept).toEqual([true, false, true]);
      expect(readFileSync(copyAt('lab2', 'env/rank-1.env'), 'utf8')).toContain("RANK='1'");
      expect(listRuns(copyAt('lab2', 'runs')).length).toBe(3);

      rmSync(join(directory, 'train.py'));
      expect(await launch(directory, words)).toMatchObject({ status: 0, stderr: '' });
      expect(readFileSync(copyAt('lab3', 'results/model.pt'), 'utf8')).toBe('days of work');
      expect(readdirSync(copyAt('lab3')).sort()).toEqual(
        [...readdirSync(directory), 'results', 'runs'].sort(),
      );
      expect(listRuns(copyAt('lab3', 'runs')).length).toBe(4);
    },
    TIMEOUT_MS,
  );

  it(
    'takes a copy for whole only when all of it has come',
    async () => {
      const cut = '[[ $1 != lab2 ]] || exec bash -c "${@: -1}" < <(dd bs=1 count=30000)';
      const { directory, words, at } = writeHosts(cut);
      const { status, stderr } = await launch(directory, words);
      expect(status).toBe(78);
      expect(stderr).toMatch(/^launch\.sh: lab2: the copy to \S+.* (failed|did not arrive whole).*\n/);
      expect(stderr).toMatch(/\nlaunch\.sh: 2 of 3 hosts are ready; nothing was started\n$/);
      expect(readdirSync(at('lab2', 'deep'))).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'tells all that hosts refuse together, by host, and touches nothing that is not its own',
    async () => {
      const lost = "[[ $1 != lab3 ]] || { echo 'no route to lab3' >&2; exit 255; }";
      const { directory, words, copyAt } = writeHosts(lost);
      mkdirSync(copyAt('lab2'), { recursive: true });
      writeFileSync(copyAt('lab2', 'thesis.tex'), 'years of work');
      cpSync(directory, copyAt('lab1'), { recursive: true });
      writeFileSync(copyAt('lab1', 'plan.json'), 'an older plan\n');
      const { status, stderr } = await launch(directory, words);
      expect(status).toBe(78);
      const lines = stderr.trimEnd().split('\n');
      expect(lines[0]).toMatch(/^launch\.sh: lab2: .*is there, and is no compiled directory: .*--dir$/);
      expect(lines[1]).toMatch(
        /^launch\.sh: lab3 cannot be used: .*via ended with status 255: no route to lab3$/,
      );
      expect(lines.slice(2)).toEqual(['launch.sh: 1 of 3 hosts are ready; nothing was started']);
      expect(readFileSync(copyAt('lab2', 'thesis.tex'), 'utf8')).toBe('years of work');
      expect(readFileSync(copyAt('lab1', 'plan.json'), 'utf8')).toBe('the plan\n');
    },
    TIMEOUT_MS,
  );

  it(
    'names a host that takes no copy in time',
    async () => {
      const { directory, words } = writeHosts('[[ $1 != lab2 ]] || exec sleep 1000');
      const { status, stderr } = await launch(directory, [...words, '--timeout', '3']);
      expect(status).toBe(78);
      expect(stderr).toMatch(
        /^launch\.sh: lab2: this directory cannot be copied there: .*no answer within \d+ s/,
      );
    },
    TIMEOUT_MS,
  );

  it(
    'looks before it reads, and ends what reads for nobody',
    async () => {
      const { directory, words, copyAt } = writeHosts();
      expect(await launch(directory, words)).toMatchObject({ status: 0, stderr: '' });
      truncateSync(copyAt('lab2', 'env/rank-1.env'), 2 ** 42); // some hours of reading
      const isRead = () => listWorking(copyAt('lab2')).length > 0;
      const { status, stderr } = await launch(directory, [...words, '--timeout', '1']);
      expect({ status, stderr }).toEqual({ status: 78, stderr: expect.stringMatching(/lab2: .*no answer/) });
      await until(() => !isRead());

      const { child, ended } = start(join(directory, 'launch.sh'), words);
      await until(isRead);
      child.kill('SIGKILL');
      await ended;
      await until(() => !isRead());

      rmSync(copyAt('lab2', 'plan.json'));
      expect((await launch(directory, words)).stderr).toMatch(/lab2: .* is no compiled directory/);
    },
    TIMEOUT_MS,
  );

  it('is refused without --all', async () => {
    const { directory } = writeHosts();
    for (const words of [['--push'], ['--timeout', '5'], ['--dir=/srv']]) {
      const { status, stderr } = await launch(directory, words);
      const option = words[0]?.split('=')[0];
      expect({ status, stderr }).toEqual({
        status: 78,
        stderr: `launch.sh: ${option} is for --all: add that, or leave it out\n`,
      });
    }
  });
});
