import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectHost } from '../../src/runtime/hosts/bootstrap.ts';
import { firstWord } from '../../src/runtime/hosts/bootstrap-script.ts';
import { describeProgram, findPrograms } from '../../src/runtime/hosts/send-program.ts';
import { makeFolder } from '../scratch.ts';
import { connect, guard, makeHost, type OtherHost } from './hosts-bootstrap-fixture.ts';

const SERVED = 'guard --serve --patience 4\n0\nbeat\n';
const CACHE = '.cache/rankplan';
const USER = process.getuid?.();

const list = (host: OtherHost, folder = CACHE): readonly string[] =>
  readdirSync(join(host.home, folder)).sort();
const hasCommand = (name: string): boolean => {
  try {
    execFileSync('which', [name], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** The shells that are here; in CI all are. */
const present = (...shells: string[]): readonly string[] =>
  shells.filter((shell) => hasCommand(shell.split(' ')[0] ?? ''));

describe('connectHost', () => {
  it('brings the guard, and has its answer to what was sent before it was there', async () => {
    const host = makeHost();
    const { output, reason, status } = await connect(host);
    expect({ output, reason, status }).toEqual({ output: SERVED, reason: null, status: 7 });
    expect(list(host)).toEqual([guard('one').name]);
    expect(statSync(join(host.home, CACHE)).mode & 0o777).toBe(0o700);
  });

  it('starts what is there, and sends it once more where it is damaged', async () => {
    const host = makeHost();
    const path = join(host.home, CACHE, guard('one').name);
    await connect(host);
    const { ino } = statSync(path);
    expect((await connect(host)).output).toBe(SERVED);
    expect(statSync(path).ino).toBe(ino);
    writeFileSync(path, `${readFileSync(path, 'utf8')} `);
    expect((await connect(host)).output).toBe(SERVED);
    expect(readFileSync(path).equals(guard('one').bytes)).toBe(true);
    expect(list(host)).toEqual([guard('one').name]);
  });

  it.each(present('/bin/dash', '/bin/bash', '/bin/zsh', '/usr/bin/fish', '/bin/tcsh', '/usr/bin/busybox sh'))(
    'takes the login shell %s, whatever that prints',
    async (shell) => {
      const host = makeHost(shell);
      for (const rc of ['.bashrc', '.zshenv', '.tcshrc', '.config/fish/config.fish'])
        host.file(
          rc,
          'echo {\\"event\\":\\"done\\"}\necho no newline | tr -d "\\n"\necho error\n'.replace(' >&2', ''),
        );
      const { output, reason } = await connect(host);
      expect({ output, reason }).toEqual({ output: SERVED, reason: null });
    },
  );

  it.each(present('dash', 'bash --posix', 'busybox sh', 'ksh', 'mksh', 'zsh --emulate sh'))(
    'has a script that %s runs as /bin/sh',
    async (shell) => {
      // `exec /bin/sh -c WORD` becomes another shell
      const host = makeHost(`/bin/sh`, `set -- "$(printf %s "$1" | sed 's|/bin/sh|${shell}|')"`);
      expect((await connect(host)).output).toBe(SERVED);
      expect((await connect(host)).output).toBe(SERVED);
    },
  );

  it('says that there is no sha256sum', async () => {
    const host = makeHost();
    const programs = join(host.home, 'bin');
    mkdirSync(programs);
    for (const name of 'cat chmod env find grep head id ls mkdir mv rm touch uname'.split(' '))
      symlinkSync(execFileSync('which', [name]).toString().trim(), join(programs, name));
    const poor = makeHost('/bin/sh', `PATH='${programs}'`);
    const { output, reason } = await connect(poor);
    const why = 'it has no sha256sum, by which rankplan-exec is checked';
    expect({ output, reason }).toEqual({ output: '', reason: why });
  });

  it('takes a chosen folder from the home, and no word of it as code', async () => {
    const host = makeHost();
    const { output } = await connect(host, { directory: "jobs/it's $(touch x) \\n *" });
    expect(output).toBe(SERVED);
    expect(list(host, "jobs/it's $(touch x) \\n *")).toEqual([guard('one').name]);
    expect((await connect(host, { directory: '~/jobs' })).output).toBe(SERVED);
    expect(readdirSync(host.home)).toEqual(['jobs']);
    expect(list(host, 'jobs')).toHaveLength(2);
  });

  it('goes past folders that are links, that others may write to, of others, and that cannot be made', async () => {
    const host = makeHost();
    mkdirSync(join(host.home, CACHE), { recursive: true });
    const chosen = join(host.home, 'chosen');
    const run = join(host.home, '../run/rankplan');
    chmodSync(join(host.home, CACHE), 0o770);
    symlinkSync(host.home, chosen);
    expect((await connect(host, { directory: chosen })).output).toBe(SERVED);
    expect(readdirSync(run)).toEqual([guard('one').name]);
    expect(list(host)).toEqual([]);
    if (USER === 0) {
      chmodSync(join(host.home, CACHE), 0o700);
      chownSync(join(host.home, CACHE), 12345, 12345);
      rmSync(run, { recursive: true });
      expect((await connect(host, { directory: '/proc/none' })).output).toBe(SERVED);
      expect(list(host)).toEqual([]);
      expect(readdirSync(run)).toEqual([guard('one').name]);
    }
  });

  it.runIf(USER === 0)('goes past a folder from which nothing is executed, and a full one', async () => {
    const host = makeHost();
    for (const [folder, options] of [
      [join(host.home, '.cache'), 'noexec'],
      [join(host.home, 'small'), 'size=4k'],
    ] as const) {
      mkdirSync(folder);
      execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
      onTestFinished(() => void execFileSync('umount', [folder]));
    }
    const large = describeProgram(
      'rankplan-exec',
      Buffer.concat([guard('large').bytes, Buffer.alloc(60_000, '#')]),
    );
    const { output, reason } = await connect(host, { directory: 'small/here', exec: large });
    expect({ output, reason }).toEqual({ output: SERVED, reason: null });
    expect(readdirSync(join(host.home, '../run/rankplan'))).toEqual([large.name]);
    expect(list(host)).toEqual([]);
    expect(list(host, 'small/here')).toEqual([]);
  });

  it('says why no folder will do', async () => {
    const host = makeHost();
    const broken = describeProgram('rankplan-exec', Buffer.from('#!/bin/sh\nexit 1\n'));
    const { reason, output } = await connect(host, { exec: broken });
    rmSync(`/tmp/rankplan-${USER}/${broken.name}`);
    if (readdirSync(`/tmp/rankplan-${USER}`).length === 0) rmdirSync(`/tmp/rankplan-${USER}`);
    expect(output).toBe('');
    expect(reason).toContain(
      `it has no folder for rankplan-exec (${host.home}/${CACHE}: rankplan-exec does not run there; `,
    );
    expect(readdirSync('/tmp').filter((name) => /^rankplan-\d+-rankplan-/.test(name))).toEqual([]);
  });

  it('lets many launchers begin at once', async () => {
    const host = makeHost();
    const all = await Promise.all(Array.from({ length: 8 }, () => connect(host)));
    expect(all.map(({ output, reason }) => [output, reason])).toEqual(all.map(() => [SERVED, null]));
    expect(list(host)).toEqual([guard('one').name]);
  });

  it('brings the probe, too, and does without where it cannot be brought', async () => {
    const host = makeHost();
    const probe = describeProgram('rankplan-probe', Buffer.from('not even a program'));
    const { output, link } = await connect(host, { probe });
    expect(output).toBe(SERVED);
    expect(link.probe).toBe(join(host.home, CACHE, probe.name));
    expect((await connect(host)).link.probe).toBeNull();
  });

  it('prunes what was not started for long, but nothing that runs', async () => {
    const host = makeHost();
    await connect(host, { exec: guard('two') });
    const sleep = join(host.home, CACHE, 'rankplan-exec-5555');
    for (const name of ['1111', '5555'])
      writeFileSync(join(host.home, CACHE, `rankplan-exec-${name}`), readFileSync('/bin/sleep'), {
        mode: 0o700,
      });
    writeFileSync(join(host.home, CACHE, 'mine'), '');
    const running = spawn(sleep, ['600']);
    onTestFinished(() => void running.kill('SIGKILL'));
    const old = new Date('2020-01-01');
    for (const name of list(host)) utimesSync(join(host.home, CACHE, name), old, old);
    expect((await connect(host, { exec: guard('one') })).output).toBe(SERVED);
    expect(list(host)).toEqual(['mine', 'rankplan-exec-5555', guard('one').name].sort());
  });

  it('sends nothing to what answers by no mark: a shell that another one replaced, a menu', async () => {
    const host = makeHost('/bin/bash', 'exec cat >&2');
    const link = connectHost(host.words, {
      ...{ patience: 4, timeout: 30 },
      directory: null,
      programs: { exec: () => guard('one'), probe: () => null },
      wantsProbe: false,
      onBytes: () => {},
    });
    link.send('beat\n');
    await new Promise((resolve) => setTimeout(resolve, 300));
    link.close();
    expect(await link.ended).toMatchObject({ status: 0, reason: null, complaint: '' });
  });

  it('keeps the last of what a login printed, and no flood of it', async () => {
    const noisy = makeHost('/bin/sh', 'echo; echo "This account is not available"; exit 1');
    const { complaint, status } = await connect(noisy);
    expect({ complaint, status }).toEqual({ complaint: '\nThis account is not available\n', status: 1 });
    const flood = await connect(makeHost('/bin/sh', 'exec yes'));
    expect(flood.reason).toBe('its login prints more than 64 KiB, and no shell has answered in it');
    expect(flood.complaint).toBe('y\n'.repeat(2048));
  });

  it('believes no answer that the script does not give', async () => {
    const said = 'set -- "$(echo "$1" | grep -o "rankplan-[0-9a-f]\\{16\\}")"';
    for (const lie of ['serve', 'sh x y\\n$1 need /etc/passwd', 'sh x\\n$1 probe /x', 'need\u001b[2J']) {
      const { reason, output } = await connect(
        makeHost('/bin/sh', `${said}; printf "$1 ${lie}\\n"; sleep 5; exit`),
      );
      expect(reason).toMatch(/^it answers what cannot be: [ -~\ufffd]+$/);
      expect(output).toBe('');
    }
  });

  it('has a word that every shell takes as it is', () => {
    expect(firstWord('rankplan-0')).toMatch(/^exec \/bin\/sh -c '[^'\\!\n]*'$/);
  });
});

describe('findPrograms', () => {
  it('says what builds the guard of another machine, and which machines there are', () => {
    const folder = makeFolder('rankplan-native-');
    const { exec, probe } = findPrograms(folder, null);
    expect(() => exec('aarch64')).toThrow('`npm run build:native -- --target linux-arm64` builds it');
    expect(() => exec('riscv64\u001b')).toThrow(
      'its machine is riscv64\ufffd: rankplan-exec is built for x86_64 and aarch64 only',
    );
    expect(() => exec('')).toThrow('its login has no uname on PATH');
    expect(probe('aarch64')).toBeNull();
    mkdirSync(join(folder, 'linux-arm64'));
    writeFileSync(join(folder, 'linux-arm64/rankplan-exec'), 'arm');
    expect(exec('arm64').bytes.toString()).toBe('arm');
  });

  it('counts as sha256sum does', () => {
    const file = join(makeFolder('rankplan-sum-'), 'file');
    for (const bytes of [Buffer.alloc(0), Buffer.from('abc'), Buffer.alloc(70_000, 'xyz\xff', 'latin1')]) {
      writeFileSync(file, bytes);
      const { sha256 } = describeProgram('x', bytes);
      expect(execFileSync('sha256sum', [file]).toString().split(' ')[0]).toBe(sha256);
    }
  });
});
