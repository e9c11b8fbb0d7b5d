import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { GithubError, type Publication, publishComment } from '../../src/pull-request/publish-comment.ts';
import { readSettings, SettingsError } from '../../src/pull-request/read-settings.ts';
import { cutMarkdown, MAX_COMMENT, renderSections } from '../../src/pull-request/render-comment.ts';
import { createFakeGithub, type FakeGithub, type Trouble } from '../fake-github.ts';

const BOT = 'github-actions[bot]';
const MARKER = '<!-- rankplan:rankplan -->';

let github: FakeGithub;
let apiUrl: string;

beforeEach(async () => {
  github = createFakeGithub();
  apiUrl = await github.start();
  // Time goes by where GitHub says so: on a loaded machine an answer may take longer than any limit.
  let limit = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    limit = new AbortController();
    return limit.signal;
  });
  github.onHang = () => limit.abort(new DOMException('too late', 'TimeoutError'));
});
afterEach(() => {
  vi.restoreAllMocks();
  return github.stop();
});

/** The message of a GithubError in the place of an outcome. */
async function publish(
  body: string | null,
  change: { token?: string; apiUrl?: string } & Partial<Publication> = {},
) {
  const { token = github.token, apiUrl: url = apiUrl, ...publication } = change;
  const { repository, pullRequest } = github;
  try {
    return await publishComment(
      { apiUrl: url, repository, pullRequest, token, timeoutMs: 200 },
      { marker: MARKER, author: BOT, body, emptyBody: 'none any more', ...publication },
    );
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    expect(error.message).not.toContain('S3cret');
    return error.message;
  }
}

const bodies = (): readonly string[] => github.comments.map(({ body }) => body);

describe('one comment', () => {
  test('is created, updated in place, and left alone when it says so already', async () => {
    github.add('alice', 'hello');
    expect(await publish('one')).toBe('created');
    expect(await publish('two')).toBe('updated');
    expect(await publish('two')).toBe('unchanged');
    expect(bodies()).toEqual(['hello', `${MARKER}\ntwo`]);
    expect(github.methods()).toEqual(['GET', 'POST', 'GET', 'PATCH', 'GET']);
    const authorizations = new Set(github.asked.map(({ authorization }) => authorization));
    expect([...authorizations]).toEqual([`Bearer ${github.token}`]);
  });

  test('is not written when there is nothing to say, and an earlier one is updated to say so', async () => {
    expect(await publish(null)).toBe('nothing to say');
    expect(github.methods()).toEqual(['GET']);
    await publish('one');
    expect(await publish(null)).toBe('updated');
    expect(await publish(null)).toBe('unchanged');
    expect(bodies()).toEqual([`${MARKER}\nnone any more`]);
    expect(await publish('again')).toBe('updated');
  });

  test('is found on the third page', async () => {
    for (let i = 0; i < 250; i++) github.add('alice', `comment ${i}`);
    github.add(BOT, `${MARKER}\r\nold`);
    expect(await publish('new')).toBe('updated');
    expect(github.methods()).toEqual(['GET', 'GET', 'GET', 'PATCH']);
    expect(bodies().at(-1)).toBe(`${MARKER}\nnew`);
  });

  test.each([99, 100, 101])('is not missed nor doubled among %d comments', async (count) => {
    for (let i = 0; i < count; i++) github.add('alice', 'hello');
    expect(await publish('one')).toBe('created');
    expect(await publish('two')).toBe('updated');
    expect(github.comments).toHaveLength(count + 1);
  });

  test('is never one of somebody else, nor of another key, nor one that quotes ours', async () => {
    github.add('mallory', `${MARKER}\nmine`);
    github.add(BOT, '<!-- rankplan:other -->\nother');
    github.add(BOT, `> ${MARKER}\nquoted`);
    const before = bodies();
    expect(await publish('ours')).toBe('created');
    expect(bodies()).toEqual([...before, `${MARKER}\nours`]);
  });

  test('may be of another account', async () => {
    github.add('Deploy-Bot', `${MARKER}\nold`);
    expect(await publish('new', { author: 'deploy-bot' })).toBe('updated');
  });
});

