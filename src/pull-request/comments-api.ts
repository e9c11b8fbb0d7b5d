import { clip, printable } from '../compiler/source/printable.ts';

/** Where the comments of one pull request are, and by which token they are written. */
export interface GithubAccess {
  /** Such as https://api.github.com. */
  readonly apiUrl: string;
  readonly repository: string;
  readonly pullRequest: number;
  readonly token: string;
  readonly timeoutMs: number;
}

export interface PostedComment {
  readonly id: number;
  readonly author: string;
  readonly body: string;
}

/** Why GitHub did not do it. The message never has the token, nor anything that only the request knew. */
export class GithubError extends Error {
  /** `busy`: a second request may be answered, after `waitMs` if GitHub said how long; `refused`: it would not. */
  readonly kind: 'refused' | 'busy';
  readonly waitMs: number | null;
  constructor(kind: 'refused' | 'busy', message: string, waitMs: number | null = null) {
    super(message);
    this.kind = kind;
    this.waitMs = waitMs;
  }
}

/** The most comments on a page, and more pages than GitHub lets a pull request have. */
const PAGE = 100;
const MAX_PAGES = 50;

/** The first comment that `matches`, oldest first, or null. Pages are counted: links of an answer are not followed. */
export async function findComment(
  access: GithubAccess,
  matches: (comment: PostedComment) => boolean,
): Promise<PostedComment | null> {
  const { repository, pullRequest } = access;
  for (let page = 1; page <= MAX_PAGES; page++) {
    const path = `/repos/${repository}/issues/${pullRequest}/comments?per_page=${PAGE}&page=${page}`;
    const answer = await ask(access, 'GET', path);
    if (!Array.isArray(answer)) throw new GithubError('busy', 'GET comments: the answer is no list');
    const found = answer.flatMap(readComment).find(matches);
    if (found !== undefined) return found;
    if (answer.length < PAGE) return null;
  }
  return null;
}

/** In the place of comment `id`; a new one where that is null. */
export async function writeComment(access: GithubAccess, id: number | null, body: string): Promise<void> {
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
  const { status, headers, text } = await send(access, method, path, body).catch((error: unknown) => {
    throw new GithubError('busy', `${what}: ${reasonOf(error, access.timeoutMs)}`);
  });
  const answer = parse(text);
  if (status >= 200 && status < 300 && answer !== undefined) return answer;
  const message = `${what}: ${status}${quoteAnswer(answer, access.token)}`;
  if (isLimited(status, headers, message)) throw new GithubError('busy', message, waitOf(headers));
  throw new GithubError(status >= 300 && status < 500 ? 'refused' : 'busy', message);
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
  return { status: response.status, headers: response.headers, text: await response.text() };
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

/** GitHub answers 403 both where a token lacks a permission and where there were too many requests. */
const isLimited = (status: number, headers: Headers, message: string): boolean =>
  status === 429 ||
  (status === 403 &&
    (headers.has('retry-after') ||
      headers.get('x-ratelimit-remaining') === '0' ||
      /rate limit/i.test(message)));

function waitOf(headers: Headers): number | null {
  const after = Number(headers.get('retry-after') ?? Number.NaN);
  if (after >= 0) return after * 1000;
  const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN);
  return reset > 0 ? Math.max(0, reset * 1000 - Date.now()) : null;
}
