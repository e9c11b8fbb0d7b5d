// What people read of a run: each sentence, and what strangers may put into it.
import { describe, expect, it } from 'vitest';
import type { HostFault } from '../../src/runtime/hosts/find-first.ts';
import {
  type Transport,
  wordFault,
  wordMisfit,
  wordMove,
  wordNotReady,
  wordReady,
  wordReadyCount,
  wordTransport,
  wordUnusable,
} from '../../src/runtime/hosts/host-words.ts';
import {
  createOnce,
  type FailedRank,
  lastLines,
  readRecordedError,
  wordFailure,
  wordNarrowed,
  wordOverdue,
  wordSurvivors,
  wordWaiting,
  wordWarning,
} from '../../src/runtime/hosts/rank-words.ts';
import {
  wordEnd,
  wordFullDisk,
  wordNoRestart,
  wordRestart,
  wordSignal,
  wordStart,
  wordWaitForLost,
} from '../../src/runtime/hosts/run-words.ts';
import { nameSignal, sayEach, wordStatus } from '../../src/runtime/hosts/say.ts';

const FAILED: FailedRank = {
  host: null,
  rank: { rank: 3, gpu: 2, gpus: null },
  machine: 'lab1',
  ...{ status: 1, killer: 0, problem: null, log: '/r/rank-3.err', text: '', recorded: '', well: [] },
};

const failure = (change: Partial<FailedRank>): string => wordFailure({ ...FAILED, ...change });

describe('a failure', () => {
  const PLAIN = 'rank 3 (lab1, GPU 2) failed with status 1';
  it.each<readonly [string, Partial<FailedRank>]>([
    [PLAIN, {}],
    [`lab1: ${PLAIN}`, { host: 'lab1' }],
    [
      'rank 0 (lab1, CPU) was killed by SIGSEGV',
      { rank: { rank: 0, gpu: null, gpus: null }, killer: 11, status: 139 },
    ],
    ['rank 0 (lab1, GPUs 0,1) failed with status 1', { rank: { rank: 0, gpu: null, gpus: [0, 1] } }],
    [
      'rank 3 (lab1, GPU 2) could not be started: exec: nope: No such file or directory',
      { problem: { step: 'exec', subject: 'nope', reason: 'No such file or directory' }, status: 127 },
    ],
    ['rank 3 (lab1, GPU 2) could not be started: fork', { problem: { step: 'fork' } }],
  ])('%s', (sentence, change) => {
    expect(failure(change)).toBe(`rankplan: ${sentence}; its log: /r/rank-3.err\n`);
  });

  it.each<readonly [string, string, Partial<FailedRank>]>([
    [
      'the last five lines',
      '  1\n  2\n  3\n  4\n    ValueError: x\n',
      { text: '0\n1\n2\n3\n4\n  ValueError: x\n' },
    ],
    [
      'its exception',
      '  what it recorded:\n    ValueError: a\n    b\n',
      { recorded: '{"message": {"message": "ValueError: a\\nb\\n", "extraInfo": {}}}' },
    ],
    [
      'the ranks that had ended',
      '  ranks 0, 2 ended with status 0 before it, and it may have waited for them\n',
      { well: [0, 2] },
    ],
    [
      'the one that had ended',
      '  rank 0 ended with status 0 before it, and it may have waited for that rank\n',
      { well: [0] },
    ],
  ])('is followed by %s', (_, below, change) => {
    expect(failure(change)).toBe(`rankplan: ${PLAIN}; its log: /r/rank-3.err\n${below}`);
  });

  it('shows twenty lines of a message', () => {
    const message = Array.from({ length: 30 }, (_, i) => `line ${i}`).join('\n');
    const text = failure({ recorded: JSON.stringify({ message }) });
    expect(text).toContain('line 19\n');
    expect(text).not.toContain('line 20');
  });

  it.each([
    ['\u001b[31mred\u001b[0m'],
    ['a\u202eb'],
    ['\u0007\u0000bell'],
    ['\r overwritten'],
    ['\u2028other line'],
    ['\ud800 half'],
  ])('makes harmless what a rank wrote: %j', (text) => {
    const shown = failure({ text: text, recorded: JSON.stringify({ message: text }) });
    expect(shown).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Cs}]/u);
    expect(shown).toContain('\ufffd');
    expect(shown.split('\n')).toHaveLength(5);
  });

  it('cuts what is too long', () => {
    const long = 'x'.repeat(1_000_000);
    const shown = failure({ text: long, recorded: JSON.stringify({ message: long }), machine: long });
    expect(shown.length).toBeLessThan(20_000);
  });
});