const answers = (...list: Trouble[]) => github.troubles.push(...list.map((trouble) => () => trouble));

describe('a refusal is final, with its reason', () => {
  test.each([
    [{ status: 401, message: 'Bad credentials' }],
    [{ status: 403, message: 'Resource not accessible by integration' }],
    [{ status: 404, message: 'Not Found' }],
    [{ status: 422, message: 'Validation Failed' }],
    [{ status: 301, message: 'Moved Permanently', headers: { location: 'http://127.0.0.1:1/' } }],
  ])('%j', async (trouble) => {
    answers(trouble);
    expect(await publish('one')).toBe(
      `GET /repos/octo/cluster/issues/7/comments: ${trouble.status} ${trouble.message}`,
    );
    expect(github.methods()).toEqual(['GET']);
  });

  test('also when only writing is refused', async () => {
    github.troubles.push(
      () => null,
      () => ({ status: 403, message: 'Resource not accessible by integration' }),
    );
    expect(await publish('one')).toContain('POST /repos/octo/cluster/issues/7/comments: 403');
    expect(github.comments).toEqual([]);
  });

  test('and a wrong token is one', async () => {
    expect(await publish('one', { token: 'other' })).toContain('401 Bad credentials');
  });

  test('says nothing that a terminal or a log would obey, nor the token, nor much', async () => {
    answers({ status: 403, message: `\u001b[31m\n::error::${github.token} ${'x'.repeat(9999)}` });
    const message = await publish('one');
    expect(message).toContain('::error::***');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: there must be none
    expect(message).not.toMatch(/[\u0000-\u001f]/);
    expect(message.length).toBeLessThan(300);
  });

  test('and no cut through the token leaves a part of it', async () => {
    answers({ status: 403, message: `${'x'.repeat(190)}${github.token}` });
    expect(await publish('one')).not.toContain('ghs_');
  });
});

describe('no comment is written where GitHub gives no answer that can be used', () => {
  test.each<[Trouble, string]>([
    [{ status: 502, text: '<html>' }, '502'],
    [{ status: 200, text: 'hello' }, '200'],
    [{ status: 200, text: '{}' }, 'the answer is no list'],
    ['hang', 'no answer within 0.2 seconds'],
    ['hang up', 'UND_ERR_SOCKET'],
  ])('%j', async (trouble, reason) => {
    answers(trouble);
    expect(await publish('one')).toContain(reason);
    expect(bodies()).toEqual([]);
  });

  test('an address where nobody listens is told by its code', async () => {
    await github.stop();
    expect(await publish('one')).toMatch(/^GET \/repos\/octo\/cluster\/issues\/7\/comments: ECONNREFUSED$/);
    await github.start();
  });
});

