import type { LaunchPlan } from '../../generated/plan.ts';
import type { Audience, SparePlaces } from './coordination.ts';
import { createHost, type Host } from './host.ts';
import { wordMisfit, wordMove } from './host-words.ts';
import { type PlacedMachine, placeMachines } from './place-machines.ts';
import { createSpares, type Spare } from './spares.ts';

export interface ListedHosts {
  readonly hosts: readonly Host[];
  readonly spares: readonly Spare<PlacedMachine>[];
}

/** The hosts that have ranks, and those that may take their places. */
export function listHosts(plan: LaunchPlan, given: readonly string[] | null): ListedHosts {
  const { nodes, machines, spares } = placeMachines(plan, given);
  const hosts = nodes.flatMap(({ node, ranks }, index) => {
    const machine = machines[index];
    return machine === undefined ? [] : [createHost({ index, node, ranks, machine })];
  });
  return { hosts, spares };
}

/** Puts spares into the places of hosts, and says so. */
export function placeSpares({ hosts, spares }: ListedHosts): SparePlaces | null {
  if (spares.length === 0) return null;
  const matcher = createSpares(
    hosts.map(({ machine }) => machine),
    spares,
  );
  const move = (moves: ReturnType<typeof matcher.replaceLost>, say: Audience['say']): void => {
    for (const { place, from, to } of moves) {
      const host = hosts[place];
      if (host === undefined) continue;
      host.machine = to;
      say(wordMove(from.name, to.name, host.ranks.length));
    }
  };
  return {
    replaceUnready(places, say) {
      const { moves, misfits } = matcher.replaceUnready(places);
      for (const { place, machine, reason } of misfits)
        say(wordMisfit(machine.name, hosts[place]?.machine.name ?? '', reason));
      move(moves, say);
      return misfits.length === 0 && moves.length > 0;
    },
    replaceLost: (places, say) => move(matcher.replaceLost(places), say),
  };
}
