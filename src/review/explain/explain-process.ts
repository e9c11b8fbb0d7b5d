import { placesInTopology } from '../../compiler/inventory/places.ts';
import {
  nameReplica,
  planOfReplica,
  type ReplicaOf,
  rankInWorld,
  worldOfReplica,
} from '../../compiler/plan/replica-plan.ts';
import { nameOfPlace } from '../mapping/slot-universe.ts';
import { namePorts } from '../roles/describe-roles.ts';
import { explainMaster, explainSurroundings, explainWork } from './explain-rank.ts';
import { type Explained, type Explanation, explanation, fact } from './explanation.ts';
import { findPlaces } from './find-places.ts';
import { describeSlot, orderSlots, slotsOf } from './order-slots.ts';

/** Why a process of a replica is where it is, and what it finds there. Ranks of a plan of its own are its processes. */
export function explainProcess(explained: Explained, one: ReplicaOf, number: number): Explanation {
  const own = explainedReplica(explained, one);
  const places = findPlaces(own);
  const orders = orderSlots(own.plan);
  const context = { explained: own, places, orders };
  const [process, rank] = [one.replica.processes[number], own.plan.ranks[number]];
  if (process === undefined || rank === undefined) throw new Error('a replica has no such process');
  const slot = describeSlot(orders.universe, slotsOf(orders, number)[0] ?? -1);
  const name = nameOfPlace(orders.universe, orders.placeOfRank[number] ?? -1);
  const where = slot.gpu === null ? places.node(slot.node) : places.gpu(slot.node, slot.gpu);
  const selector = places.selector('ranks', slot.node, slot.position);
  const { replica, role } = one;
  const ports = namePorts(process);
  const inWorld = rankInWorld(worldOfReplica(explained.plan, one), number);
  const world = role.world === 'own' ? nameReplica(one) : role.world;
  return explanation(
    `process ${number} of ${nameReplica(one)} is on ${name}`,
    fact(slot.gpu === null ? 'node' : 'slot', name, where),
    fact('why', process.why, selector?.span()),
    ...explainSurroundings(context, rank).filter((one) => one?.topic !== 'local rank'),
    ports === '' ? null : fact('ports', ports),
    replica.master === null
      ? fact('world', 'none: it finds no RANK, no WORLD_SIZE and no MASTER_ADDR')
      : fact('world', `rank ${process.rank}, local rank ${inWorld?.localRank}, in the world of ${world}`),
    replica.master === null ? null : explainMaster(context),
    ...explainWork(context, rank),
  );
}

/** The places are those of the role's own sections. */
function explainedReplica({ plan, topology, decisions }: Explained, one: ReplicaOf): Explained {
  const own = topology?.roles?.find(({ name }) => name === one.role.name)?.topology ?? null;
  const found = own === null ? null : decisions;
  return {
    plan: planOfReplica(plan, one),
    topology: own,
    decisions:
      own === null || found === null ? null : { ...found, places: placesInTopology(own, found.inventory) },
  };
}
