import { findValue } from '../../compiler/inventory/places.ts';
import { listReplicas, nameReplica, type ReplicaOf } from '../../compiler/plan/replica-plan.ts';
import type { LaunchPlan, PlanRole } from '../../generated/plan.ts';
import { asWritten, count, listSome } from '../list-some.ts';
import { listRoleFacts, nameMaster, namePorts, summarizeRoles } from '../roles/describe-roles.ts';
import { listIdleSlots, listOwners, listSlotNames, slotsOfProcess } from '../roles/list-owners.ts';
import { explainProcess } from './explain-process.ts';
import type { Question } from './explain-program.ts';
import { type Explained, type Explanation, explanation, type Fact, fact } from './explanation.ts';
import { findPlaces } from './find-places.ts';

/** How many replicas, processes or slots are listed. */
const MAX_SHOWN = 64;

/** Answers a question about a plan with roles: about all of them, one (`server`), or one replica (`server-1`). */
export function explainRoles(
  explained: Explained,
  question: Question,
  role: string | null,
): readonly Explanation[] | string {
  const { plan } = explained;
  const all = listReplicas(plan);
  const asked = all.filter((one) => role === null || one.role.name === role || nameReplica(one) === role);
  if (asked.length === 0) return `the plan has no role ${role}: it has ${listRoleNames(plan)}`;
  switch (question.kind) {
    case 'plan': {
      const roles = [...new Set(asked.map((one) => one.role))];
      const each = roles.map((one) => explainRole(explained, one, asked));
      return role === null ? [explainAll(explained), ...each] : each;
    }
    case 'rank': {
      const found = asked.filter(({ replica }) => replica.processes[question.rank] !== undefined);
      if (found.length === 0) return `no replica of ${role ?? 'any role'} has a process ${question.rank}`;
      return answerAll(explained, found, () => [question.rank]);
    }
    case 'slot':
      return explainSlot(explained, question.name, asked);
    case 'node':
      return explainNode(explained, question.name, asked);
  }
}

const listRoleNames = ({ roles }: LaunchPlan): string => (roles ?? []).map(({ name }) => name).join(', ');

/** The processes of these replicas, each explained. */
function answerAll(
  explained: Explained,
  replicas: readonly ReplicaOf[],
  processesOf: (one: ReplicaOf) => readonly number[],
): readonly Explanation[] {
  const shown = replicas.slice(0, MAX_SHOWN);
  const answers = shown.flatMap((one) => processesOf(one).map((at) => explainProcess(explained, one, at)));
  const more = replicas.length - shown.length;
  const hint = fact('more', 'ask about one role or replica with --role');
  return more === 0 ? answers : [...answers, explanation(`and ${count(more, 'more replica')}`, hint)];
}

function explainAll({ plan }: Explained): Explanation {
  const [size = '', ...lines] = summarizeRoles(plan);
  const facts = lines.map((line) => {
    const colon = line.indexOf(': ');
    return fact(line.slice(0, colon), line.slice(colon + 2));
  });
  const idle = listIdleSlots(plan);
  const questions = '--role NAME, with --rank NUMBER about one process, --gpu NODE:INDEX or --node NAME';
  return explanation(
    `${plan.name}: ${size}`,
    ...facts,
    idle.length === 0 ? null : fact('idle', `${listSome(idle, asWritten)}: no role has it among its slots`),
    fact('more', `ask about one role, process, GPU or node: ${questions}`),
  );
}

/** What the role is, with the line of each key, and where its replicas are. */
function explainRole(explained: Explained, role: PlanRole, asked: readonly ReplicaOf[]): Explanation {
  const { plan, topology } = explained;
  const source = topology?.roles?.find(({ name }) => name === role.name)?.source;
  const own = asked.filter((one) => one.role === role);
  const places = own.slice(0, MAX_SHOWN).map((one) => fact(nameReplica(one), describeReplica(one)));
  const more = own.length - places.length;
  return explanation(
    role.name,
    ...listRoleFacts(plan, role).map(({ topic, text, key }) => fact(topic, text, findValue(source, [key]))),
    ...places,
    more === 0 ? null : fact('more', `and ${count(more, 'more replica')}`),
  );
}

function describeReplica({ replica }: ReplicaOf): string {
  const slots = listSome(replica.processes.flatMap(slotsOfProcess), asWritten);
  const ports = namePorts({ ports: replica.processes[0]?.ports ?? {} });
  const parts = [slots, ports && `ports ${ports}`, replica.master && `master ${nameMaster(replica)}`];
  return parts.filter((part) => part).join('; ');
}

function explainSlot(
  explained: Explained,
  slot: string,
  asked: readonly ReplicaOf[],
): readonly Explanation[] | string {
  const { plan } = explained;
  if (!listSlotNames(plan).includes(slot)) return `the plan has no GPU or CPU slot ${slot}`;
  const owners = (listOwners(plan).get(slot) ?? []).filter((one) =>
    asked.some(({ role, number }) => role === one.role && number === one.number),
  );
  const others = owners.length > 0 ? [] : (listOwners(plan).get(slot) ?? []).map(nameReplica);
  const why = others.length === 0 ? 'no role has it among its slots' : `${others.join(', ')} has it`;
  if (owners.length === 0)
    return [explanation(`${slot} carries no process that was asked for`, fact('idle', why))];
  return answerAll(explained, owners, ({ replica }) =>
    [...replica.processes.entries()].flatMap(([at, process]) =>
      slotsOfProcess(process).includes(slot) ? [at] : [],
    ),
  );
}

/** A line for each slot, with the processes that it carries. */
function explainNode(
  explained: Explained,
  name: string,
  asked: readonly ReplicaOf[],
): readonly Explanation[] | string {
  const { plan } = explained;
  const node = plan.nodes.find((one) => one.name === name);
  if (node === undefined) return `the plan has no node ${name}`;
  const places = findPlaces(explained);
  const carried = new Map<string, string[]>();
  for (const one of asked)
    for (const [at, process] of one.replica.processes.entries()) {
      if (process.node !== name) continue;
      const ports = namePorts(process);
      const text = `${nameReplica(one)}, process ${at}${ports && `, ports ${ports}`} (${process.why})`;
      for (const slot of slotsOfProcess(process)) carried.set(slot, [...(carried.get(slot) ?? []), text]);
    }
  const slots = listSlotNames({ nodes: [node] });
  const lines = slots.slice(0, MAX_SHOWN).map((slot): Fact => {
    const index = slot.slice(name.length + 1);
    const isCpu = index.startsWith('cpu');
    const place = isCpu ? places.node(name) : places.gpu(name, Number(index));
    return fact(isCpu ? index : `GPU ${index}`, carried.get(slot)?.join('; ') ?? 'idle', place);
  });
  const machine = node.bind === 'job' ? 'any machine that the job binds' : `address ${node.address}`;
  const more = slots.length - lines.length;
  return [
    explanation(
      `${name}: ${node.nodeRank === null ? 'idle' : `node ${node.nodeRank}`}`,
      fact('node', machine, places.node(name)),
      ...lines,
      more === 0 ? null : fact('more', `${more} slots: ask with --gpu`),
    ),
  ];
}
