import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSpares, type PlacedMachine, type Spare } from '../../src/runtime/hosts/place-machines.ts';
import { type FailedAttempt, findObstacle } from '../../src/runtime/hosts/run-hosts.ts';
import { runs } from '../stage.ts';

const named = (name: string): PlacedMachine => ({ name, address: null, substitute: null });
const holding = (names: readonly string[]) => names.map((name) => ({ machine: named(name) }));

const spare = (name: string, places: readonly number[], unlike: Record<string, number[]> = {}): Spare => ({
  machine: named(name),
  places,
  unlike: new Map(Object.entries(unlike)),
});

function three(...spares: Spare[]) {
  const hosts = holding(['h0', 'h1', 'h2']);
  const inPlaces = (): readonly string[] => hosts.map(({ machine }) => machine.name);
  return { ...createSpares(hosts, spares), inPlaces };
}

describe('spares', () => {
  it('leave all as it is where nothing is missing', () => {
    const of = three(spare('s0', [0, 1, 2]));
    expect(of.replaceUnready([])).toEqual({ moves: [], misfits: [] });
    expect(of.replaceLost([])).toEqual([]);
    expect(of.inPlaces()).toEqual(['h0', 'h1', 'h2']);
  });

  it('take one place, and no other moves', () => {
    const of = three(spare('s0', [0, 1, 2]), spare('s1', [0, 1, 2]));
    const { moves } = of.replaceUnready([1]);
    expect(moves).toEqual([{ place: 1, from: named('h1'), to: named('s0') }]);
    expect(of.inPlaces()).toEqual(['h0', 's0', 'h2']);
  });

  it('pass from one place to another where that helps', () => {
    const of = three(spare('s0', [0, 1]), spare('s1', [0]));
    expect(of.replaceUnready([0, 1]).moves.map(({ to }) => to.name)).toEqual(['s1', 's0']);
  });

  it('pass along a chain', () => {
    const of = three(spare('s0', [0, 1]), spare('s1', [1, 2]), spare('s2', [0]));
    expect(of.replaceUnready([1, 2, 0]).moves.map(({ to }) => to.name)).toEqual(['s2', 's0', 's1']);
  });

  it('move nobody where one place stays empty, and say why', () => {
    const of = three(spare('s0', [1], { 'it has 2 GPUs, not 4': [0, 2] }), spare('s1', []));
    expect(of.replaceUnready([0, 1])).toEqual({
      moves: [],
      misfits: [
        { place: 0, machine: named('s0'), reason: 'it has 2 GPUs, not 4' },
        {
          place: 0,
          machine: named('s1'),
          reason: 'another host needs it, too, and no other spare fits there',
        },
      ],
    });
    expect(of.inPlaces()).toEqual(['h0', 'h1', 'h2']);
  });

  it('are not what could not be used', () => {
    const of = three(spare('s0', [0, 1, 2]));
    of.replaceUnready([1]);
    expect(of.replaceUnready([1])).toEqual({
      moves: [],
      misfits: [{ place: 1, machine: named('h1'), reason: 'it could not be used itself' }],
    });
  });

  it('may be what was lost, in its own place only', () => {
    const of = three(spare('s0', [0, 1, 2]));
    expect(of.replaceLost([1])).toHaveLength(1);
    expect(of.replaceUnready([0]).moves).toEqual([]);
    expect(of.replaceUnready([1]).moves).toEqual([{ place: 1, from: named('s0'), to: named('h1') }]);
    expect(of.replaceUnready([1]).moves).toEqual([]);
  });

  it('take the places of as many lost ones as possible', () => {
    const of = three(spare('s0', [0]));
    expect(of.replaceLost([0, 2])).toEqual([{ place: 0, from: named('h0'), to: named('s0') }]);
    expect(of.inPlaces()).toEqual(['s0', 'h1', 'h2']);
  });

  it('are as many as trying all ways finds', () => {
    const places = fc.subarray([0, 1, 2, 3]);
    const world = fc.record({
      fits: fc.array(places, { maxLength: 5 }),
      missing: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 1 }),
    });
    fc.assert(
      fc.property(world, ({ fits, missing }) => {
        const make = () =>
          createSpares(
            holding(['h0', 'h1', 'h2', 'h3']),
            fits.map((of, i) => spare(`s${i}`, of)),
          );
        const best = tryAll(missing, fits, new Set());
        const lost = make().replaceLost(missing);
        expect(lost).toHaveLength(best);
        const { moves, misfits } = make().replaceUnready(missing);
        expect(moves).toHaveLength(best === missing.length ? best : 0);
        expect(misfits).toHaveLength((missing.length - best) * fits.length);
        for (const all of [lost, moves]) {
          expect(new Set(all.map(({ to }) => to.name)).size).toBe(all.length);
          for (const { place, to } of all) expect(fits[Number(to.name.slice(1))]).toContain(place);
          for (const { place, from } of all) expect(from.name).toBe(`h${place}`);
        }
      }),
      { numRuns: runs(2000) },
    );
  });
});

/** How many places can have a spare, by trying everything. */
function tryAll(missing: readonly number[], fits: readonly (readonly number[])[], used: Set<number>): number {
  const [place, ...others] = missing;
  if (place === undefined) return 0;
  let best = tryAll(others, fits, used);
  for (const [i, of] of fits.entries()) {
    if (used.has(i) || !of.includes(place)) continue;
    best = Math.max(best, 1 + tryAll(others, fits, new Set([...used, i])));
  }
  return best;
}

describe('a restart', () => {
  const FAILED = { status: 1, attempt: 0, restarts: 2, wasEndedThere: false, hasSurvivors: false };

  it.each<readonly [string, Partial<FailedAttempt>, string | null]>([
    ['follows a failure', {}, null],
    ['follows the next one', { attempt: 1 }, null],
    ['follows a lost host', { status: 75 }, null],
    ['does not follow the last', { attempt: 2 }, 'this was the last attempt'],
    ['does not follow a refusal', { status: 78 }, 'a rank refused to run (status 78)'],
    [
      'does not follow a command that cannot run',
      { status: 126 },
      'status 126 is that of a command which cannot be run',
    ],
    [
      'does not follow a command that is missing',
      { status: 127 },
      'status 127 is that of a command which cannot be run',
    ],
    ['does not follow survivors', { hasSurvivors: true }, 'not all of this attempt could be ended'],
    [
      'does not follow an end by hand there',
      { wasEndedThere: true, status: 143 },
      'the ranks of a host were ended there',
    ],
  ])('%s', (_, change, obstacle) => {
    expect(findObstacle({ ...FAILED, ...change })).toBe(obstacle);
  });
});
