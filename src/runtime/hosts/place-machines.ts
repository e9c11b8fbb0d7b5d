import { groupRanks } from '../../compiler/plan/group-ranks.ts';
import { listLaunchSpares } from '../../compiler/plan/replace-node.ts';
import { findRepeated } from '../../compiler/values/lists.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { bindNodes } from '../run/choose-node.ts';
import { RunRefusal } from '../run/run-refusal.ts';
import type { HostPlace } from './spares.ts';

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
