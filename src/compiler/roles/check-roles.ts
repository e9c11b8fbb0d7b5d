import type { Reporter } from '../diagnostics/reporter.ts';
import type { Span } from '../source/source-file.ts';
import { keySpan, valueSpan } from '../syntax/document.ts';
import type { Role, Topology } from '../syntax/topology.ts';
import { didYouMean, suggestSlip } from '../values/suggest-name.ts';

interface RolesContext {
  readonly topology: Topology;
  readonly roles: readonly Role[];
  readonly report: Reporter;
}

type Check = (context: RolesContext) => void;

/** What can be said of roles before any slot is known. */
export function checkRoles(context: RolesContext): void {
  for (const check of CHECKS) check(context);
}

/** With roles, what is of one program belongs to its role. */
const misplacedSections: Check = ({ topology: { source }, report }) => {
  const help = 'move it into the role that it is meant for';
  for (const key of ['mapping', 'workload', 'stages'] as const)
    if (source[key] !== undefined)
      report.error('RP3060', keySpan(source, key), `\`${key}\` on top has no role to belong to`, { help });
  const { launch } = source;
  if (launch?.command === undefined) return;
  const message = '`launch.command` on top has no role to belong to';
  report.error('RP3060', keySpan(launch, 'command'), message, { help });
};

/** Keys of `mapping` that a role says in other words. */
const INSTEAD = { ranks: 'slots', worldSize: 'slots', gpusPerRank: 'processes' } as const;

const otherWords: Check = ({ roles, report }) => {
  for (const { source, processes } of roles) {
    const { mapping } = source;
    for (const [key, instead] of Object.entries(INSTEAD) as [keyof typeof INSTEAD, string][]) {
      if (mapping?.[key] === undefined) continue;
      const message = `\`mapping.${key}\` is not for a role`;
      report.error('RP3060', keySpan(mapping, key), message, { help: `remove it, and set \`${instead}\`` });
    }
    if (mapping?.ranksPerGpu !== undefined && processes !== 'gpu') {
      const message = `\`ranksPerGpu\` has no meaning beside \`processes: ${processes}\``;
      report.error('RP3060', keySpan(mapping, 'ranksPerGpu'), message, { help: 'remove one of the two' });
    }
    if (source.restarts !== undefined && source.restart !== 'on-failure')
      report.error('RP3060', keySpan(source, 'restarts'), '`restarts` has no meaning without a restart', {
        help: 'add `restart: on-failure`',
      });
  }
};

const missingSlots: Check = ({ roles, report }) => {
  for (const { source, name, slots, colocate } of roles) {
    if (slots !== null || colocate !== null) continue;
    const help = 'list them: `slots: ["lab1:0-3"]`, or `["lab1:cpu0"]` for a role without GPUs';
    report.error('RP3074', keyOfRole(source), `${name} does not say which slots it has`, { help });
  }
};

const keyOfRole = (source: Role['source']): Span => valueSpan(source, Object.keys(source)[0] ?? 'slots');

/** A name that must be one of another role. */
function checkName(name: string, own: string, span: () => Span, { roles, report }: RolesContext): boolean {
  const names = roles.map((role) => role.name);
  if (name !== own && names.includes(name)) return true;
  const others = names.filter((other) => other !== own);
  const message = () =>
    name === own ? `${own} names itself` : `no role is named \`${name}\`${didYouMean(name, others)}`;
  report.error('RP3061', span(), message, {
    help: 'name another role of `roles`',
    suggestion: () => suggestSlip(span(), name, others, 'name'),
  });
  return false;
}

const unknownRoles: Check = (context) => {
  for (const { source, name, colocate } of context.roles) {
    if (colocate !== null) checkName(colocate, name, () => valueSpan(source, 'colocate'), context);
    const { dependsOn = {} } = source;
    for (const other of Object.keys(dependsOn))
      checkName(other, name, () => keySpan(dependsOn, other), context);
  }
};

/** The first circle of roles that wait for each other. */
const circles: Check = ({ roles, report }) => {
  const waits = new Map(roles.map(({ name, dependsOn }) => [name, Object.keys(dependsOn)]));
  const done = new Set<string>();
  const follow = (name: string, path: readonly string[]): readonly string[] | null => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return null;
    for (const next of waits.get(name) ?? []) {
      const found = follow(next, [...path, name]);
      if (found !== null) return found;
    }
    done.add(name);
    return null;
  };
  for (const { name } of roles) {
    const circle = follow(name, []);
    if (circle === null || circle.length < 3) continue; // who names itself was reported
    const source = roles.find((role) => role.name === circle[0])?.source.dependsOn ?? {};
    const message = `${circle.join(' waits for ')}: none of them would start`;
    report.error('RP3062', keySpan(source, circle[1] ?? ''), message, { help: 'remove one of these' });
    return;
  }
};

