import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { LaunchPlan } from '../../src/generated/plan.ts';
import { planOf } from '../compile-text.ts';
import { slotOf } from '../invariants.ts';
import { makeFolder } from '../scratch.ts';

/*
 * examples/review: the comments are what `rankplan diff` prints, and the moves in them are those of the plans.
 * UPDATE_GOLDEN=1 writes the comments again.
 */
const EXAMPLE = 'examples/review';
const requests = readdirSync(join(EXAMPLE, 'pull-requests')).sort();
const scratch = makeFolder('rankplan-review-');

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

test.each(requests.map((request, number) => [request, number] as const))(
  'the moves of %s are those that turn the old plan into the new',
  (request, number) => {
    const comment = readFileSync(join(EXAMPLE, 'pull-requests', request, 'comment.md'), 'utf8');
    const [old, now] = plans.slice(number) as [LaunchPlan, LaunchPlan];
    const slotIn = ({ ranks }: LaunchPlan, rank: number): string | null => {
      const found = ranks[rank];
      return found === undefined ? null : slotOf(found);
    };
    const expected = Array.from({ length: Math.max(old.worldSize, now.worldSize) }, (_, rank) => ({
      rank,
      from: slotIn(old, rank),
      to: slotIn(now, rank),
    })).filter(({ from, to }) => from !== to);
    expect(listMoves(comment.split('\n'))).toEqual(expected);
  },
);

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
