// Who failed first: every rule of it has a row that fails without it.
import { describe, expect, it } from 'vitest';
import type { EndKind, HostFault } from '../../src/runtime/hosts/find-first.ts';
import { createHostClock } from '../../src/runtime/hosts/host.ts';
import { createJudge, type Judge, saysThatAnotherLeft } from '../../src/runtime/hosts/verdict.ts';

type Act = (judge: Judge, now: number) => unknown;
interface Step {
  readonly when: number;
  readonly act: Act;
}
const at = (when: number, act: Act): Step => ({ when, act });

/** Clocks that start at other times are not to be compared. */
const STEADY = 1_000_000;

const end =
  (
    host: number,
    rank: number,
    status: number,
    { says = false as boolean | null, at = null as number | null, killer = 0 } = {},
  ) =>
  (judge: Judge, now: number): EndKind =>
    judge.ended({ host, rank, status, killer, at: at ?? now - STEADY }, says, now);
const well = (host: number, rank: number) => end(host, rank, 0);
const tail = (host: number, rank: number, says: boolean) => (judge: Judge) => judge.tail(host, rank, says);
const fault =
  (host: number, kind: HostFault['kind'], status: number, at: number | null = null) =>
  (judge: Judge, now: number) =>
    judge.fault(host, { kind, status, at: at ?? now - STEADY });
const over = (host: number, isWhole: boolean) => (judge: Judge) => judge.over(host, isWhole);
const signal = (number: number) => (judge: Judge, now: number) => judge.interrupt(number, now);

interface Scene {
  readonly ranks?: readonly number[];
  readonly steps: readonly Step[];
  /** Hosts that answer no beat. */
  readonly silent?: readonly number[];
  /** How long an answer to the beat behind TERM takes. */
  readonly wayMs?: number;
}

/** A scene, often of steps alone. */
type Row = readonly [string, Scene | readonly Step[], Partial<Outcome>];

interface Outcome {
  status: number;
  who: string | null;
  /** When all had to be ended, and when it was clear who was first. */
  endsAt: number | null;
  clearAt: number | null;
}

/** Plays a scene in steps of ten milliseconds, and looks when the judge wants to. */
function play(scene: Scene | readonly Step[]): Outcome {
  const { ranks = [2, 2], steps, silent = [], wayMs = 20 } = 'steps' in scene ? scene : { steps: scene };
  const judge = createJudge({ ranks, patienceMs: 4000 });
  const outcome: Outcome = { status: -1, who: null, endsAt: null, clearAt: null };
  const answers = new Map<number, number>();
  let again: number | null = null;
  for (let time = 0; time <= 12_000; time += 10) {
    const now = STEADY + time;
    const due = steps.filter(({ when }) => when === time);
    for (const { act } of due) act(judge, now);
    for (const [host, when] of answers)
      if (when === time && !silent.includes(host)) {
        judge.beatAnswered(host);
        answers.delete(host);
        again = now;
      }
    if (due.length === 0 && (again === null || now < again)) continue;
    const ruling = judge.look(now);
    again = ruling.again;
    if (ruling.isOver && outcome.endsAt === null) {
      outcome.endsAt = time;
      for (const host of ranks.keys()) {
        judge.beatSent(host);
        answers.set(host, time + wayMs);
      }
    }
    if (ruling.verdict === null || outcome.clearAt !== null) continue;
    const { host, end: of, fault: what } = ruling.verdict;
    outcome.clearAt = time;
    outcome.who = of === null ? `host ${host}: ${what.kind}` : `rank ${of.rank}`;
  }
  for (const host of ranks.keys()) if (!silent.includes(host)) judge.over(host, true);
  outcome.status = judge.status();
  return outcome;
}

const FINE: readonly Step[] = [
  at(100, well(0, 0)),
  at(100, well(0, 1)),
  at(200, well(1, 2)),
  at(300, well(1, 3)),
];