/** A run that nothing ends, or that ends before a role does what others wait for. */
const endOfRun: Check = ({ topology, roles, report }) => {
  const { source } = topology;
  const ends = roles.filter(({ end }) => end);
  const place = () => keySpan(source, 'roles');
  if (ends.length === 0 && !topology.endsBySignal)
    report.error('RP3063', place(), 'no role ends the run', {
      help: 'set `end: true` for the role whose end is that of the run, or `end: signal` on top',
    });
  for (const { source: role, name } of topology.endsBySignal ? ends : [])
    report.error('RP3063', keySpan(role, 'end'), `a signal ends the run, and ${name} does, too`, {
      help: 'remove `end: signal` on top, or this',
    });
  for (const { source: role, name, critical } of ends)
    if (!critical)
      report.error('RP3063', keySpan(role, 'critical'), `${name} ends the run, and is not critical`, {
        help: 'remove `critical: false`: its status is that of the run',
      });
  for (const { source: role, name, dependsOn, end } of roles)
    for (const [other, state] of Object.entries(dependsOn)) {
      const awaited = roles.find((one) => one.name === other);
      if (state !== 'complete' || awaited?.end !== true || end) continue;
      const message = `${name} would start when ${other} has ended, and the run ends with ${other}`;
      const help = `set \`end: true\` for ${name}, or remove it from ${other}`;
      report.error('RP3063', keySpan(role.dependsOn ?? {}, other), message, { help });
    }
};

const readinessWithoutPort: Check = ({ roles, report }) => {
  for (const { source, name, ports, readiness } of roles) {
    const { readiness: written } = source;
    if (written === undefined) continue;
    const refuse = (key: string, message: string, help: string) =>
      report.error('RP3069', key === '' ? keySpan(source, 'readiness') : valueSpan(written, key), message, {
        help,
      });
    if (readiness === null) {
      refuse('', '`readiness` does not say what shows it', 'set `tcp`, `http`, `log` or `file`');
      continue;
    }
    const { kind, port } = readiness;
    if (kind !== 'tcp' && kind !== 'http') continue;
    const known = Object.keys(ports);
    const help = known.length === 0 ? `give ${name} \`ports\`` : `name one of its ports: ${known.join(', ')}`;
    if (port === null) refuse(kind, `\`${kind}\` needs a port of ${name}`, help);
    else if (!known.includes(port))
      refuse(written.port === undefined ? 'tcp' : 'port', `${name} has no port \`${port}\``, help);
  }
};

/** A world of several roles that one role has alone is most likely a slip. */
const lonelyWorlds: Check = ({ roles, report }) => {
  for (const { source, name, world, topology } of roles) {
    const { launch } = topology;
    if (source.world === undefined) continue;
    const span = valueSpan(source, 'world');
    if (
      world !== 'own' &&
      world !== 'none' &&
      roles.every((one) => one.name === name || one.world !== world)
    ) {
      const message = `no other role is in the world \`${world}\``;
      report.error('RP3070', span, message, { help: 'write `own`, or give the other roles this name, too' });
    }
    if (world !== 'none') continue;
    const { workload, stages } = source;
    for (const key of ['workload', 'stages'] as const)
      if ({ workload, stages }[key] !== undefined)
        report.error(
          'RP3070',
          keySpan(source, key),
          `\`${key}\` divides work among ranks, and ${name} has none`,
          {
            help: 'remove it, or set `world: own`',
          },
        );
    if (launch.source?.master !== undefined)
      report.error('RP3070', keySpan(launch.source, 'master'), `${name} has no world, so no master`, {
        help: 'remove it, or set `world: own`',
      });
  }
};

/** A section that nothing reads would be believed. */
const unusedSlurm: Check = ({ topology: { source }, report }) => {
  if (source.slurm === undefined) return;
  report.warning('RP4203', keySpan(source, 'slurm'), '`slurm` writes no script for several roles', {
    help: 'remove it; `rankplan run --all --via srun` starts them in a job',
  });
};

const CHECKS: readonly Check[] = [
  unusedSlurm,
  misplacedSections,
  otherWords,
  missingSlots,
  unknownRoles,
  circles,
  endOfRun,
  readinessWithoutPort,
  lonelyWorlds,
];
