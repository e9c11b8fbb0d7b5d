import '../refuse-old-node.cjs';
import { appendFileSync } from 'node:fs';
import { codeSpan } from '../review/diff/render-markdown.ts';
import { GithubError, publishComment } from './publish-comment.ts';
import { readSettings, type Settings, SettingsError } from './read-settings.ts';
import { cutMarkdown, MAX_COMMENT, renderSections, UNCHANGED } from './render-comment.ts';

/*
 * Writes the comment of a pull request and the job's summary. If the comment cannot be written, the job does not fail:
 * the token of a fork's pull request may not write, and only the check decides whether a mapping is right. The next push
 * tries again.
 */

/** GitHub allows 1 MiB for a summary, and a character can need four bytes. */
const MAX_SUMMARY = 250_000;
const TIMEOUT_MS = 10_000;

async function main(): Promise<void> {
  const settings = readSettings(process.argv.slice(2), process.env);
  const text = renderSections(settings.sections);
  if (text !== '') summarize(settings, text);
  if (!settings.comment) return;
  if (settings.token === '') return tellNoComment(settings, 'the workflow gives no token');
  try {
    const outcome = await publish(settings, text);
    process.stdout.write(`rankplan: comment on the pull request: ${outcome}\n`);
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    tellNoComment(settings, error.message);
  }
}

function publish({ key, author, apiUrl, repository, pullRequest, token }: Settings, text: string) {
  const access = { apiUrl, repository, pullRequest, token, timeoutMs: TIMEOUT_MS };
  const marker = `<!-- rankplan:${key} -->`;
  const body = text === '' ? null : cutMarkdown(text, MAX_COMMENT - marker.length - 1);
  return publishComment(access, { marker, author, body, emptyBody: UNCHANGED });
}

function tellNoComment(settings: Settings, reason: string): void {
  process.stdout.write(`rankplan: no comment on the pull request: ${reason}\n`);
  summarize(
    settings,
    `rankplan could not write its comment on the pull request: ${codeSpan(reason)}. The pull request of a fork has ` +
      'a token that may only read; otherwise the job needs `permissions: { pull-requests: write }`. This does not ' +
      'change the result of the check.',
  );
}

function summarize({ summaryPath }: Settings, markdown: string): void {
  if (summaryPath !== null) appendFileSync(summaryPath, `${cutMarkdown(markdown, MAX_SUMMARY)}\n\n`);
}

main().catch((error: unknown) => {
  // Only messages of our own are known to have no secret in them.
  const isOurs = error instanceof SettingsError;
  const { name, code } = error as { name?: unknown; code?: unknown };
  process.stderr.write(
    `rankplan: ${isOurs ? error.message : `this is a bug in rankplan: ${name} ${code ?? ''}`}\n`,
  );
  process.exitCode = isOurs ? 2 : 70;
});