describe('what a program recorded', () => {
  it.each([
    ['{"message": "a"}', 'a'],
    ['{"message": {"message": "a", "extraInfo": {"timestamp": "1"}}}', 'a'],
    ['{"other": 1, "message": "a"}', 'a'],
    ['{"message": "caf\\u00e9 \\ud83d\\ude00 \\"q\\"\\n"}', 'café 😀 "q"\n'],
    ['{"message": {"message": "cut in the mid', null],
    ['', null],
    ['[]', null],
    ['null', null],
    ['"message"', null],
    ['{"message": 3}', null],
    ['{"message": null}', null],
    ['{"message": {"text": "a"}}', null],
    ['{"messages": "a"}', null],
    ['{'.repeat(100_000), null],
    ['['.repeat(60_000), null],
  ])('%.40s', (text, message) => {
    expect(readRecordedError(text)).toBe(message);
  });
});

describe('last lines', () => {
  it.each([
    ['', []],
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\n\nb\n', ['', 'b']],
    ['\n', []],
    ['a\nb\nc', ['b', 'c']],
  ])('%j', (text, lines) => {
    expect(lastLines(text, 2)).toEqual(lines);
  });
});

describe('ranks', () => {
  it.each([
    [
      wordWaiting([2], [0, 1, 3], 30_400),
      'rank 2 ended with status 0 30 s ago; ranks 0, 1, 3 still run, and may wait for it',
    ],
    [
      wordWaiting([1, 2], [0], 30_000),
      'ranks 1, 2 ended with status 0 30 s ago or later; rank 0 still runs, and may wait for them',
    ],
    [
      wordOverdue([3], 30, null),
      'rank 3 had not ended after 30 s and was killed: raise `launch.grace` or `--grace`',
    ],
    [
      wordOverdue([3, 4], 2.5, 'lab2'),
      'lab2: ranks 3, 4 had not ended after 2.5 s and were killed: raise `launch.grace` or `--grace`',
    ],
    [
      wordWarning({ rank: 3, step: 'affinity', subject: '0-7', reason: 'Invalid argument' }, null),
      'warning: rank 3: affinity: 0-7: Invalid argument',
    ],
    [
      wordWarning({ step: 'adopting orphans', reason: 'Operation not permitted' }, 'b'),
      'b: warning: adopting orphans: Operation not permitted',
    ],
    [wordNarrowed(1, '0-7', '0-3', null), 'warning: rank 1: of the planned CPUs 0-7 it may use 0-3 only'],
    [wordSurvivors([7, 8], null), 'these processes cannot be ended: 7 8'],
    [
      wordOverdue([...Array(20).keys()], 1, null),
      'ranks 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 and 4 more had not ended after 1 s and were killed: raise `launch.grace` or `--grace`',
    ],
  ])('%s', (text, expected) => {
    expect(text).toBe(`rankplan: ${expected}\n`);
  });

  it('warn once of what is true of all', () => {
    const isNew = createOnce();
    const warn = (rank: number) => isNew(wordWarning({ rank, step: 'memory', reason: 'no' }, null));
    expect([warn(0), warn(1)]).toEqual([true, false]);
    const several = Array.from({ length: 100 }, (_, i) => isNew(`rankplan: warning: ${i}\n`));
    expect(several.filter((one) => one)).toHaveLength(63);
  });
});

