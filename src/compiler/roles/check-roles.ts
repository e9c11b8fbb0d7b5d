import type { Code } from '../../generated/codes.ts';
import type { Reporter } from '../diagnostics/reporter.ts';
import { listEnded, listEndMistakes, orderStarts } from '../plan/order-roles.ts';
import type { Span } from '../source/source-file.ts';
import { keySpan, valueSpan } from '../syntax/document.ts';
import type { Role, Topology } from '../syntax/topology.ts';
import { didYouMean, suggestSlip } from '../values/suggest-name.ts';

interface RolesContext {
  readonly topology: Topology;
  readonly roles: readonly Role[];
  readonly report: Reporter;
  readonly refuse: (code: Code, span: Span, message: string, help: string) => void;
}

type Check = (context: RolesContext) => void;

/** What can be said of roles before any slot is known. */
export function checkRoles(context: Omit<RolesContext, 'refuse'>): void {
  const refuse: RolesContext['refuse'] = (code, span, message, help) =>
    context.report.error(code, span, message, { help });
  for (const check of CHECKS) check({ ...context, refuse });
}

/** With roles, what is of one program belongs to its role. */
const misplacedSections: Check = ({ topology: { source }, refuse }) => {
  const place = (container: object, key: string, name: string) => {
    const help = 'move it into the role that it is meant for';
    if (Object.hasOwn(container, key))
      refuse('RP3060', keySpan(container, key), `\`${name}\` on top has no role to belong to`, help);
  };
  for (const key of ['mapping', 'workload', 'stages']) place(source, key, key);
  place(source.launch ?? {}, 'command', 'launch.command');
};

/** Keys of `mapping` that a role says in other words. */
const INSTEAD = { ranks: 'slots', worldSize: 'slots', gpusPerRank: 'processes' } as const;

const otherWords: Check = ({ roles, refuse }) => {
  for (const { source, processes } of roles) {
    const { mapping = {} } = source;
    for (const [key, instead] of Object.entries(INSTEAD))
      if (Object.hasOwn(mapping, key)) {
        const message = `\`mapping.${key}\` is not for a role`;
        refuse('RP3060', keySpan(mapping, key), message, `remove it, and set \`${instead}\``);
      }
    if (mapping.ranksPerGpu !== undefined && processes !== 'gpu') {
      const message = `\`ranksPerGpu\` has no meaning beside \`processes: ${processes}\``;
      refuse('RP3060', keySpan(mapping, 'ranksPerGpu'), message, 'remove one of the two');
    }
    if (source.restarts !== undefined && source.restart !== 'on-failure') {
      const message = '`restarts` has no meaning without a restart';
      refuse('RP3060', keySpan(source, 'restarts'), message, 'add `restart: on-failure`');
    }
  }
};

const missingSlots: Check = ({ roles, refuse }) => {
  const help = 'list them: `slots: ["lab1:0-3"]`, or `["lab1:cpu0"]` for a role without GPUs';
  for (const [at, role] of roles.entries()) {
    const { source, name } = role;
    if (role.slots !== null) continue;
    if (role.colocate === null)
      refuse('RP3074', keyOfRole(source), `${name} does not say which slots it has`, help);
    const owners = listOwners(role, roles);
    const isCircle = owners.length > 1 && owners.at(-1)?.colocate === name; // who names itself is reported
    if (!isCircle || owners.some((one) => roles.indexOf(one) < at)) continue;
    const message = `${owners.map((one) => one.name).join(' and ')} share slots with each other, and none of them has any`;
    refuse('RP3074', valueSpan(source, 'colocate'), message, help.replace('them', 'them in one of these'));
  }
};

/** A role, whose slots it has, and whose those are: the last one has its own. */
export function listOwners(role: Role, roles: readonly Role[]): readonly Role[] {
  const found = new Set([role]);
  for (const { slots, colocate } of found) {
    const owner = slots === null ? roles.find(({ name }) => name === colocate) : undefined;
    if (owner !== undefined) found.add(owner);
  }
  return [...found];
}

const keyOfRole = (source: Role['source']): Span => valueSpan(source, Object.keys(source)[0] ?? 'slots');

/** In placeholders these mean the process itself, and the replica of `each`. */
const reservedNames: Check = ({ topology: { source }, roles, refuse }) => {
  const help = 'choose another name: `{{self.…}}` and `{{each.…}}` mean something else';
  for (const { name } of roles)
    if (name === 'self' || name === 'each')
      refuse('RP1106', keySpan(source.roles ?? {}, name), `\`${name}\` cannot be the name of a role`, help);
};

