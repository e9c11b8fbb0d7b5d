import { clip, printable } from '../compiler/source/printable.ts';
import type { Settings } from './read-settings.ts';

/** Where the comments of one pull request are, and by which token they are written. */
type GithubAccess = Pick<Settings, 'apiUrl' | 'repository' | 'pullRequest' | 'token'> & {
  readonly timeoutMs: number;
};

interface PostedComment {
  readonly id: number;
  readonly author: string;
  readonly body: string;
}

/** Why GitHub did not do it. The message never has the token, nor anything that only the request knew. */
export class GithubError extends Error {}

export interface Publication {
  /** What the comment begins with, and is found by: a comment of HTML. */
  readonly marker: string;
  /** Who writes it. A comment of another author is never taken for ours, whatever it begins with. */
  readonly author: string;
  /** Null when there is nothing to say. */
  readonly body: string | null;
  /** What replaces an earlier comment when there is nothing to say any more. */
  readonly emptyBody: string;
}

/** Writes the one comment of a pull request: new, or in the place of the earlier one. Throws a GithubError. */
export async function publishComment(access: GithubAccess, publication: Publication) {
  const { marker, author, body, emptyBody } = publication;
  const isOurs = (comment: PostedComment) =>
    comment.author.toLowerCase() === author.toLowerCase() && comment.body.startsWith(marker);
  const earlier = await findComment(access, isOurs);
  if (earlier === null) {
    if (body === null) return 'nothing to say';
    await writeComment(access, null, `${marker}\n${body}`);
    return 'created';
  }
  const wanted = `${marker}\n${body ?? emptyBody}`;
  // Line ends may come back as they were not sent.
  if (earlier.body.replaceAll('\r\n', '\n').trimEnd() === wanted.trimEnd()) return 'unchanged';
  await writeComment(access, earlier.id, wanted);
  return 'updated';
}

/** The most comments on a page, and more pages than GitHub lets a pull request have. */
const PAGE = 100;
const MAX_PAGES = 50;

/** The first comment that `matches`, oldest first, or null. Pages are counted: links of an answer are not followed. */
async function findComment(access: GithubAccess, matches: (comment: PostedComment) => boolean) {
  const { repository, pullRequest } = access;
  for (let page = 1; page <= MAX_PAGES; page++) {
    const path = `/repos/${repository}/issues/${pullRequest}/comments?per_page=${PAGE}&page=${page}`;
    const answer = await ask(access, 'GET', path);
    if (!Array.isArray(answer)) throw new GithubError('GET comments: the answer is no list');
    const found = answer.flatMap(readComment).find(matches);
    if (found !== undefined) return found;
    if (answer.length < PAGE) return null;
  }
  return null;
}

/** In the place of comment `id`; a new one where that is null. */
async function writeComment(access: GithubAccess, id: number | null, body: string): Promise<void> {
  const issues = `/repos/${access.repository}/issues`;
  if (id === null) await ask(access, 'POST', `${issues}/${access.pullRequest}/comments`, body);
  else await ask(access, 'PATCH', `${issues}/comments/${id}`, body);
}

function readComment(entry: unknown): PostedComment[] {
  const { id, body, user } = (entry ?? {}) as { id?: unknown; body?: unknown; user?: { login?: unknown } };
  if (typeof id !== 'number' || typeof body !== 'string') return [];
  return [{ id, body, author: typeof user?.login === 'string' ? user.login : '' }];
}

type Method = 'GET' | 'POST' | 'PATCH';

async function ask(access: GithubAccess, method: Method, path: string, body?: string): Promise<unknown> {
  const what = `${method} ${path.replace(/\?.*/, '')}`;
  const { status, text } = await send(access, method, path, body).catch((error: unknown) => {
    throw new GithubError(`${what}: ${reasonOf(error, access.timeoutMs)}`);
  });
  const answer = parse(text);
  if (status >= 200 && status < 300 && answer !== undefined) return answer;
  throw new GithubError(`${what}: ${status}${quoteAnswer(answer, access.token)}`);
}

/** What GitHub says of a refusal; a server that repeats the request there must not bring the token into a log. */
function quoteAnswer(answer: unknown, token: string): string {
  const { message } = (answer ?? {}) as { message?: unknown };
  return typeof message === 'string' ? ` ${printable(clip(message.replaceAll(token, '***'), 200))}` : '';
}

/** Redirects are not followed: the token is for this address. */
async function send(access: GithubAccess, method: Method, path: string, body: string | undefined) {
  const { apiUrl, token, timeoutMs } = access;
  const response = await fetch(`${apiUrl.replace(/\/+$/, '')}${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'user-agent': 'rankplan',
      'x-github-api-version': '2022-11-28',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
    ...(body === undefined ? {} : { body: JSON.stringify({ body }) }),
  });
  return { status: response.status, text: await response.text() };
}

/** Messages of fetch may quote headers, and so the token: only codes are taken from them. */
function reasonOf(error: unknown, timeoutMs: number): string {
  const { name, cause } = error as { name?: unknown; cause?: { code?: unknown } };
  if (name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} seconds`;
  return typeof cause?.code === 'string' ? cause.code : 'the connection failed';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
