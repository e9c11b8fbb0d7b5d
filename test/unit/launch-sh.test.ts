import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { childrenOf, findProcesses, makeMarker, stateOf } from '../native/exec-fixture.ts';
import { areReady, findRun, READY, readLog } from '../native/run-fixture.ts';
import { until } from '../patience.ts';
import { makeFolder } from '../scratch.ts';
import { runs, some } from '../stage.ts';
import { launch, makePlan, start, writeOutput, writeScript } from './launch-sh-fixture.ts';

const LIST_DESCRIPTORS = 'for fd in /proc/$$/fd/*; do printf "%s " "${fd##*/}"; done';
const SLEEP = 'exec -a "$1" sleep 1000';

describe('launch.sh', () => {
  it('says on a terminal where the logs are, who failed, and its last lines', () => {
    const { directory } = writeScript('[[ $RANK != 1 ]] || { echo wrong >&2; exit 3; }; exec sleep 1000', 3);
    const { stdout } = spawnSync('script', ['-qec', `${directory}/launch.sh`, '/dev/null'], {
      encoding: 'utf8',
    });
    const shown = stdout.replaceAll(findRun(directory), 'LOGS');
    expect(shown.split('\r\n').slice(0, -1)).toEqual([
      'launch.sh: 3 ranks; logs: LOGS',
      'launch.sh: rank 1 (localhost) failed with status 3; its log: LOGS/rank-1.err',
      '  wrong',
    ]);
  });

  describe('the ranks of a run', () => {
    it('get their environment, their logs, a session of their own, default signals and no input', async () => {
      const { directory } = writeScript(
        `echo "$RANK $MASTER_PORT $RANKPLAN_RUN_DIR $TORCHELASTIC_ERROR_FILE"; echo oops >&2; grep -h SigIgn /proc/self/status
       read -r _ _ _ _ group session _ </proc/$$/stat; [[ "$group $session" == "$$ $$" ]] && echo leader; cat; ${LIST_DESCRIPTORS}`,
        2,
      );
      const { status, stdout, stderr } = await launch(directory);
      expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
      const run = findRun(directory);
      const inherited = (await start('bash', ['-c', LIST_DESCRIPTORS]).ended).stdout;
      for (const rank of [0, 1]) {
        const [first, ...rest] = readLog(directory, `rank-${rank}.out`).split('\n');
        expect(first).toMatch(new RegExp(`^${rank} \\d+ ${run} ${run}/rank-${rank}\\.error\\.json$`));
        expect(rest.slice(0, 2)).toEqual(['SigIgn:\t0000000000000000', 'leader']);
        expect(rest[2]).toBe(inherited);
        expect(readLog(directory, `rank-${rank}.err`)).toBe('oops\n');
      }
    });

    it('get every argument intact', async () => {
      const words = ['*', '~', '$HOME `id` $(id)', "it's", '"', '', 'a\nb', '-n', '\\', '{1,2}', 'ü ☃', '!x'];
      const plan = makePlan({ launch: { command: ['printf', '<%s>', ...words] } });
      const directory = writeOutput(plan);
      expect((await launch(directory, ['--', ...words])).status).toBe(0);
      expect(readLog(directory, 'rank-0.out')).toBe([...words, ...words].map((word) => `<${word}>`).join(''));
    });

    it('run the command of the caller when the plan has none', async () => {
      const directory = writeOutput(makePlan({ launch: { command: null } }));
      expect((await launch(directory, ['--', 'echo', 'hi'])).status).toBe(0);
      expect(readLog(directory, 'rank-0.out')).toBe('hi\n');
    });

    it('keep their command when setup shifts its parameters or returns', async () => {
      for (const line of ['set -- a b', 'while (($# > 0)); do shift; done', 'return 0']) {
        const launched = { setup: [line], command: ['bash', '-c', 'echo ran; exit 3'] };
        const directory = writeOutput(makePlan({ launch: launched }));
        expect((await launch(directory)).status).toBe(3);
        expect(readLog(directory, 'rank-0.out')).toBe('ran\n');
      }
    });

    it('go through setup and wrap, in the working directory', async () => {
      const workdir = makeFolder('work dir ');
      mkdirSync(join(workdir, 'sub'));
      const setup = [
        'false',
        'cd sub',
        'export FROM_SETUP=yes',
        'declare -x DECLARED=too',
        'unset_command_xyz',
        'true # \\',
      ];
      const command = ['bash', '-c', 'pwd; echo $FROM_SETUP $DECLARED $WRAPPED'];
      const directory = writeOutput(
        makePlan({ launch: { setup, workdir, wrap: ['env', 'WRAPPED=yes'], command } }),
      );
      expect((await launch(directory)).status).toBe(0);
      expect(readLog(directory, 'rank-0.out')).toBe(`${workdir}/sub\nyes too yes\n`);
      expect(readLog(directory, 'rank-0.err')).toContain('unset_command_xyz');
    });

    it('fail where setup exits, and with 127 where the command is missing', async () => {
      const exiting = writeOutput(makePlan({ launch: { setup: ['exit 9'] } }));
      expect((await launch(exiting)).status).toBe(9);
      const missing = writeOutput(makePlan({ launch: { setup: [':'], command: ['no-such-program'] } }));
      const { status, stderr } = await launch(missing);
      expect(status).toBe(127);
      expect(stderr).toContain('no-such-program');
    });
  });

  describe('the first failure', () => {
    const failures: [string, number, string][] = [
      ['exit 3', 3, 'failed with status 3'],
      ['kill -SEGV $$', 139, 'failed with status 139 (as from SIGSEGV)'],
      ['kill -KILL $$', 137, 'failed with status 137 (as from SIGKILL)'],
      ['exit 159', 159, 'failed with status 159 (as from SIGSYS)'],
      ['exit 160', 160, 'failed with status 160'],
      ['exit 165', 165, 'failed with status 165'],
      ['exit 193', 193, 'failed with status 193'],
      ['exit 255', 255, 'failed with status 255'],
    ];
    it.each(some(failures))(
      '%s: gives the status and ends the others',
      async (failure, expected, outcome) => {
        const { directory, marker } = writeScript(
          `[[ $RANK != 2 ]] || { echo "why $1" >&2; ${failure}; }; ${SLEEP}`,
          4,
        );
        const { status, stderr } = await launch(directory);
        expect(status).toBe(expected);
        const log = join(findRun(directory), 'rank-2.err');
        expect(stderr).toBe(`launch.sh: rank 2 (localhost) ${outcome}; its log: ${log}\n  why ${marker}\n`);
        expect(findProcesses(marker)).toEqual([]);
      },
    );

    it('is the one that is reported, whatever its peers do when they are ended', async () => {
      const peer = 'trap "exit 5" TERM; touch "$RANKPLAN_RUN_DIR/ready-$RANK"; while :; do sleep 0.05; done';
      const failing =
        'until [[ -e $RANKPLAN_RUN_DIR/ready-0 && -e $RANKPLAN_RUN_DIR/ready-1 ]]; do sleep 0.05; done; exit 7';
      const { directory, marker } = writeScript(`if [[ $RANK == 2 ]]; then ${failing}; else ${peer}; fi`, 3);
      expect((await launch(directory)).status).toBe(7);
      expect(findProcesses(marker)).toEqual([]);
    });

    it('is that of the rank that died first, though its peer was gone too when the launcher looked', async () => {
      const { directory } = writeScript(
        `${READY}; until [[ -e $RANKPLAN_RUN_DIR/go ]]; do sleep 0.02; done
         if [[ $RANK == 0 ]]; then sleep 0.2; echo "connection closed by peer" >&2; exit 1; else exit 7; fi`,
        2,
      );
      const { child, ended } = start(join(directory, 'launch.sh'));
      await until('both ranks to begin', areReady(directory, 2));
      const ranks = childrenOf(child.pid);
      child.kill('SIGSTOP');
      await until('the launcher to stop', () => stateOf(child.pid) === 'T');
      writeFileSync(join(findRun(directory), 'go'), '');
      await until('both to be gone', () => ranks.every((pid) => stateOf(pid) === 'Z'));
      child.kill('SIGCONT');
      const why = /rank 1 .*status 7, first of ranks 0 1 by their logs;/;
      expect(await ended).toMatchObject({ status: 7, stderr: expect.stringMatching(why) });
    });

    it('is none of a rank that ends together with the launcher’s tick', async () => {
      const directory = writeOutput(makePlan({ ranks: 2, launch: { command: ['sleep', '1.2'] } }));
      for (let round = 0; round < runs(4); round++) {
        const outcomes = await Promise.all(Array.from({ length: 8 }, () => launch(directory)));
        for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 0, stderr: '' });
      }
    });

    it('is one of 64 that come together, time and again', async () => {
      const { directory, marker } = writeScript('exit $((RANK % 7 + 1))', 64);
      for (let run = 0; run < runs(5); run++) {
        const { status, stderr } = await launch(directory);
        const [, rank] = /rank (\d+) /.exec(stderr) ?? [];
        expect(status).toBe((Number(rank) % 7) + 1);
      }
      expect(findProcesses(marker)).toEqual([]);
    });
  });

  describe('what is left behind', () => {
    it('is none of what a wrapper had started before it became the launcher', async () => {
      const { directory, marker } = writeScript('exec -a "$1" sleep 1000 &');
      const kept = makeMarker();
      const wrapper = `bash -c "exec -a $1 sleep 1000" >/dev/null 2>&1 & exec > >(cat >"$2/log"); exec "$2/launch.sh" -- seq 1 9999`;
      expect((await start('bash', ['-c', wrapper, 'wrapper', kept, directory]).ended).status).toBe(0);
      expect(findProcesses(marker)).toEqual([]);
      expect(findProcesses(kept)).toHaveLength(1);
      for (const pid of findProcesses(kept)) process.kill(pid, 'SIGKILL');
    });
  });

  describe('a signal to launch.sh', () => {
    const endings = [
      ['SIGINT', 130],
      ['SIGTERM', 143],
      ['SIGHUP', 129],
      ['SIGQUIT', 131],
    ] as const;
    it.each(some(endings))('%s is forwarded to the ranks', async (signal, expected) => {
      const name = signal.slice(3);
      const script = `trap 'echo got ${name}; exit 0' ${name}; bash -c "exec -a $1 sleep 1000" & ${READY}; while :; do sleep 0.05; done`;
      const { directory, marker } = writeScript(script, 3);
      const { child, ended } = start(join(directory, 'launch.sh'));
      await until('launch.sh', areReady(directory, 3));
      child.kill(signal);
      expect((await ended).status).toBe(expected);
      for (const rank of [0, 1, 2]) expect(readLog(directory, `rank-${rank}.out`)).toBe(`got ${name}\n`);
      expect(findProcesses(marker)).toEqual([]);
    });

    it.each(some(['SIGUSR1', 'SIGUSR2'] as const))(
      '%s is forwarded, time and again, and ends nothing',
      async (signal) => {
        const name = signal.slice(3);
        const script = `count=0; trap 'count=$((count + 1)); : >"$RANKPLAN_RUN_DIR/got-$RANK-$count"' ${name}; ${READY}
        until [[ -e $RANKPLAN_RUN_DIR/got-0-3 && -e $RANKPLAN_RUN_DIR/got-1-3 ]]; do sleep 0.02; done; exit $RANK`;
        const { directory } = writeScript(script, 2);
        const { child, ended } = start(join(directory, 'launch.sh'));
        await until('launch.sh', areReady(directory, 2));
        for (const count of [1, 2, 3]) {
          child.kill(signal);
          await until('launch.sh', () =>
            [0, 1].every((rank) => existsSync(join(findRun(directory), `got-${rank}-${count}`))),
          );
        }
        expect((await ended).status).toBe(1);
      },
    );

    it('to its group, as a terminal sends it, finds the launcher at work', async () => {
      for (const [signal, status] of [
        ['USR1', 0],
        ['QUIT', 131],
      ] as const) {
        const script = `trap 'exit 0' ${signal}; bash -c "exec -a $1 sleep 1000" & ${READY}; while :; do sleep 0.05; done`;
        const { directory, marker } = writeScript(script, 2);
        const { child, ended } = start('setsid', [join(directory, 'launch.sh')]);
        await until('launch.sh', areReady(directory, 2));
        process.kill(-Number(child.pid), `SIG${signal}`);
        expect((await ended).status).toBe(status);
        expect(findProcesses(marker)).toEqual([]);
      }
    });

    it('is KILL for the ranks after the grace period, or at the second INT', async () => {
      const script = `trap '' INT TERM HUP; ${READY}; while :; do sleep 1; done`;
      // Signals that come while bash is busy count once: an impatient user presses again, and so does the test.
      for (const [graceSeconds, interrupts] of [
        [1, 1],
        [1000, Number.POSITIVE_INFINITY],
      ] as const) {
        const { directory, marker } = writeScript(script, 2, { graceSeconds });
        const { child, ended } = start(join(directory, 'launch.sh'));
        await until('launch.sh', areReady(directory, 2));
        for (let sent = 0; sent < interrupts && child.exitCode === null; sent++) {
          child.kill('SIGINT');
          await new Promise((resolve) => setTimeout(resolve, 300));
        }
        expect((await ended).status).toBe(130);
        expect(findProcesses(marker)).toEqual([]);
      }
    });

    it('during its checks starts nothing', async () => {
      const { directory, marker } = writeScript(SLEEP, 1, {}, 'out', { address: 'slow.invalid' });
      const tools = makeFolder('tools-');
      const ready = join(tools, 'ready');
      const getent = `#!/bin/bash\n: >'${ready}'\nsleep 0.5\n`;
      writeFileSync(join(tools, 'getent'), getent, { mode: 0o755 });
      const env = { PATH: `${tools}:${process.env['PATH']}` };
      const { child, ended } = start(join(directory, 'launch.sh'), [], { env });
      await until('launch.sh', () => existsSync(ready));
      child.kill('SIGINT');
      expect((await ended).status).toBe(130);
      expect(findProcesses(marker)).toEqual([]);
      expect(existsSync(join(directory, 'runs'))).toBe(false);
    });
  });

  describe('the way it is called', () => {
    it('does not matter: a link, a relative path, bash, blanks and quotes, no input', async () => {
      const { directory } = writeScript('pwd; [[ $RANKPLAN_RUN_DIR != */./* ]]', 1, {}, `it's "a" $dir`);
      const elsewhere = makeFolder('else where ');
      symlinkSync(join(directory, 'launch.sh'), join(elsewhere, 'link'));
      const calls = [
        './link',
        '"$DIR/launch.sh"',
        'bash link',
        'bash "$DIR/launch.sh"',
        './link <&-',
        './link <&- >&- 2>&-',
        'cd "$DIR" && bash launch.sh',
        'cd "$DIR" && env/../launch.sh',
      ];
      for (const call of calls) {
        const outcome = await start('/bin/bash', ['-c', call], { cwd: elsewhere, env: { DIR: directory } })
          .ended;
        expect({ call, ...outcome }).toMatchObject({ status: 0, stderr: '' });
      }
      const logs = readdirSync(join(directory, 'runs')).map((run) =>
        readFileSync(join(directory, 'runs', run, 'rank-0.out'), 'utf8'),
      );
      expect(logs.sort()).toEqual(
        [...Array(6).fill(`${elsewhere}\n`), ...Array(2).fill(`${directory}\n`)].sort(),
      );
    });
  });

  it('is refused where it is not read from its file', () => {
    const { directory } = writeScript('exit 0', 2);
    const text = readFileSync(join(directory, 'launch.sh'), 'utf8');
    for (const args of [['-s'], ['-c', text]]) {
      const { status, stderr } = spawnSync('bash', args, { encoding: 'utf8', input: text, cwd: directory });
      expect({ status, stderr }).toMatchObject({
        status: 78,
        stderr: expect.stringMatching(/^launch\.sh: .*\n$/),
      });
    }
  });
});
