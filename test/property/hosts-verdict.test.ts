// The judge against a naive reference that sees all hosts at once, over random failures, ways and clocks.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHostClock } from '../../src/runtime/hosts/host.ts';
import { createJudge } from '../../src/runtime/hosts/verdict.ts';
import { runs } from '../stage.ts';

const SECONDARY_MS = 3000;
/** No host is silent here. */
const SILENCE_MS = 60_000;

interface WorldHost {
  /** One way to the launcher, in milliseconds. */
  readonly way: number;
  /** How far its clock is ahead. */
  readonly ahead: number;
}

interface Failure {
  readonly host: number;
  readonly rank: number;
  /** In true time; all differ. */
  readonly time: number;
  readonly status: number;
  readonly saysAnotherLeft: boolean;
  /** How long it takes until its log was read. */
  readonly tailMs: number;
}

const world = fc
  .array(fc.record({ way: fc.integer({ min: 1, max: 200 }), ahead: fc.integer({ min: -1e7, max: 1e7 }) }), {
    minLength: 1,
    maxLength: 4,
  })
  .chain((hosts) =>
    fc.record({
      hosts: fc.constant(hosts),
      failures: fc.uniqueArray(
        fc.record({
          host: fc.nat(hosts.length - 1),
          time: fc.integer({ min: 1, max: 6000 }),
          status: fc.integer({ min: 1, max: 255 }),
          saysAnotherLeft: fc.boolean(),
          tailMs: fc.integer({ min: 0, max: 400 }),
        }),
        { selector: ({ time }) => time, minLength: 1, maxLength: 8 },
      ),
    }),
  )
  .map(({ hosts, failures }) => ({
    hosts,
    failures: failures.map((failure, rank): Failure => ({ ...failure, rank })),
  }));

interface World {
  readonly hosts: readonly WorldHost[];
  readonly failures: readonly Failure[];
}

const wayOf = ({ hosts }: World, host: number): number => hosts[host]?.way ?? 0;

/** When the launcher knows what the log of this rank says. */
const knownAt = (given: World, { host, time, tailMs }: Failure): number => time + wayOf(given, host) + tailMs;

/** Whether the launcher ends all ranks at this moment: somebody is to blame, or nobody else was in time. */
function isEnd(given: World, now: number): boolean {
  const arrival = ({ host, time }: Failure): number => time + wayOf(given, host);
  const here = given.failures.filter((one) => arrival(one) <= now);
  const read = here.filter((one) => knownAt(given, one) <= now);
  if (read.some((one) => !one.saysAnotherLeft)) return true;
  return read.length === here.length && read.some((one) => arrival(one) + SECONDARY_MS <= now);
}

/** When that is, and whom it has to blame: the first of all that had failed when the order came to their hosts. */
function findNaively(given: World): { readonly endsAt: number; readonly first: Failure } {
  let endsAt = 0;
  while (!isEnd(given, endsAt)) endsAt++;
  const own = given.failures.filter(({ host, time }) => time < endsAt + wayOf(given, host));
  const primary = own.filter((one) => !one.saysAnotherLeft);
  const [first] = (primary.length > 0 ? primary : own).toSorted((a, b) => a.time - b.time);
  if (first === undefined) throw new Error('nobody failed');
  return { endsAt, first };
}

interface Played {
  readonly endsAt: number | null;
  readonly rank: number | null;
  readonly status: number;
}

/** Each millisecond what comes in, in the order in which each host sent it. */
function play(given: World): Played {
  const { hosts, failures } = given;
  const ranks = hosts.map((_, host) => failures.filter((one) => one.host === host).length + 1);
  const judge = createJudge({ ranks, patienceMs: SILENCE_MS });
  const clocks = hosts.map(({ way, ahead }) => {
    const clock = createHostClock();
    clock.answer(0, 2 * way, way + ahead);
    return clock;
  });
  let endsAt: number | null = null;
  let rank: number | null = null;
  for (let now = 0; now < 20_000 && rank === null; now++) {
    for (const { host, rank: of, time, status, saysAnotherLeft, tailMs } of failures) {
      const { way = 0, ahead = 0 } = hosts[host] ?? {};
      const isStopped = endsAt !== null && time >= endsAt + way;
      if (now === time + way && !isStopped) {
        const at = clocks[host]?.toLauncher(time + ahead) ?? 0;
        judge.ended({ host, rank: of, status, killer: 0, at }, null, now);
      }
      if (now === time + way + tailMs && !isStopped) judge.tail(host, of, saysAnotherLeft);
    }
    for (const [host, { way }] of hosts.entries())
      if (endsAt !== null && now === endsAt + 2 * way) {
        judge.beatAnswered(host);
        // What the order ended comes behind the answer, whatever its clock says.
        judge.ended({ host, rank: 99, status: 1, killer: 0, at: -1e9 }, false, now);
      }
    const ruling = judge.look(now);
    if (ruling.isOver && endsAt === null) {
      endsAt = now;
      for (const host of hosts.keys()) judge.beatSent(host);
    }
    rank = ruling.verdict?.end?.rank ?? null;
  }
  return { endsAt, rank, status: judge.status() };
}

test('the first failure of random attempts is that of the reference', () => {
  fc.assert(
    fc.property(world, (given) => {
      const { first, endsAt } = findNaively(given);
      expect(play(given)).toEqual({ endsAt, rank: first.rank, status: first.status });
    }),
    { numRuns: runs(500) },
  );
});
