import { spawn, spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { some } from '../stage.ts';
import { EXEC, hasExec } from './exec-fixture.ts';
import { makeLogs, order, runOf, serve } from './serve-fixture.ts';

describe.skipIf(!hasExec)('a guard without ranks', () => {
  it('ends without a word more when the launcher closes', async () => {
    const serving = serve();
    await serving.has('hello');
    serving.link.close();
    expect((await serving.link.ended).status).toBe(0);
    expect(serving.events.map(({ event }) => event)).toEqual(['hello', 'done']);
  });

  it('ends when nothing is heard of the launcher for long, before a look and behind it', async () => {
    for (const questions of [null, ['host']]) {
      const serving = serve({ patience: 0.1 });
      if (questions !== null) serving.send(order.look(questions));
      expect((await serving.link.ended).status).toBe(0);
      expect(serving.events.slice(-2).map(({ event }) => event)).toEqual(['torn', 'done']);
    }
  });

  it('lives as long as it hears a beat, and answers each', async () => {
    const serving = serve({ patience: 1 });
    for (let i = 0; i < 8; i++) {
      serving.send(order.beat());
      await sleep(300);
    }
    await serving.has('beat', 8);
    expect(serving.all('torn')).toEqual([]);
    serving.link.close();
    await serving.link.ended;
  });

  const ONE = ['--rank', '0'];
  it.each([
    ['an unknown one', 'dance\n'],
    ['one with too many words', 'beat now\n'],
    ['a number that is none', 'look -1\n'],
    ['too large a number', 'run 99999999999\n'],
    ['a line that does not end', 'x'.repeat(200)],
    ['a NUL', 'be\0at\n'],
    ['a signal that is none', 'signal TERM\n'],
    ['a signal that there is not', 'signal 32\n'],
    ['a rank that is none', 'last 7\n'],
    ['an empty request', order.run([], [])],
    ['a request without ranks', order.run(['--', 'true'], [])],
    ['a request without a command', order.run([], [ONE])],
    ['an unknown word', order.run(['--dance', '--', 'true'], [ONE])],
    ['an option of all for one rank', order.run(['--', 'true'], [['--rank', '0', '--grace', '1']])],
    ['two ranks of one number', order.run(['--', 'true'], [ONE, ONE])],
    ['a request that is cut', 'run 3\n1\0-'],
    ['a count beyond the end', 'run 4\n99\0\0'],
    ['a rank whose number is none', order.run(['--', 'true'], [['--rank', 'x']])],
    ['a negative rank', order.run(['--', 'true'], [['--rank', '-1']])],
    ['a rank that is too large', order.run(['--', 'true'], [['--rank', '2147483648']])],
    ['a negative grace', order.run(['--grace', '-1', '--', 'true'], [ONE])],
    ['a grace that is none', order.run(['--grace', 'nan', '--', 'true'], [ONE])],
    ['a variable without name', order.run(['--env', '=A', '--', 'true'], [ONE])],
    ['an option without value', order.run(['--', 'true'], [['--rank', '0', '--stdout']])],
    ['nothing behind --', order.run(['--'], [ONE])],
    ['more ranks than a machine has', order.run(['--', 'true'], Array(8193).fill([]))],
    ['too much credit', 'credit 1073741825\n'],
    ['more questions than are answered', order.look(Array(2049).fill('host'))],
    ['a look that is cut', 'look 3\nhos'],
    ['a question that is none', order.look(['dance x'])],
    ['a question without its subject', order.look(['resolve'])],
  ])('refuses %s, and ends', async (_, text) => {
    const serving = serve();
    serving.send(text);
    expect((await serving.link.ended).status).toBe(125);
    expect(serving.events.map(({ event }) => event)).toEqual(['hello', 'refused', 'done']);
    expect(serving.failure()).toBeNull();
  });

  it('refuses a second request', async () => {
    const logs = makeLogs();
    const serving = serve();
    serving.send(runOf(logs, ['true']));
    serving.send(runOf(logs, ['true']));
    expect((await serving.link.ended).status).toBe(125);
    expect(serving.all('refused')).toHaveLength(1);
  });
});

/** How often ranks were started, and the status, where these bytes are all that a guard hears. */
function hear(bytes: Buffer): Promise<{ readonly status: number | null; readonly started: number }> {
  const child = spawn(EXEC, ['--serve'], { stdio: ['pipe', 'pipe', 'inherit'] });
  let said = '';
  child.stdin.on('error', () => {});
  child.stdout.setEncoding('latin1').on('data', (text: string) => {
    said += text;
  });
  child.stdin.end(bytes);
  return new Promise((done) =>
    child.on('close', (status) => done({ status, started: said.split('"event":"started"').length - 1 })),
  );
}

describe.skipIf(!hasExec)('a request of two ranks', () => {
  const ranks = ['1', '2'].map((rank) => ['--rank', rank]);
  const request = order.run(['--grace', '0', '--', 'true'], ranks);
  const places = Array.from({ length: request.length }, (_, i) => i);
  const cut = places.map((i) => request.subarray(0, i));
  const changed = ['9', '\0', '\n'].flatMap((letter) =>
    places.map((i) => Buffer.concat([request.subarray(0, i), Buffer.from(letter), request.subarray(i + 1)])),
  );

  it.each([
    ['cut off anywhere', some(cut)],
    ['with one byte changed', some(changed)],
  ])('that is %s starts both or none', async (_, variants) => {
    for (let at = 0; at < variants.length; at += 16) {
      const batch = variants.slice(at, at + 16);
      const outcomes = await Promise.all(batch.map(hear));
      for (const [i, { status, started }] of outcomes.entries())
        expect({ bytes: `${batch[i]}`, started, isEnded: status === 0 || status === 125 }).toEqual({
          ...{ bytes: `${batch[i]}`, isEnded: true },
          started: status === 125 || started === 0 ? 0 : 2,
        });
    }
  });

  it('that comes byte by byte starts them', async () => {
    const serving = serve({ ranks: 3 });
    for (const byte of request) serving.send(Buffer.from([byte]));
    await serving.finish();
    expect(serving.all('started')).toHaveLength(2);
  });
});

describe.skipIf(!hasExec)('the words of rankplan-exec', () => {
  const call = (...words: string[]) => spawnSync(EXEC, words, { encoding: 'utf8', input: '' });

  it.each([
    [[]],
    [['--dance']],
    [['--serve', '--patience']],
    [['--serve', '--patience', 'x']],
    [['--serve', 'x']],
  ])('are refused where they are wrong: %j', (words) => {
    const { status, stdout, stderr } = call(...words);
    expect({ status, stdout }).toEqual({ status: 125, stdout: '' });
    expect(stderr).toContain('rankplan-exec --serve [--patience SECONDS]');
  });

  it('say what it is, and how it is called', () => {
    expect(call('--version')).toMatchObject({ status: 0, stdout: 'rankplan-exec, protocol 5\n', stderr: '' });
    expect(call('--help').stdout).toContain('rankplan-exec --serve [--patience SECONDS]');
  });
});