describe('an attempt', () => {
  it.each<Row>([
    ['ends well', FINE, { status: 0, who: null, endsAt: null }],
    ['ends well on one host', { ranks: [1], steps: [at(100, well(0, 0))] }, { status: 0, endsAt: null }],
    [
      'with a rank of status 3 has its status',
      [at(100, end(0, 1, 3))],
      { status: 3, who: 'rank 1', endsAt: 100 },
    ],
    [
      'is clear at once on one host, also where it answers no beat',
      { ranks: [2], silent: [0], steps: [at(100, end(0, 1, 3))] },
      { who: 'rank 1', endsAt: 100, clearAt: 100, status: 3 },
    ],
    [
      'waits until the other host has said what it knew',
      { steps: [at(100, end(0, 1, 3))], wayMs: 500 },
      { who: 'rank 1', endsAt: 100, clearAt: 600 },
    ],
    [
      'waits for a silent host as long as it may be silent',
      { steps: [at(100, end(0, 1, 3))], silent: [1] },
      { who: 'rank 1', clearAt: 4100 },
    ],
    [
      'waits for no host that is over',
      { steps: [at(50, over(1, true)), at(100, end(0, 1, 3))], silent: [1] },
      { who: 'rank 1', clearAt: 100 },
    ],
    [
      'is that of the earlier one, though it comes later',
      [at(100, end(0, 1, 3, { at: 90 })), at(110, end(1, 2, 4, { at: 80 }))],
      { who: 'rank 2', status: 4, endsAt: 100 },
    ],
    [
      'takes the order of a host, whatever its clock does',
      [at(100, end(0, 1, 3, { at: 90 })), at(100, end(0, 0, 4, { at: 10 }))],
      { who: 'rank 1', status: 3 },
    ],
    [
      'takes the first host where two fail at the same time',
      [at(100, end(1, 2, 4, { at: 80 })), at(110, end(0, 1, 3, { at: 80 }))],
      { who: 'rank 1' },
    ],
    [
      'takes no end that comes behind the answer for a failure',
      [at(100, end(0, 1, 3, { at: 90 })), at(130, end(1, 2, 4, { at: 10 }))],
      { who: 'rank 1', status: 3 },
    ],
    [
      'takes no rank that TERM ended before the host answered',
      [at(100, end(0, 1, 3, { at: 90 })), at(110, end(1, 2, 143, { at: 10, killer: 15 }))],
      { who: 'rank 1', status: 3 },
    ],
    [
      'blames a rank that somebody ended by TERM before',
      [at(100, end(1, 2, 143, { killer: 15 }))],
      { who: 'rank 2', status: 143 },
    ],
  ])('%s', (_, scene, expected) => {
    expect(play(scene)).toMatchObject(expected);
  });
});

describe('a rank that says that another left it', () => {
  it.each<Row>([
    [
      'is not blamed where another fails within three seconds',
      [at(100, end(0, 0, 5, { says: true })), at(3000, end(1, 2, 9))],
      { who: 'rank 2', status: 9, endsAt: 3000 },
    ],
    [
      'is not blamed on one host either',
      { ranks: [2], steps: [at(100, end(0, 0, 5, { says: true })), at(2000, end(0, 1, 9))] },
      { who: 'rank 1', status: 9, endsAt: 2000 },
    ],
    [
      'is blamed after three seconds',
      [at(100, end(0, 0, 5, { says: true }))],
      { who: 'rank 0', status: 5, endsAt: 3100 },
    ],
    [
      'is blamed at once where no other rank runs',
      [at(50, well(0, 1)), at(60, well(1, 2)), at(70, well(1, 3)), at(100, end(0, 0, 5, { says: true }))],
      { who: 'rank 0', status: 5, endsAt: 100 },
    ],
    [
      'is the first of several that say so',
      [at(100, end(0, 0, 5, { says: true })), at(200, end(1, 2, 6, { says: true, at: 50 }))],
      { who: 'rank 2', status: 6, endsAt: 3100 },
    ],
    [
      'does not hide a lost host',
      [at(100, end(0, 0, 5, { says: true })), at(1000, fault(1, 'lost', 75))],
      { who: 'host 1: lost', status: 75, endsAt: 1000 },
    ],
    [
      'is not known as one before its log is',
      [at(100, end(0, 0, 5, { says: null })), at(300, tail(0, 0, true)), at(2000, end(1, 2, 9))],
      { who: 'rank 2', status: 9, endsAt: 2000 },
    ],
    [
      'is blamed where its log does not come within a second',
      [at(100, end(0, 0, 5, { says: null }))],
      { who: 'rank 0', status: 5, endsAt: 1100 },
    ],
    [
      'is blamed at once where its host is gone before its log came',
      [at(100, end(0, 0, 5, { says: null })), at(200, over(0, false))],
      { who: 'rank 0', status: 5, endsAt: 200 },
    ],
    [
      'stays blamed where its log comes too late',
      {
        steps: [at(100, end(0, 0, 5, { says: null })), at(1500, tail(0, 0, true)), at(1600, end(1, 2, 9))],
        wayMs: 2000,
      },
      { who: 'rank 0', status: 5, endsAt: 1100 },
    ],
    [
      'is blamed before the loss of its host, which came behind',
      [at(100, end(1, 2, 3, { says: null })), at(110, fault(1, 'lost', 75, 10)), at(110, over(1, false))],
      { who: 'rank 2', status: 3 },
    ],
    [
      'keeps the verdict waiting for its log',
      [
        at(100, end(0, 0, 5, { says: null, at: 10 })),
        at(100, end(1, 2, 9, { at: 20 })),
        at(400, tail(0, 0, true)),
      ],
      { who: 'rank 2', status: 9, endsAt: 100, clearAt: 400 },
    ],
    [
      'is blamed before a later one where its log says nothing of another',
      [
        at(100, end(0, 0, 5, { says: null, at: 10 })),
        at(100, end(1, 2, 9, { at: 20 })),
        at(400, tail(0, 0, false)),
      ],
      { who: 'rank 0', status: 5 },
    ],
  ])('%s', (_, scene, expected) => {
    expect(play(scene)).toMatchObject(expected);
  });

  it.each([
    ['[gloo/transport/tcp/pair.cc:553] Connection closed by peer [127.0.0.1]:52908.', true],
    ['Net : Connection closed by remote peer lab1<42830>', true],
    ['recv: Connection reset by peer', true],
    ['[Errno 32] Broken pipe', true],
    ['NCCL error: remote process exited or there was a network error', true],
    ['the TCPStore server was likely closed', true],
    ['RuntimeError: the loss is nan', false],
    ['broken pipeline of 4 stages; the peer closed the door', false],
    ['', false],
  ])('is known by what it wrote: %s', (text, isOne) => {
    expect(saysThatAnotherLeft(`Traceback:\n${text}\nframe #3: c10d::work()\n`)).toBe(isOne);
  });
});

