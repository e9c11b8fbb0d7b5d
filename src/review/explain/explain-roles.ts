import { findValue, placesInTopology } from '../../compiler/inventory/places.ts';
import { listProcesses, type ProcessOf } from '../../compiler/plan/placeholders.ts';
import {
  nameReplica,
  planOfReplica,
  type ReplicaOf,
  rankInWorld,
  worldOfReplica,
} from '../../compiler/plan/replica-plan.ts';
import type { PlanProcess, PlanRole } from '../../generated/plan.ts';
import { nameSlots } from '../device-name.ts';
import { asWritten, listSome } from '../list-some.ts';
import { nameOfPlace } from '../mapping/slot-universe.ts';
import {
  countProcesses,
  listIdleSlots,
  listRoleFacts,
  listSlotNames,
  nameMaster,
  namePorts,
} from '../roles/describe-roles.ts';
import { explainMachine } from './explain-groups.ts';
import { explainMaster, explainSurroundings, explainWork } from './explain-rank.ts';
import { type Explained, type Explanation, explanation, fact, type Question } from './explanation.ts';
import { findPlaces } from './find-places.ts';
import { describeSlot, orderSlots, slotsOf } from './order-slots.ts';

/** How many processes are explained, or listed. */
const MAX_SHOWN = 64;

/** Answers a question about a plan with roles: about all of them, one (`server`), or one replica (`server-1`). */
export function explainRoles(
  explained: Explained,
  question: Question,
  role: string | null,
): readonly Explanation[] | string {
  const { plan } = explained;
  const all = listProcesses(plan);
  const wanted = all.filter((one) => role === null || one.role.name === role || nameReplica(one) === role);
  if (wanted.length === 0)
    return `the plan has no role ${role}: it has ${(plan.roles ?? []).map(({ name }) => name).join(', ')}`;
  switch (question.kind) {
    case 'plan': {
      const roles = new Set(wanted.map((one) => one.role));
      return [...roles].map((one) => explainRole(explained, one, wanted));
    }
    case 'rank': {
      const found = wanted.filter(({ process }) => process === question.rank);
      return found.length === 0
        ? `no replica of ${role ?? 'any role'} has a process ${question.rank}`
        : explainEach(explained, found);
    }
    case 'slot': {
      const isOn = (one: ProcessOf) => nameSlots(processOf(one)).includes(question.name);
      if (!listSlotNames(plan).includes(question.name))
        return `the plan has no GPU or CPU slot ${question.name}`;
      const found = wanted.filter(isOn);
      return found.length === 0
        ? [explainIdle(question.name, all.filter(isOn))]
        : explainEach(explained, found);
    }
    case 'node':
      return explainNode(explained, question.name, wanted);
  }
}

const processOf = ({ replica, process }: ProcessOf): PlanProcess => replica.processes[process] as PlanProcess;

function explainEach(explained: Explained, found: readonly ProcessOf[]): readonly Explanation[] {
  const shown = found.slice(0, MAX_SHOWN).map((one) => explainProcess(explained, one, one.process));
  const hint = fact('more', 'ask about one role or replica with --role');
  return found.length <= MAX_SHOWN ? shown : [...shown, explanation('more', sayMore(found), hint)];
}

const sayMore = ({ length }: readonly unknown[]) =>
  length <= MAX_SHOWN ? null : fact('more', `and ${length - MAX_SHOWN} more`);

function explainIdle(slot: string, others: readonly ProcessOf[]): Explanation {
  const who = others.map(nameReplica).join(', ');
  const why = who === '' ? 'no role has it among its slots' : `${who} has it`;
  return explanation(`${slot} carries no process of the question`, fact('idle', why));
}

/** What the role is, with the line of each key, and where its replicas are. */
function explainRole({ plan, topology }: Explained, role: PlanRole, wanted: readonly ProcessOf[]) {
  const source = topology?.roles?.find(({ name }) => name === role.name)?.source;
  const replicas = wanted.filter((one) => one.role === role && one.process === 0);
  return explanation(
    role.name,
    ...listRoleFacts(plan, role).map(({ topic, text, key }) => fact(topic, text, findValue(source, [key]))),
    ...replicas.slice(0, MAX_SHOWN).map(({ replica, ...one }) => {
      const master = nameMaster(replica);
      const text = describe(replica.processes.flatMap(nameSlots), replica.processes[0]);
      return fact(nameReplica(one), `${text}${master && `; master ${master}`}`);
    }),
    sayMore(replicas),
  );
}

function describe(slots: readonly string[], process: PlanProcess | undefined): string {
  const ports = namePorts({ ports: process?.ports ?? {} });
  return `${listSome(slots, asWritten)}${ports && `; port ${ports}`}`;
}

/** A line for each process on it. */
function explainNode(explained: Explained, name: string, wanted: readonly ProcessOf[]) {
  const node = explained.plan.nodes.find((one) => one.name === name);
  if (node === undefined) return `the plan has no node ${name}`;
  const here = wanted.filter((one) => processOf(one).node === name);
  const idle = listIdleSlots(explained.plan).filter((slot) => slot.startsWith(`${name}:`));
  return [
    explanation(
      `${name}: ${countProcesses(here.length)}`,
      explainMachine(findPlaces(explained), node),
      ...here.slice(0, MAX_SHOWN).map((one) => {
        const process = processOf(one);
        const text = `${describe(nameSlots(process), process)} (${process.why})`;
        return fact(nameReplica(one), `process ${one.process} on ${text}`);
      }),
      sayMore(here),
      idle.length === 0 ? null : fact('idle', listSome(idle, asWritten)),
    ),
  ];
}

/** Why a process of a replica is where it is, and what it finds there. Ranks of a plan of its own are its processes. */
function explainProcess(explained: Explained, one: ReplicaOf, number: number): Explanation {
  const own = explainedReplica(explained, one);
  const places = findPlaces(own);
  const orders = orderSlots(own.plan);
  const context = { explained: own, places, orders };
  const [process, rank] = [one.replica.processes[number], own.plan.ranks[number]];
  if (process === undefined || rank === undefined) throw new Error('a replica has no such process');
  const slot = describeSlot(orders.universe, slotsOf(orders, number)[0] ?? -1);
  const name = nameOfPlace(orders.universe, orders.placeOfRank[number] ?? -1);
  const selector = places.selector('ranks', slot.node, slot.position);
  const { replica, role } = one;
  const ports = namePorts(process);
  const inWorld = rankInWorld(worldOfReplica(explained.plan, one), number);
  const world = role.world === 'own' ? nameReplica(one) : role.world;
  return explanation(
    `process ${number} of ${nameReplica(one)} is on ${name}`,
    fact(slot.gpu === null ? 'node' : 'slot', name, places.slot(slot)),
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
  const places = own && decisions && placesInTopology(own, decisions.inventory);
  return {
    plan: planOfReplica(plan, one),
    topology: own,
    decisions: places && decisions && { ...decisions, places },
  };
}
