/** A machine that has ranks, or may have them. */
export interface Machine {
  /** What people know it by. */
  readonly name: string;
}

/** A machine without ranks, which can take some places. Places are positions among the nodes that have ranks. */
export interface Spare<M extends Machine> {
  readonly machine: M;
  readonly places: readonly number[];
  /** Why it cannot take other places. */
  readonly unlike: ReadonlyMap<string, readonly number[]>;
}

/** A machine takes the place of another; the ranks of no other place move. */
export interface Move<M extends Machine> {
  readonly place: number;
  readonly from: M;
  readonly to: M;
}

/** Why a spare does not help. */
export interface Misfit<M extends Machine> {
  readonly place: number;
  readonly machine: M;
  readonly reason: string;
}

/** Which machine is in which place, at the start and from attempt to attempt. */
export interface Spares<M extends Machine> {
  /** By place. */
  readonly machines: () => readonly M[];
  /** What is behind the spares that have no place. */
  readonly free: () => readonly M[];
  /** For machines that cannot be used: either all of them are replaced, or none, and each spare's reason is given. */
  readonly replaceUnready: (places: readonly number[]) => {
    readonly moves: readonly Move<M>[];
    readonly misfits: readonly Misfit<M>[];
  };
  /** For machines that were lost: as many as possible. Each may come back to its place later. */
  readonly replaceLost: (places: readonly number[]) => readonly Move<M>[];
}

interface Candidate<M extends Machine> {
  machine: M;
  places: readonly number[];
  unlike: ReadonlyMap<string, readonly number[]>;
  /** It was in this place before, and could not be used or was lost. */
  wasInPlace: boolean;
  /** Never again. */
  isUsedUp: boolean;
}

export function createSpares<M extends Machine>(
  inPlaces: readonly M[],
  spares: readonly Spare<M>[],
): Spares<M> {
  const machines = [...inPlaces];
  const candidates = spares.map<Candidate<M>>((spare) => ({ ...spare, wasInPlace: false, isUsedUp: false }));

  /** The two change places: what was lost may come back there, what cannot be used may not. */
  const swap = (place: number, candidate: Candidate<M>, mayReturn: boolean): Move<M>[] => {
    const from = machines[place];
    if (from === undefined) return [];
    const to = candidate.machine;
    machines[place] = to;
    Object.assign(candidate, {
      ...{ machine: from, places: [place], unlike: new Map(), wasInPlace: true, isUsedUp: !mayReturn },
    });
    return [{ place, from, to }];
  };

  const take = (matching: ReadonlyMap<number, Candidate<M>>, mayReturn: boolean): readonly Move<M>[] =>
    [...matching]
      .sort(([a], [b]) => a - b)
      .flatMap(([place, candidate]) => swap(place, candidate, mayReturn));

  return {
    machines: () => machines,
    free: () => candidates.map(({ machine }) => machine),
    replaceUnready(places) {
      const matching = match(places, candidates);
      const missing = places.filter((place) => !matching.has(place));
      const misfits = missing.flatMap((place) =>
        candidates.map((candidate) => ({
          place,
          machine: candidate.machine,
          reason: explain(candidate, place),
        })),
      );
      return { moves: missing.length === 0 ? take(matching, false) : [], misfits };
    },
    replaceLost: (places) => take(match(places, candidates), true),
  };
}

/**
 * As many places as possible get a spare, the first ones first, and each the first spare that fits: where none is left that
 * fits, a place that has one may do with another (an augmenting path, shortest first).
 */
function match<M extends Machine>(
  places: readonly number[],
  candidates: readonly Candidate<M>[],
): ReadonlyMap<number, Candidate<M>> {
  const spareOf = new Map<number, Candidate<M>>();
  for (const place of places) augment(place, candidates, spareOf);
  return spareOf;
}

function augment<M extends Machine>(
  place: number,
  candidates: readonly Candidate<M>[],
  spareOf: Map<number, Candidate<M>>,
): void {
  const holder = new Map([...spareOf].map(([of, candidate]) => [candidate, of]));
  const asker = new Map<Candidate<M>, number>();
  const queue = [place];
  for (const wanting of queue) {
    const found = candidates.filter((one) => !asker.has(one) && canTake(one, wanting));
    for (const candidate of found) asker.set(candidate, wanting);
    const free = found.find((one) => !holder.has(one));
    if (free !== undefined) {
      handOver(free, asker, spareOf);
      return;
    }
    queue.push(...found.flatMap((candidate) => holder.get(candidate) ?? []));
  }
}

/** To the place that needs it, whose own goes to the one that needs that. */
function handOver<M extends Machine>(
  free: Candidate<M>,
  asker: ReadonlyMap<Candidate<M>, number>,
  spareOf: Map<number, Candidate<M>>,
): void {
  for (let candidate: Candidate<M> | undefined = free; candidate !== undefined; ) {
    const place: number | undefined = asker.get(candidate);
    if (place === undefined) return;
    const given: Candidate<M> | undefined = spareOf.get(place);
    spareOf.set(place, candidate);
    candidate = given;
  }
}

const canTake = <M extends Machine>({ places, isUsedUp }: Candidate<M>, place: number): boolean =>
  !isUsedUp && places.includes(place);

function explain<M extends Machine>({ unlike, wasInPlace }: Candidate<M>, place: number): string {
  for (const [reason, places] of unlike) if (places.includes(place)) return reason;
  return wasInPlace ? 'it could not be used itself' : 'it is in the place of another';
}