/** Names that must be those of other roles. */
const unknownRoles: Check = ({ roles, report }) => {
  for (const { source, name: own, colocate } of roles) {
    const others = roles.map(({ name }) => name).filter((name) => name !== own);
    const checkName = (name: string, span: Span): void => {
      if (others.includes(name)) return;
      const message =
        name === own ? `${own} names itself` : `no role is named \`${name}\`${didYouMean(name, others)}`;
      const suggestion = () => suggestSlip(span, name, others, 'name');
      report.error('RP3061', span, message, { help: 'name another role of `roles`', suggestion });
    };
    if (colocate !== null) checkName(colocate, valueSpan(source, 'colocate'));
    const { dependsOn = {} } = source;
    for (const other of Object.keys(dependsOn)) checkName(other, keySpan(dependsOn, other));
  }
};

/** A circle of roles that wait for each other. */
const circles: Check = ({ roles, refuse }) => {
  const dependsOf = (name: string) => roles.find((role) => role.name === name)?.source.dependsOn ?? {};
  const { left } = orderStarts(roles);
  const next = (name: string) =>
    left.find((other) => other !== name && Object.hasOwn(dependsOf(name), other));
  const path: string[] = [];
  let name = left.find((one) => next(one) !== undefined); // who names itself was reported
  while (name !== undefined && !path.includes(name)) {
    path.push(name);
    name = next(name);
  }
  if (name === undefined) return;
  const circle = [...path.slice(path.indexOf(name)), name];
  const message = `${circle.join(' waits for ')}: none of them would start`;
  refuse('RP3062', keySpan(dependsOf(name), circle[1] ?? ''), message, 'remove one of these');
};

/** All ranks of a world wait for each other: none of them ends before all have started. */
const worldsThatWait: Check = ({ roles, refuse }) => {
  for (const role of roles)
    for (const [name, { source }] of listEnded(role, roles)) {
      const other = roles.find((one) => one.name === name && one.name !== role.name);
      if (other?.world !== role.world || role.world === 'own' || role.world === 'none') continue;
      const message = `${role.name} starts when ${name} has ended, and their ranks wait for each other in the world \`${role.world}\``;
      const help = 'wait for `ready`, or give each a world of its own';
      refuse('RP3062', valueSpan(source.dependsOn ?? {}, name), message, help);
    }
};

const endOfRun: Check = ({ topology: { source, endsBySignal }, roles, refuse }) => {
  for (const { role, path, message, help } of listEndMistakes(roles, endsBySignal)) {
    const [key = '', other] = path;
    const { dependsOn = {} } = role?.source ?? {};
    const place = role === null ? keySpan(source, 'roles') : keySpan(role.source, key);
    refuse('RP3063', other === undefined ? place : keySpan(dependsOn, other), message, help);
  }
};

const readinessWithoutPort: Check = ({ roles, refuse }) => {
  for (const { source, name, ports, readiness } of roles) {
    const { readiness: written } = source;
    if (written === undefined) continue;
    if (readiness === null) {
      const help = 'set `tcp`, `http`, `log` or `file`';
      refuse('RP3069', keySpan(source, 'readiness'), '`readiness` does not say what shows it', help);
      continue;
    }
    const { kind, port } = readiness;
    const known = Object.keys(ports);
    if ((kind !== 'tcp' && kind !== 'http') || (port !== null && known.includes(port))) continue;
    const help = known.length === 0 ? `give ${name} \`ports\`` : `name one of its ports: ${known.join(', ')}`;
    const message = port === null ? `\`${kind}\` needs a port of ${name}` : `${name} has no port \`${port}\``;
    refuse('RP3069', valueSpan(written, written.port === undefined ? kind : 'port'), message, help);
  }
};

/** A world of several roles that one role has alone is most likely a slip; its first role has the master. */
const worlds: Check = ({ roles, refuse }) => {
  for (const { source, name, world, topology } of roles) {
    const isAlone = roles.every((one) => one.name === name || one.world !== world);
    if (world !== 'own' && world !== 'none' && isAlone) {
      const help = 'write `own`, or give the other roles this name, too';
      refuse('RP3070', valueSpan(source, 'world'), `no other role is in the world \`${world}\``, help);
    }
    const { source: launch } = topology.launch;
    const first = roles.find((one) => world !== 'own' && one.world === world)?.name ?? name;
    if (launch?.master !== undefined && world !== 'none' && first !== name) {
      const message = `the master of the world \`${world}\` is that of ${first}`;
      const help = `move it to ${first}, whose first process is rank 0`;
      refuse('RP3070', keySpan(launch, 'master'), message, help);
    }
    if (world !== 'none') continue;
    const help = 'remove it, or set `world: own`';
    for (const key of ['workload', 'stages']) {
      const message = `\`${key}\` divides work among ranks, and ${name} has none`;
      if (Object.hasOwn(source, key)) refuse('RP3070', keySpan(source, key), message, help);
    }
    if (launch?.master !== undefined)
      refuse('RP3070', keySpan(launch, 'master'), `${name} has no world, so no master`, help);
  }
};

const CHECKS: readonly Check[] = [
  misplacedSections,
  otherWords,
  missingSlots,
  reservedNames,
  unknownRoles,
  circles,
  worldsThatWait,
  endOfRun,
  readinessWithoutPort,
  worlds,
];
