import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LaunchPlan } from '../../src/generated/plan.ts';
import { planOf } from '../compile-text.ts';
import { type Comparison, STATEMENTS } from './review-example/comment-statements.ts';
import { slotOf } from './review-example/plan-facts.ts';

/*
 * examples/review: the comments are what `rankplan diff` prints, and each of their statements is true of the plans.
 * UPDATE_GOLDEN=1 writes the comments anew.
 */
const EXAMPLE = 'examples/review';
const requests = readdirSync(join(EXAMPLE, 'pull-requests')).sort();
const scratch = mkdtempSync(join(tmpdir(), 'rankplan-review-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const plans: LaunchPlan[] = [];
beforeAll(() => {
  const topology = join(scratch, 'topology.yaml');
  cpSync(join(EXAMPLE, 'topology.yaml'), topology);
  plans.push(planOf(readFileSync(topology, 'utf8')));
  for (const request of requests) {
    const patch = readFileSync(join(EXAMPLE, 'pull-requests', request, 'change.patch'));
    const { status, stderr } = spawnSync('git', ['apply', '-'], {
      cwd: scratch,
      input: patch,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    plans.push(planOf(readFileSync(topology, 'utf8')));
  }
});

test('replay.sh writes the comments', () => {
  const { status } = spawnSync('sh', [join(EXAMPLE, 'replay.sh'), join(scratch, 'comments')]);
  expect(status).toBe(0);
  expect(readdirSync(join(scratch, 'comments'))).toEqual(requests.map((request) => `${request}.md`));
  for (const request of requests) {
    const comment = readFileSync(join(scratch, 'comments', `${request}.md`), 'utf8');
    const checkedIn = join(EXAMPLE, 'pull-requests', request, 'comment.md');
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(checkedIn, comment);
    expect(comment).toBe(readFileSync(checkedIn, 'utf8'));
  }
});

describe.each(requests.map((request, number) => [request, number] as const))('%s', (request, number) => {
  const comment = readFileSync(join(EXAMPLE, 'pull-requests', request, 'comment.md'), 'utf8');
  const lines = comment.split('\n').filter((line) => line !== '' && !FRAME.some((form) => form.test(line)));
  const comparison = (): Comparison => ({
    old: plans[number] as LaunchPlan,
    new: plans[number + 1] as LaunchPlan,
  });

  test('each statement is true', () => {
    for (const line of lines.filter((text) => !MOVE.test(text))) {
      const claims = STATEMENTS.flatMap(([form, isTrue]) => {
        const match = form.exec(line);
        return match === null ? [] : [isTrue(comparison(), ...match.slice(1))];
      });
      expect({ line, claims }).toEqual({ line, claims: expect.arrayContaining([true]) });
      expect({ line, claims }).not.toEqual({ line, claims: expect.arrayContaining([false]) });
    }
  });

  test('no statement is true of the plans the other way round', () => {
    const { old, new: now } = comparison();
    const changes = lines.filter((text) => /^\| [a-z]| → /.test(text) && !MOVE.test(text));
    for (const line of changes) {
      const claims = STATEMENTS.flatMap(([form, isTrue]) => {
        const match = form.exec(line);
        return match === null ? [] : [isTrue({ old: now, new: old }, ...match.slice(1))];
      });
      expect({ line, claims }).toEqual({ line, claims: expect.arrayContaining([false]) });
    }
  });

  test('the moves are those that turn the old plan into the new', () => {
    const { old, new: now } = comparison();
    const place = (plan: LaunchPlan, rank: number): string | null =>
      rank < plan.worldSize ? slotOf(plan, rank) : null;
    const expected = Array.from({ length: Math.max(old.worldSize, now.worldSize) }, (_, rank) => ({
      rank,
      from: place(old, rank),
      to: place(now, rank),
    })).filter(({ from, to }) => from !== to);
    expect(listMoves(comment.split('\n'))).toEqual(expected);
  });
});

/** What only frames: the files, folds, the head of a table. */
const FRAME = [
  /^`HEAD:topology\.yaml` → `topology\.yaml`$/,
  /^<\/?details>/,
  /^\| \| before \| now \|$/,
  /^\|---\|---\|---\|$/,
];
const RANKS = String.raw`ranks? (\d+)(?:–(\d+))?`;
/** A line that is a move as a whole. */
const MOVE = new RegExp(`^- ${RANKS}(?:: (.*) → (.*)| removed from (.*)| added on (.*))$`);

interface Told {
  readonly rank: number;
  readonly from: string | null;
  readonly to: string | null;
}

/** Where a shift stands for its moves, they are told below: `- ranks 3–5: \`dgx01:1-3\` → …` is three of them. */
function listMoves(lines: readonly string[]): Told[] {
  const every = lines.indexOf('<details><summary>every rank</summary>');
  const told = (every < 0 ? lines : lines.slice(every))
    .flatMap((line) => line.replace(/^\*\*.*?:\*\* /, '').split('; '))
    .map((line) => (line.startsWith('- ') ? line : `- ${line}`));
  return told.flatMap((line) => {
    const match = MOVE.exec(line);
    if (match === null) return [];
    const [, first = '', last = first, from = '', to = '', left = from, on = to] = match;
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, step) => ({
      rank: Number(first) + step,
      from: placeAt(left, step),
      to: placeAt(on, step),
    }));
  });
}

/** `dgx01:1-3` with or without a model, which is left out where it stays. */
function placeAt(text: string, step: number): string | null {
  const match = /^`(.*):(\d+)(?:-\d+)?`(?: `(.*)`)?$/.exec(text);
  return match === null ? null : `${match[1]}:${Number(match[2]) + step}`;
}
