import { findValue } from '../../compiler/inventory/places.ts';
import { listProcesses, type ProcessOf } from '../../compiler/plan/placeholders.ts';
import { nameReplica } from '../../compiler/plan/replica-plan.ts';
import type { LaunchPlan, PlanProcess, PlanRole } from '../../generated/plan.ts';
import { asWritten, listSome } from '../list-some.ts';
import {
  countProcesses,
  listRoleFacts,
  nameMaster,
  namePorts,
  summarizeRoles,
} from '../roles/describe-roles.ts';
import { listIdleSlots, listSlotNames, slotsOfProcess } from '../roles/list-owners.ts';
import { explainProcess } from './explain-process.ts';
import type { Question } from './explain-program.ts';
import { type Explained, type Explanation, explanation, type Fact, fact } from './explanation.ts';
import { findPlaces } from './find-places.ts';

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
  if (wanted.length === 0) return `the plan has no role ${role}: it has ${listRoles(plan)}`;
  switch (question.kind) {
    case 'plan': {
      const each = [...new Set(wanted.map((one) => one.role))].map((one) =>
        explainRole(explained, one, wanted),
      );
      return role === null ? [explainAll(explained), ...each] : each;
    }
    case 'rank': {
      const found = wanted.filter(({ process }) => process === question.rank);
      return found.length === 0
        ? `no replica of ${role ?? 'any role'} has a process ${question.rank}`
        : explainEach(explained, found);
    }
    case 'slot': {
      const isOn = (one: ProcessOf) => slotsOfProcess(processOf(one)).includes(question.name);
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

const listRoles = ({ roles }: LaunchPlan): string => (roles ?? []).map(({ name }) => name).join(', ');

const processOf = ({ replica, process }: ProcessOf): PlanProcess => replica.processes[process] as PlanProcess;

function explainEach(explained: Explained, found: readonly ProcessOf[]): readonly Explanation[] {
  const shown = found.slice(0, MAX_SHOWN).map((one) => explainProcess(explained, one, one.process));
  const hint = fact('more', 'ask about one role or replica with --role');
  return [...shown, ...(found.length <= MAX_SHOWN ? [] : [explanation('more', ...sayMore(found), hint)])];
}

const sayMore = ({ length }: readonly unknown[]): readonly Fact[] =>
  length <= MAX_SHOWN ? [] : [fact('more', `and ${length - MAX_SHOWN} more`)];

function explainIdle(slot: string, others: readonly ProcessOf[]): Explanation {
  const why = `${others.map(nameReplica).join(', ')} has it`;
  const none = 'no role has it among its slots';
  return explanation(
    `${slot} carries no process of the question`,
    fact('idle', others.length === 0 ? none : why),
  );
}

function explainAll({ plan }: Explained): Explanation {
  const [size, ...lines] = summarizeRoles(plan);
  const idle = listIdleSlots(plan);
  const questions = '--role NAME, with --rank NUMBER about one process, --gpu NODE:INDEX or --node NAME';
  return explanation(
    `${plan.name}: ${size}`,
    ...lines.map(([topic, text]) => fact(topic, text)),
    idle.length === 0 ? null : fact('idle', `${listSome(idle, asWritten)}: no role has it among its slots`),
    fact('more', `ask about one role, process, GPU or node: ${questions}`),
  );
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
      const slots = replica.processes.flatMap(slotsOfProcess);
      return fact(
        nameReplica(one),
        `${describe(slots, replica.processes[0])}${master && `; master ${master}`}`,
      );
    }),
    ...sayMore(replicas),
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
  const places = findPlaces(explained);
  const here = wanted.filter((one) => processOf(one).node === name);
  const idle = listIdleSlots(explained.plan).filter((slot) => slot.startsWith(`${name}:`));
  const machine = node.bind === 'job' ? 'any machine that the job binds' : `address ${node.address}`;
  return [
    explanation(
      `${name}: ${countProcesses(here.length)}`,
      fact('node', machine, places.node(name)),
      ...here.slice(0, MAX_SHOWN).map((one) => {
        const process = processOf(one);
        const text = `${describe(slotsOfProcess(process), process)} (${process.why})`;
        return fact(nameReplica(one), `process ${one.process} on ${text}`);
      }),
      ...sayMore(here),
      idle.length === 0 ? null : fact('idle', listSome(idle, asWritten)),
    ),
  ];
}