describe('a run', () => {
  const one = { ranks: 4, hosts: 1, logs: '/r' };
  const all = { ranks: 12, hosts: 3, logs: 'runs/x' };
  const ends = {
    ...{ failed: 0, 'ended by rankplan': 0, 'ended well': 0, 'not started': 0, 'with unknown status': 0 },
  };
  it.each([
    [wordStart(one), '4 ranks; logs: /r'],
    [wordStart({ ...one, ranks: 1 }), '1 rank; logs: /r'],
    [wordStart(all), '12 ranks on 3 hosts; logs: runs/x on each'],
    [wordEnd(one, { ...ends, 'ended well': 4 }, 2140, 0), '4 ranks ended well in 2.1 s; logs: /r'],
    [
      wordEnd(one, { ...ends, failed: 1, 'ended by rankplan': 3 }, 12_400, 1),
      '4 ranks ended after 12.4 s: 1 failed, 3 ended by rankplan, 1 restart; logs: /r',
    ],
    [
      wordEnd(all, { ...ends, 'ended well': 12 }, 1000, 0),
      '12 ranks on 3 hosts ended well in 1.0 s; logs: runs/x on each',
    ],
    [
      wordEnd(all, { ...ends, 'ended well': 1, failed: 11 }, 1000, 2),
      '12 ranks on 3 hosts ended after 1.0 s: 11 failed, 1 ended well, 2 restarts; logs: runs/x on each',
    ],
    [wordSignal(2, 30_000), 'SIGINT: ending the ranks, within 30 s; Ctrl-C kills them'],
    [wordRestart(1, 3, '/r/attempt-0', one), 'restart 1 of 3; logs of the attempt before: /r/attempt-0'],
    [
      wordRestart(1, 3, '/r/attempt-0', all),
      'restart 1 of 3; logs of the attempt before: /r/attempt-0 on each',
    ],
    [wordNoRestart('this was the last attempt'), 'no restart: this was the last attempt'],
    [
      wordWaitForLost(9400),
      'what may be left on a host that was lost ends by itself: a restart waits 9 s for it',
    ],
    [wordFullDisk('/r', null), 'warning: the disk of /r is full: what was written last may be missing there'],
  ])('%s', (text, expected) => {
    expect(text).toBe(`rankplan: ${expected}\n`);
  });

  it('counts what became of its ranks', () => {
    const mixed = {
      ...{ failed: 1, 'ended by rankplan': 2, 'ended well': 3, 'not started': 4, 'with unknown status': 5 },
    };
    expect(wordEnd({ ...one, ranks: 15 }, mixed, 1000, 0)).toContain(
      'ended after 1.0 s: 1 failed, 2 ended by rankplan, 3 ended well, 4 not started, 5 with unknown status',
    );
  });
});

