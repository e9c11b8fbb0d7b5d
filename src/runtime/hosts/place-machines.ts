import { groupRanks } from '../../compiler/plan/group-ranks.ts';
import { listLaunchSpares } from '../../compiler/plan/replace-node.ts';
import { findRepeated } from '../../compiler/values/lists.ts';
import type { LaunchPlan, PlanNode, PlanRank } from '../../generated/plan.ts';
import { bindNodes } from '../run/choose-node.ts';
import { RunRefusal } from '../run/run-refusal.ts';

/** A machine that has the ranks of a node, or may have them. */
export interface PlacedMachine {
  /** What people know it by. */
  readonly name: string;
  readonly address: string | null;
  /** The node of the plan that it is, where it is in another one's place. */
  readonly substitute: PlanNode | null;
}

/** The ranks of a node, and the machine that has them. */
export interface HostPlace {
  readonly index: number;
  readonly node: PlanNode;
  readonly ranks: readonly PlanRank[];
  machine: PlacedMachine;
}

/**
 * The machines of a plan: those that it names or, for a `bind: job` plan, those of `--nodes`. Machines of `--nodes`
 * that are left over become spares.
 */
export function placeMachines(plan: LaunchPlan, given: readonly string[] | null) {
  const ranksOf = groupRanks(plan);
  const isJob = plan.nodes.some(({ name, bind }) => bind === 'job' && ranksOf.has(name));
  const repeated = findRepeated(given ?? []);
  if (isJob && repeated !== undefined)
    throw new RunRefusal(`--nodes names ${repeated} twice`, 'each node needs its own machine');
  const nodes = bindNodes(plan, isJob && given !== null ? given.slice(0, ranksOf.size) : given);
  const places = nodes.map(({ node, address, ranks }, index) => {
    const name = node.bind === 'job' ? (address ?? node.name) : node.name;
    return { index, node, ranks, machine: { name, address, substitute: null } };
  });
  // Each extra machine can replace any node, because a `bind: job` plan does not name its machines.
  const extras = (given ?? []).slice(nodes.length).map((host) => ({
    machine: { name: host, address: host, substitute: null },
    places: [...nodes.keys()],
    unlike: new Map(),
  }));
  const planned = listLaunchSpares(plan, ranksOf).map(({ node, ...fits }) => ({
    machine: { name: node.name, address: node.address, substitute: node },
    ...fits,
  }));
  return { places, spares: isJob ? extras : planned };
}

/** The address on which rank 0 listens. It moves to another machine together with rank 0. */
export function masterAddressOf(
  { master }: LaunchPlan,
  places: readonly Pick<HostPlace, 'node' | 'machine'>[],
): string | null {
  const place = places.find(({ node }) => node.name === master.node);
  if (place === undefined) return master.address;
  const isPlanned = place.machine.substitute === null && place.node.bind === 'name';
  return isPlanned ? master.address : place.machine.address;
}

/** A machine without ranks, which can take some places. Places are positions among the nodes that have ranks. */
export interface Spare {
  readonly machine: PlacedMachine;
  readonly places: readonly number[];
  /** Why it cannot take other places. */
  readonly unlike: ReadonlyMap<string, readonly number[]>;
}

/** A machine takes the place of another; the ranks of no other place move. */
export interface Move {
  readonly place: number;
  readonly from: PlacedMachine;
  readonly to: PlacedMachine;
}

interface Candidate extends Spare {
  /** It was in a place before, and could not be used or was lost. */
  readonly wasInPlace: boolean;
}

export type Spares = ReturnType<typeof createSpares>;

/** Puts machines into the places of others, from attempt to attempt. */
export function createSpares(hosts: readonly Pick<HostPlace, 'machine'>[], spares: readonly Spare[]) {
  const candidates = spares.map<Candidate>((spare) => ({ ...spare, wasInPlace: false }));

  /** Each two change places: what was lost may come back there, what cannot be used may not. */
  const take = (placeOf: ReadonlyMap<Candidate, number>, mayReturn: boolean): readonly Move[] =>
    [...placeOf]
      .sort(([, a], [, b]) => a - b)
      .flatMap(([candidate, place]) => {
        const host = hosts[place];
        if (host === undefined) return [];
        const [from, to] = [host.machine, candidate.machine];
        host.machine = to;
        const places = mayReturn ? [place] : [];
        Object.assign(candidate, { machine: from, places, unlike: new Map(), wasInPlace: true });
        return [{ place, from, to }];
      });

  return {
    /** For machines that cannot be used: either all of them are replaced, or none, and each spare's reason is given. */
    replaceUnready(places: readonly number[]) {
      const placeOf = match(places, candidates);
      const taken = [...placeOf.values()];
      const missing = places.filter((place) => !taken.includes(place));
      const misfits = missing.flatMap((place) =>
        candidates.map((one) => ({ place, machine: one.machine, reason: explain(one, place) })),
      );
      return { moves: missing.length === 0 ? take(placeOf, false) : [], misfits };
    },
    /** For machines that were lost: as many as possible. Each may come back to its place later. */
    replaceLost: (places: readonly number[]) => take(match(places, candidates), true),
  };
}

/**
 * As many places as possible get a spare: the first places first, and each the first spare that fits. If no fitting
 * spare is left, a place that has one may change to another (an augmenting path).
 */
function match(places: readonly number[], candidates: readonly Candidate[]): ReadonlyMap<Candidate, number> {
  const placeOf = new Map<Candidate, number>();
  const findSpare = (place: number, tried: Set<Candidate>): boolean => {
    const fitting = candidates.filter((one) => one.places.includes(place) && !tried.has(one));
    const unused = fitting.find((one) => !placeOf.has(one));
    const found =
      unused ??
      fitting.find((one) => {
        const holder = placeOf.get(one);
        if (tried.has(one) || holder === undefined) return false;
        tried.add(one);
        return findSpare(holder, tried);
      });
    if (found !== undefined) placeOf.set(found, place);
    return found !== undefined;
  };
  for (const place of places) findSpare(place, new Set());
  return placeOf;
}

function explain({ unlike, wasInPlace }: Candidate, place: number): string {
  for (const [reason, places] of unlike) if (places.includes(place)) return reason;
  return wasInPlace
    ? 'it could not be used itself'
    : 'another host needs it, too, and no other spare fits there';
}