describe('a body', () => {
  test('is cut to what a comment may have, at the end of a line, with what is open closed', async () => {
    const lines = Array.from({ length: 5000 }, (_, i) => `- \`rank ${i}\`: \`lab1:0\` → \`lab2:0\``);
    const long = `### Launch plan\n\n<details><summary>5000 lines</summary>\n\n${lines.join('\n')}\n\n</details>`;
    const cut = cutMarkdown(long, MAX_COMMENT - MARKER.length - 1);
    expect(cut.length).toBeGreaterThan(65_000);
    expect(cut).toMatch(/→ `lab2:0`\n\n<\/details>\n\nThe rest is left out here; .*$/);
    expect(await publish(cut)).toBe('created');
    expect(await publish(`${cut}${'x'.repeat(300)}`)).toContain('422');
  });

  const changed = (verdict: string) => ({
    kind: 'changed' as const,
    markdown: `**Launch plan \`${verdict}**\n\n${'x'.repeat(70)}\n`.padEnd(3000, 'y\n'),
  });

  test('has the verdict of every topology first, and then each in full', () => {
    const sections = Array.from({ length: 40 }, (_, i) => changed(`t${i}\`: no rank moves`));
    const text = renderSections(sections);
    expect(text.match(/^- \*\*Launch plan/gm)).toHaveLength(40);
    expect(text).toMatch(/^(- \*\*.*\n){40}/);
    expect(text.match(/^\*\*Launch plan/gm)).toHaveLength(40);
    expect(cutMarkdown(text, 5000).length).toBeLessThanOrEqual(5000);
  });

  test('has what is most dangerous first', () => {
    const names = (text: string, form: RegExp) => [...text.matchAll(form)].map(([, name]) => name);
    const text = renderSections([
      changed('moves`: 3 of 8 ranks move'),
      { kind: 'new', name: 'new' },
      changed('hosts`: other hosts: `address`; no rank moves'),
      changed('code`: other code runs: `launch.setup`; no rank moves'),
      { kind: 'removed', name: 'removed' },
    ]);
    const verdicts = names(text, /^- \*\*Launch plan (?:of )?`(\w+)`/gm);
    expect(verdicts).toEqual(['code', 'hosts', 'moves', 'new', 'removed']);
    expect(names(text, /^\*\*Launch plan (?:of )?`(\w+)`/gm)).toEqual(['code', 'hosts', 'moves']);
  });

  test('of one topology that changes is whole, and so are those without a diff', () => {
    const [one, added] = [changed('a`: no rank moves'), { kind: 'new' as const, name: 'b' }];
    expect(renderSections([one])).toBe(one.markdown.trimEnd());
    expect(renderSections([added, { ...added, name: 'c' }])).toContain('The base has no such topology');
  });

  test('is not cut when it fits to the last character', () => {
    expect(cutMarkdown('x'.repeat(100), 100)).toHaveLength(100);
    expect(cutMarkdown(`${'\u{1f4a5}\n'.repeat(100)}`, 299).length).toBeLessThanOrEqual(299);
  });

  test('quotes names of files', () => {
    const name = '`@octocat` <img src=x>\n# x';
    const text = renderSections([
      { kind: 'new', name },
      { kind: 'broken', name },
      { kind: 'changed', markdown: '### x\n\n`a` → `b`\n' },
    ]);
    expect(text.match(/^(- \*\*|### ).*\*\*|^### .*$/gm)).toEqual([
      '- **Launch plan of `` `@octocat` <img src=x>\ufffd# x ``: new**',
      '- **Launch plan of `` `@octocat` <img src=x>\ufffd# x ``: not compared**',
      '### x',
    ]);
    expect(text).toContain('- ### x `a` → `b`\n');
  });
});

describe('settings', () => {
  const environment = {
    GITHUB_REPOSITORY: 'octo/cluster',
    RANKPLAN_PULL_REQUEST: '7',
    RANKPLAN_COMMENT: 'true',
    RANKPLAN_TOKEN: 'ghs_S3cret',
    RANKPLAN_COMMENT_KEY: 'rankplan',
    RANKPLAN_COMMENT_AUTHOR: BOT,
  };

  test('are those of the workflow; the address is that of github.com unless it says another', () => {
    expect(readSettings([], environment)).toMatchObject({ apiUrl: 'https://api.github.com', pullRequest: 7 });
    expect(readSettings([], { ...environment, RANKPLAN_TOKEN: '' }).token).toBe('');
  });

  test.each([
    { GITHUB_REPOSITORY: 'octo/cluster/../x' },
    { GITHUB_REPOSITORY: '' },
    { RANKPLAN_PULL_REQUEST: '7/../8' },
    { RANKPLAN_PULL_REQUEST: '' },
    { RANKPLAN_TOKEN: 'ghs_S3cret\nx' },
    { RANKPLAN_COMMENT_KEY: 'a-->b' },
    { RANKPLAN_COMMENT_KEY: 'a--b' },
    { RANKPLAN_COMMENT: 'yes' },
    { GITHUB_API_URL: 'http://github.example' },
    { GITHUB_API_URL: 'https://ghs_S3cret@github.example' },
    { GITHUB_API_URL: 'file:///x' },
    { GITHUB_API_URL: 'x' },
  ])('%j is refused, and not repeated', (change) => {
    const read = () => readSettings([], { ...environment, ...change });
    expect(read).toThrow(SettingsError);
    expect(read).not.toThrow(/S3cret/);
  });

  test.each([[['--changed']], [['--other', 'x']], [['x']]])('arguments %j are refused', (args) => {
    expect(() => readSettings(args, environment)).toThrow();
  });
});
