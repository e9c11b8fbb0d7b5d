import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { printable } from '../../src/compiler/source/printable.ts';
import { until } from '../patience.ts';
import { hasExec } from './exec-fixture.ts';
import { bash, startLaunch, writeDirectory } from './exec-launch-fixture.ts';

/** What a launch says of a rank that ends like this, without where its log is. */
async function wordsOf(script: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const directory = writeDirectory(1);
  const { stderr } = await startLaunch(directory, bash(script, directory), { env }).ended;
  const text = Buffer.from(stderr, 'latin1').toString('utf8');
  return text.replace('launch.sh: rank 0 (lab1, GPU 0) ', '').replace(/; its log: \S+\/rank-0\.err/, '');
}

const HARMLESS = ['SIGSTOP', 'SIGTSTP', 'SIGTTIN', 'SIGTTOU', 'SIGCONT', 'SIGCHLD', 'SIGURG', 'SIGWINCH'];
/** Older names of the same signals. */
const ALIASES = ['SIGIOT', 'SIGPOLL'];

describe.skipIf(!hasExec)('the text of a failure', () => {
  it('names each signal that kills', async () => {
    const signals = Object.entries(constants.signals).filter(
      ([name]) => !HARMLESS.includes(name) && !ALIASES.includes(name),
    );
    for (const [name, number] of signals) {
      expect(await wordsOf(`ulimit -c 0; exec sh -c 'kill -${number} $$; sleep 5'`)).toBe(
        `was killed by ${name}\n`,
      );
    }
    expect(await wordsOf(`exec sh -c 'kill -40 $$; sleep 5'`)).toBe('was killed by signal 40\n');
  });

  it.each([
    [1, ''],
    [128, ''],
    [129, ' (as from SIGHUP)'],
    [137, ' (as from SIGKILL)'],
    [139, ' (as from SIGSEGV)'],
    [159, ' (as from SIGSYS)'],
    [160, ''],
    [255, ''],
  ])('tells status %i from a signal%s', async (status, as) => {
    expect(await wordsOf(`exit ${status}`)).toBe(`failed with status ${status}${as}\n`);
  });

  it('shows the same characters as all that rankplan prints', async () => {
    const points = Array.from({ length: 0x110000 }, (_, point) => point).filter(
      (point) => point !== 10 && point !== 0 && (point < 0xd800 || point > 0xdfff),
    );
    const isHidden = (point: number): boolean => printable(String.fromCodePoint(point)) === '\ufffd';
    // Each end of each range, and its neighbours.
    const edges = points.filter((point, i) => isHidden(point) !== isHidden(points[i - 1] ?? point));
    const shown = edges.flatMap((point) => [point - 1, point]).filter((point) => points.includes(point));
    expect(shown.length).toBeGreaterThan(80);
    const line = shown.map((point) => `.${String.fromCodePoint(point)}`).join('');
    expect(await wordsOf('printf "%s\\n" "$LINE" >&2; exit 1', { LINE: line })).toBe(
      `failed with status 1\n  ${printable(line)}\n`,
    );
  });

  it('shows U+FFFD for what is no UTF-8', async () => {
    const text = await wordsOf(
      `printf 'a\\xffb\\xc3(c\\xed\\xa0\\x80d\\xf4\\x90\\x80\\x80e\\xc0\\xafz' >&2; exit 1`,
    );
    expect(text).toMatch(/^failed with status 1\n {2}a\ufffdb\ufffd\(c\ufffd+d\ufffd+e\ufffd+z\n$/);
  });

  it.each([
    [{ message: 'ValueError: plain' }, 'ValueError: plain'],
    [
      { message: { extraInfo: { a: [1, '}"'] }, message: 'E: "ü" \u{1f600}\nline 2\n' } },
      'E: "ü" \u{1f600}\n    line 2',
    ],
    [{ first: null, other: { message: 'inner' }, message: 'outer' }, 'outer'],
  ])('has the exception that was recorded: %j', async (recorded, expected) => {
    const json = JSON.stringify(recorded).replaceAll(
      /[\u0080-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    const script = `printf '%s' "$JSON" >"$TORCHELASTIC_ERROR_FILE"; exit 1`;
    expect(await wordsOf(script, { JSON: json })).toBe(
      `failed with status 1\n  what it recorded:\n    ${expected}\n`,
    );
  });

  it.each([
    '',
    '{',
    '{"message"',
    '{"message":',
    '{"message": 3}',
    '{"message": {"message": 3}}',
    '["message"]',
    '{"message": "a\\',
    '{"message": "\\u12',
  ])('has none where the file is %j', async (json) => {
    const script = `printf '%s' "$JSON" >"$TORCHELASTIC_ERROR_FILE"; exit 1`;
    expect(await wordsOf(script, { JSON: json })).toBe('failed with status 1\n');
  });
});

describe.skipIf(!hasExec)('who had not ended when the grace was over', () => {
  const STAYS = 'trap "" TERM INT; : >"$LOGS/$RANK"; sleep 1000 & wait';

  it.each([
    ['0-1', '[[ $RANK == 0 ]]', 'rank 0 had not ended after 1 s and was killed'],
    ['0-2', '[[ $RANK != 1 ]]', 'ranks 0, 2 had not ended after 1 s and were killed'],
  ])('is named, of ranks %s where %s stay', async (ranks, stays, words) => {
    const directory = writeDirectory(3);
    const fails = 'until [[ -e $LOGS/0 && ( $LAST != 2 || -e $LOGS/2 ) ]]; do sleep 0.02; done; exit 3';
    const script = `if ${stays}; then ${STAYS}; else ${fails}; fi`;
    const env = { LOGS: directory.logs, LAST: ranks.slice(-1) };
    const { stderr } = await startLaunch(directory, bash(script, directory), { ranks, env }).ended;
    expect(stderr).toContain(`\nlaunch.sh: ${words}: raise \`launch.grace\`\n`);
  });

  it('is not, where a second Ctrl-C ends the grace', async () => {
    const directory = writeDirectory(1);
    const launch = startLaunch(directory, bash(STAYS, directory), {
      env: { LOGS: directory.logs },
      options: ['--grace', '1000'],
    });
    await until('the rank', () => existsSync(join(directory.logs, '0')));
    // One signal that waits to be taken is not two.
    const again = setInterval(() => launch.kill('SIGINT'), 100);
    const { status, stderr } = await launch.ended;
    clearInterval(again);
    expect({ status, stderr }).toEqual({ status: 130, stderr: '' });
  });
});