describe('what is no end of a rank', () => {
  it.each<Row>([
    ['a lost host is 75', [at(100, fault(1, 'lost', 75))], { who: 'host 1: lost', status: 75 }],
    [
      'a host is blamed by when it was heard last',
      [at(4100, fault(1, 'lost', 75, 100)), at(4100, end(0, 0, 3, { at: 200 }))],
      { who: 'host 1: lost', status: 75 },
    ],
    [
      'a host that is lost while all are ended is not blamed',
      [at(100, end(0, 0, 3, { at: 90 })), at(110, fault(1, 'lost', 75, 10))],
      { who: 'rank 0', status: 3 },
    ],
    [
      'the rank of a host counts before its loss',
      [at(100, end(1, 2, 3)), at(100, fault(1, 'lost', 75, 10))],
      { who: 'rank 2', status: 3 },
    ],
    [
      'ranks that were ended on their host have the status of that signal',
      [at(100, fault(0, 'interrupted', 143))],
      { who: 'host 0: interrupted', status: 143 },
    ],
    ['a signal to the launcher is its status', [at(100, signal(2))], { who: null, status: 130 }],
    [
      'a signal makes consequences of what comes later',
      [at(100, signal(15)), at(150, end(0, 0, 3)), at(160, fault(1, 'lost', 75))],
      { who: null, status: 143, endsAt: 100 },
    ],
    [
      'a failure stays when a signal follows',
      [at(100, end(0, 0, 3)), at(110, signal(15))],
      { who: 'rank 0', status: 3 },
    ],
    [
      'a rank that another left is blamed where somebody ends the run meanwhile',
      [at(100, end(0, 0, 5, { says: true })), at(500, signal(15))],
      { who: 'rank 0', status: 5, endsAt: 500 },
    ],
  ])('%s', (_, scene, expected) => {
    expect(play(scene)).toMatchObject(expected);
  });

  it('tells whether ranks were ended on their host, and who is not to blame', () => {
    const judge = createJudge({ ranks: [1, 1], patienceMs: 4000 });
    expect(judge.wasEndedThere()).toBe(false);
    expect(judge.fault(0, { kind: 'interrupted', status: 143, at: 1 })).toBe(true);
    expect(judge.fault(0, { kind: 'lost', status: 75, at: 1 })).toBe(false);
    judge.look(10);
    expect(judge.fault(1, { kind: 'torn', status: 75, at: 1 })).toBe(false);
    expect(judge.wasEndedThere()).toBe(true);
  });

  it.each([
    ['a rank whose end never came', (judge: Judge) => judge.over(0, true)],
    [
      'a host that did not say that all is done',
      (judge: Judge) => {
        judge.ended({ host: 0, rank: 0, status: 0, killer: 0, at: 1 }, false, 1);
        judge.over(0, false);
      },
    ],
    ['nothing at all', () => {}],
  ])('never makes a success: %s', (_, act) => {
    const judge = createJudge({ ranks: [1], patienceMs: 0 });
    act(judge);
    judge.look(5000);
    expect(judge.status()).toBe(75);
  });

  it('says whose doing an end was', () => {
    const judge = createJudge({ ranks: [4], patienceMs: 0 });
    const of = (rank: number, status: number, killer = 0) =>
      judge.ended({ host: 0, rank, status, killer, at: 1 }, false, 1);
    expect([of(0, 0), of(1, 3)]).toEqual(['well', 'failed']);
    expect(judge.look(1).isOver).toBe(true);
    judge.beatSent(0);
    expect(of(2, 1)).toBe('failed');
    judge.beatAnswered(0);
    expect(of(3, 1)).toBe('ended by the launcher');
    expect(judge.look(2).verdict).toMatchObject({ status: 3, end: { rank: 1 } });
    expect(judge.status()).toBe(3);
  });

  it('counts no answer that came before any failure', () => {
    const judge = createJudge({ ranks: [1, 1], patienceMs: 4000 });
    for (const host of [0, 1, 0, 1]) {
      judge.beatSent(host);
      judge.beatAnswered(host);
    }
    expect(judge.ended({ host: 0, rank: 0, status: 3, killer: 0, at: 5 }, false, 10)).toBe('failed');
    expect(judge.look(10)).toMatchObject({ isOver: true, verdict: null });
    for (const host of [0, 1]) judge.beatSent(host);
    expect(judge.ended({ host: 1, rank: 1, status: 4, killer: 0, at: 4 }, false, 12)).toBe('failed');
    expect(judge.look(12).verdict).toMatchObject({ status: 4 });
  });

  it('blames no lost host whose rank failed before', () => {
    const judge = createJudge({ ranks: [1], patienceMs: 4000 });
    judge.ended({ host: 0, rank: 0, status: 3, killer: 0, at: 5 }, false, 10);
    expect(judge.fault(0, { kind: 'lost', status: 75, at: 1 })).toBe(false);
  });

  it('takes a rank for the one that failed where its log never came', () => {
    const judge = createJudge({ ranks: [1, 1], patienceMs: 4000 });
    judge.ended({ host: 0, rank: 0, status: 5, killer: 0, at: 10 }, true, 10);
    judge.ended({ host: 1, rank: 1, status: 3, killer: 0, at: 20 }, null, 20);
    judge.interrupt(15, 30);
    judge.close();
    expect(judge.look(30).verdict).toMatchObject({ status: 3 });
  });

  it('is judged with what is there when nobody answers any more', () => {
    const judge = createJudge({ ranks: [1, 1], patienceMs: 4000 });
    judge.ended({ host: 0, rank: 0, status: 3, killer: 0, at: 1 }, null, 1);
    judge.tail(0, 0, false);
    expect(judge.look(1).verdict).toBeNull();
    judge.close();
    expect(judge.look(2).verdict).toMatchObject({ status: 3 });
  });
});

describe("a host's clock", () => {
  it.each([
    ['the same', 0, 5, 5],
    ['an hour ahead', 3_600_000, 5, 5],
    ['behind', -7000, 5, 5],
    ['hard to know on a way that is slow in one direction', 250, 5, 95],
  ])('is %s', (_, ahead, there, back) => {
    const clock = createHostClock();
    clock.answer(1000, 1000 + there + back, 1000 + there + ahead);
    const error = Math.abs(clock.toLauncher(5000 + ahead) - 5000);
    expect(error).toBeLessThanOrEqual(Math.abs(there - back) / 2);
    expect(Math.abs(-clock.toLauncher(0) - ahead)).toBeLessThanOrEqual(Math.abs(there - back) / 2);
  });

  it('is known best by the shortest round trip', () => {
    const clock = createHostClock();
    clock.answer(0, 400, 350 + 9000);
    clock.answer(1000, 1010, 1005 + 9000);
    clock.answer(2000, 2600, 2010 + 9000);
    expect(-clock.toLauncher(0)).toBe(9000);
  });

  it('is taken for the same while nothing is known', () => {
    expect(createHostClock().toLauncher(77)).toBe(77);
  });
});