describe('a host', () => {
  const ssh = (status: number | null, complaint = '', signal: number | null = null): Transport => ({
    program: 'ssh',
    end: status === null && signal === null ? null : { status, signal },
    complaint,
  });
  const fault = (kind: HostFault['kind'], rest: Partial<HostFault> = {}): HostFault => ({
    ...{ kind, status: 75, at: 0 },
    ...rest,
  });

  it.each([
    [
      wordUnusable('lab2', ssh(255, 'x\nssh: connect to host lab2 port 22: No route to host\r\n')),
      'lab2 cannot be used: ssh ended with status 255: ssh: connect to host lab2 port 22: No route to host',
    ],
    [
      wordUnusable('b', ssh(255, 'a@b: Permission denied (publickey).')),
      'b cannot be used: ssh ended with status 255: a@b: Permission denied (publickey). (it must let you in without a question: a key in an agent, or one without a passphrase)',
    ],
    [
      wordUnusable('b', ssh(1, 'it has no folder for rankplan-exec (/tmp: no room)')),
      'b cannot be used: ssh ended with status 1: it has no folder for rankplan-exec (/tmp: no room) (set launch.remote.directory to a folder there in which you may write and execute files)',
    ],
    [
      wordUnusable('b', ssh(1, 'it has no sha256sum, by which rankplan-exec is checked')),
      'b cannot be used: ssh ended with status 1: it has no sha256sum, by which rankplan-exec is checked (install coreutils or busybox there)',
    ],
    [
      wordUnusable('b', ssh(255, 'Offending ECDSA key in x:1\nHost key verification failed.')),
      'b cannot be used: ssh ended with status 255: Host key verification failed. (its key has changed: was it installed again, or is it another machine? ssh to it by hand says more)',
    ],
    [
      wordUnusable('b', ssh(255, 'Host key verification failed.')),
      'b cannot be used: ssh ended with status 255: Host key verification failed. (ssh does not know its key under this name or address: ssh to it once by hand, and compare)',
    ],
    [
      wordUnusable('b', ssh(127, 'bash: exec: sh: not found')),
      'b cannot be used: ssh ended with status 127: bash: exec: sh: not found (each host needs a POSIX sh at /bin/sh)',
    ],
    [
      wordUnusable('b', ssh(0)),
      'b cannot be used: ssh ended, and did not answer (rankplan-exec was not started there: a file such as .bashrc may end the login, or start another shell)',
    ],
    [wordNotReady('b', 30_000, ssh(null)), 'b was not ready within 30 s: ssh gives no sign'],
    [sayEach(['a: b'], null), 'a: b'],
    [wordReady('lab2', 4, 12_345), 'lab2 is ready (4 ranks; 12 GB free)'],
    [wordReady('lab2', 1, 999), 'lab2 is ready (1 rank; 999 MB free)'],
    [wordReadyCount(2, 3, true), '2 of 3 hosts are ready; nothing was started'],
    [wordReadyCount(2, 3, false), 'no restart: 2 of 3 hosts are ready'],
    [wordMove('lab2', 'lab9', 4), 'lab9 takes the place of lab2: 4 ranks go there, and no other moves'],
    [wordMove('lab2', 'lab9', 1), 'lab9 takes the place of lab2: 1 rank goes there, and no other moves'],
    [wordMisfit('lab9', 'lab2', 'why'), 'lab9 cannot take the place of lab2: why'],
    [wordFault(fault('lost', { silentMs: 4321 }), ssh(null), 'b'), 'b: lost: no sign of it for 4.3 s'],
    [wordFault(fault('lost'), ssh(255, 'reset'), 'b'), 'b: lost: ssh ended with status 255: reset'],
    [
      wordFault(fault('torn'), ssh(null), 'b'),
      'b: lost: no sign of the launcher came through its connection, so it ended its ranks',
    ],
    [
      wordFault(fault('torn'), ssh(null, '', 9), 'b'),
      'b: lost: its connection ended (ssh was killed by SIGKILL), so it ended its ranks',
    ],
    [
      wordFault(fault('interrupted', { status: 143 }), ssh(null), null),
      'rankplan-exec got SIGTERM, and ends the ranks',
    ],
    [
      wordFault(fault('killed', { status: 137 }), ssh(null), null),
      'rankplan-exec was killed by SIGKILL, and the ranks with it',
    ],
    [
      wordFault(fault('protocol', { details: ['status 256'] }), ssh(null), 'b'),
      'b: it does not speak as rankplan-exec does: status 256',
    ],
    [wordFault(fault('refused', { details: ['x'] }), ssh(null), 'b'), 'b: x'],
  ])('%s', (text, expected) => {
    expect(text).toBe(`rankplan: ${expected}\n`);
  });

  it.each([
    [wordTransport(ssh(null, '', 9)), 'ssh was killed by SIGKILL'],
    [wordTransport({ ...ssh(1), program: null }), 'rankplan-exec ended with status 1'],
    [sayEach(['a: b', 'c'], 'lab2'), 'rankplan: lab2: a: b\nrankplan: lab2: c\n'],
    [wordReadyCount(0, 1, true), ''],
  ])('%s is %j', (text, expected) => {
    expect(text).toBe(expected);
  });

  it('says nothing on a line of its own, whatever it sends', () => {
    const hostile = 'a\nrankplan: all ranks ended well\u001b]0;x\u0007';
    for (const text of [
      sayEach([hostile], 'b'),
      wordUnusable('b', ssh(1, hostile)),
      wordMisfit(hostile, 'b', hostile),
      wordFault(fault('protocol', { details: [hostile] }), ssh(1), 'b'),
    ]) {
      expect(text.split('\n')).toHaveLength(2);
      expect(text).not.toContain('\u001b');
      expect(text).toMatch(/^rankplan: /);
    }
  });
});

describe('a status', () => {
  it.each([
    [1, 0, 'failed with status 1'],
    [139, 0, 'failed with status 139 (as from SIGSEGV)'],
    [139, 11, 'was killed by SIGSEGV'],
    [160, 0, 'failed with status 160'],
    [128, 0, 'failed with status 128'],
    [255, 0, 'failed with status 255'],
    [0, 40, 'was killed by signal 40'],
  ])('%i, %i: %s', (status, killer, words) => {
    expect(wordStatus(status, killer)).toBe(words);
  });

  it.each([
    [1, 'SIGHUP'],
    [9, 'SIGKILL'],
    [15, 'SIGTERM'],
    [31, 'SIGSYS'],
    [32, 'signal 32'],
    [0, 'signal 0'],
  ])('signal %i is %s', (number, name) => {
    expect(nameSignal(number)).toBe(name);
  });
});
