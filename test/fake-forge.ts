import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeComment {
  readonly id: number;
  readonly user: { readonly login: string };
  body: string;
}

/** An answer in the place of the usual one: what a forge says that is busy, strict or broken. `hang` gives none. */
export type Trouble =
  | {
      readonly status: number;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
      /** Whether the request is done all the same. */
      readonly done?: boolean;
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
const MAX_BODY = 65_536;

/**
 * GitHub's API of issue comments, as far as a pull request needs it: pages, creation, update, and its refusals. Its
 * answers are those of api.github.com: 401 without a token, 404 elsewhere, 422 for a body that is empty or too long.
 */
export class FakeForge {
  readonly token = TOKEN;
  readonly repository = 'octo/cluster';
  readonly pullRequest = 7;
  readonly comments: FakeComment[] = [];
  readonly asked: Asked[] = [];
  /** What the next requests are answered with; a function may look at the request and decline. */
  readonly troubles: ((method: string) => Trouble | null)[] = [];
  private nextId = 1000;
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      let text = '';
      request.setEncoding('utf8');
      request.on('data', (piece: string) => {
        text += piece;
      });
      request.on('end', () => this.answer(request, response, text));
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  add(login: string, body: string): FakeComment {
    const comment = { id: this.nextId++, user: { login }, body };
    this.comments.push(comment);
    return comment;
  }

  /** The methods that were asked for, in order. */
  methods(): readonly string[] {
    return this.asked.map(({ method }) => method);
  }

  private answer(request: IncomingMessage, response: ServerResponse, text: string): void {
    const { method = '', url = '', headers } = request;
    this.asked.push({ method, path: url, authorization: headers.authorization ?? '' });
    const trouble = this.troubles.shift()?.(method) ?? null;
    if (trouble === 'hang') return;
    if (trouble === 'hang up') {
      response.destroy();
      return;
    }
    const usual = trouble === null || trouble.done === true ? this.handle(request, text) : null;
    if (trouble !== null) {
      const body = trouble.text ?? JSON.stringify({ message: trouble.message ?? 'trouble' });
      response
        .writeHead(trouble.status, { 'content-type': 'application/json', ...trouble.headers })
        .end(body);
    } else if (usual !== null) {
      response
        .writeHead(usual.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(usual.answer));
    }
  }

  private handle(
    { method, url = '', headers }: IncomingMessage,
    text: string,
  ): { status: number; answer: unknown } {
    const refuse = (status: number, message: string) => ({ status, answer: { message } });
    if (headers.authorization !== `Bearer ${TOKEN}`) return refuse(401, 'Bad credentials');
    if ((headers['user-agent'] ?? '') === '') return refuse(403, 'Request forbidden by administrative rules');
    const { pathname, searchParams } = new URL(url, 'http://forge');
    const list = `/repos/${this.repository}/issues/${this.pullRequest}/comments`;
    if (method === 'GET' && pathname === list) {
      const size = Math.min(100, Number(searchParams.get('per_page') ?? 30));
      const start = (Number(searchParams.get('page') ?? 1) - 1) * size;
      return { status: 200, answer: this.comments.slice(start, start + size) };
    }
    const body = method === 'GET' ? '' : (JSON.parse(text) as { body?: unknown }).body;
    if (typeof body !== 'string' || (method !== 'GET' && (body === '' || [...body].length > MAX_BODY)))
      return refuse(422, 'Validation Failed');
    if (method === 'POST' && pathname === list)
      return { status: 201, answer: this.add('github-actions[bot]', body) };
    const id = new RegExp(`^/repos/${this.repository}/issues/comments/(\\d+)$`).exec(pathname)?.[1];
    const comment = this.comments.find((found) => String(found.id) === id);
    if (method !== 'PATCH' || comment === undefined) return refuse(404, 'Not Found');
    comment.body = body;
    return { status: 200, answer: comment };
  }
}
