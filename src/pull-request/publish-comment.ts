import {
  findComment,
  type GithubAccess,
  GithubError,
  type PostedComment,
  writeComment,
} from './comments-api.ts';

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

export interface Patience {
  readonly attempts: number;
  readonly firstDelayMs: number;
  /** No longer than this is waited, whatever GitHub asks for. */
  readonly maxDelayMs: number;
  readonly sleep: (ms: number) => Promise<void>;
}

export type Outcome = 'created' | 'updated' | 'unchanged' | 'nothing to say';

/**
 * Writes the one comment of a pull request: new, or in the place of the earlier one. All of it is done again when the
 * service is busy: what became of a request without an answer is seen in the list. Throws a GithubError in the end.
 */
export async function publishComment(
  access: GithubAccess,
  publication: Publication,
  patience: Patience,
): Promise<Outcome> {
  let delay = patience.firstDelayMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await publishOnce(access, publication);
    } catch (error) {
      if (!(error instanceof GithubError) || error.kind === 'refused') throw error;
      const wait = Math.max(error.waitMs ?? 0, delay);
      if (attempt >= patience.attempts || wait > patience.maxDelayMs) throw error;
      await patience.sleep(wait);
      delay *= 2;
    }
  }
}

async function publishOnce(
  access: GithubAccess,
  { marker, author, body, emptyBody }: Publication,
): Promise<Outcome> {
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
