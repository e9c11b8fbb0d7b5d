import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeComment {
  readonly id: number;
  readonly user: { readonly login: string };
  body: string;
}

/** An answer in the place of the usual one: what GitHub says when it is busy, strict or broken. `hang` gives none. */
export type Trouble =
  | {
      readonly status: number;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly text?: string;
    }
  | 'hang'
  | 'hang up';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly authorization: string;
}

const TOKEN = 'ghs_S3cretT0kenThatNobodyMaySee';
const REPOSITORY = 'octo/cluster';
const PULL_REQUEST = 7;
const MAX_BODY = 65_536;

export interface FakeGithub {
  readonly token: string;
  readonly repository: string;
  readonly pullRequest: number;
  /** The comments of the pull request, oldest first. */
  readonly comments: readonly FakeComment[];
  /** What was asked, in order. */
  readonly asked: readonly Asked[];
  /** What the next requests are answered with, one each; a function may look at the method and decline. */
  readonly troubles: ((method: string) => Trouble | null)[];
  /** What happens when a request has got no answer, in the place of time that goes by. */
  onHang: () => void;
  readonly add: (login: string, body: string) => FakeComment;
  readonly methods: () => readonly string[];
  /** Returns the address. */
  readonly start: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

interface Reply {
  readonly status: number;
  readonly answer: unknown;
}

/**
 * GitHub's API of issue comments, as far as a pull request needs it: pages, creation, update, and its refusals. Its
 * answers are those of api.github.com: 401 without a token, 404 elsewhere, 422 for a body that is empty or too long.
 */
export function createFakeGithub(): FakeGithub {
  const comments: FakeComment[] = [];
  const asked: Asked[] = [];
  const troubles: ((method: string) => Trouble | null)[] = [];
  const add = (login: string, body: string): FakeComment => {
    const comment = { id: 1000 + comments.length, user: { login }, body };
    comments.push(comment);
    return comment;
  };
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => {
      text += piece;
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      asked.push({ method, path: url, authorization: headers.authorization ?? '' });
      const trouble = troubles.shift()?.(method) ?? null;
      const reply = trouble === null ? handle(request, text, comments, add) : null;
      if (trouble === 'hang') github.onHang();
      else answer(response, trouble, reply);
    });
  });
  const github: FakeGithub = {
    token: TOKEN,
    repository: REPOSITORY,
    pullRequest: PULL_REQUEST,
    comments,
    asked,
    troubles,
    onHang: () => {},
    add,
    methods: () => asked.map(({ method }) => method),
    async start() {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return github;
}

function answer(
  response: ServerResponse,
  trouble: Exclude<Trouble, 'hang'> | null,
  reply: Reply | null,
): void {
  if (trouble === 'hang up') {
    response.destroy();
  } else if (trouble !== null) {
    const body = trouble.text ?? JSON.stringify({ message: trouble.message ?? 'trouble' });
    response.writeHead(trouble.status, { 'content-type': 'application/json', ...trouble.headers }).end(body);
  } else if (reply !== null) {
    response
      .writeHead(reply.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(reply.answer));
  }
}

function handle(
  { method, url = '', headers }: IncomingMessage,
  text: string,
  comments: readonly FakeComment[],
  add: (login: string, body: string) => FakeComment,
): Reply {
  const refuse = (status: number, message: string) => ({ status, answer: { message } });
  if (headers.authorization !== `Bearer ${TOKEN}`) return refuse(401, 'Bad credentials');
  if ((headers['user-agent'] ?? '') === '') return refuse(403, 'Request forbidden by administrative rules');
  const { pathname, searchParams } = new URL(url, 'http://github');
  const list = `/repos/${REPOSITORY}/issues/${PULL_REQUEST}/comments`;
  if (method === 'GET' && pathname === list) {
    const size = Math.min(100, Number(searchParams.get('per_page') ?? 30));
    const start = (Number(searchParams.get('page') ?? 1) - 1) * size;
    return { status: 200, answer: comments.slice(start, start + size) };
  }
  const body = method === 'GET' ? null : (JSON.parse(text) as { body?: unknown }).body;
  if (method !== 'GET' && (typeof body !== 'string' || body === '' || [...body].length > MAX_BODY))
    return refuse(422, 'Validation Failed');
  if (method === 'POST' && pathname === list)
    return { status: 201, answer: add('github-actions[bot]', String(body)) };
  const id = new RegExp(`^/repos/${REPOSITORY}/issues/comments/(\\d+)$`).exec(pathname)?.[1];
  const comment = comments.find((found) => String(found.id) === id);
  if (method !== 'PATCH' || comment === undefined) return refuse(404, 'Not Found');
  comment.body = String(body);
  return { status: 200, answer: comment };
}
