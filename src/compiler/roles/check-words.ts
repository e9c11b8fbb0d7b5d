import type { LaunchPlan, PlanRole } from '../../generated/plan.ts';
import type { Reporter } from '../diagnostics/reporter.ts';
import type { Places } from '../inventory/places.ts';
import { listBadTexts } from '../plan/check-roles-plan.ts';
import { countFillings, MOST_FILLINGS, PLACEHOLDER_HELP } from '../plan/placeholders.ts';
import { keySpan } from '../syntax/document.ts';
import type { Topology } from '../syntax/topology.ts';

/** A placeholder that nothing can stand for is an error at its word. */
export function checkWords(
  { source }: Topology,
  plan: LaunchPlan,
  placesOf: (role: number) => Places,
  report: Reporter,
): void {
  const fillings = countFillings(plan);
  if (fillings > MOST_FILLINGS) {
    const message = `the words of all processes would have ${fillings} addresses, more than ${MOST_FILLINGS}`;
    const help = 'lower `replicas`, or name the addresses in a file';
    report.error('RP2003', keySpan(source, 'roles'), message, { help });
    return;
  }
  const said = new Set<number>(); // words that are repeated for each replica are one item
  for (const { role, at, message } of listBadTexts(plan)) {
    const places = placesOf(role);
    const span = typeof at === 'number' ? places.word('command', at) : places.variable(null, at);
    const help = PLACEHOLDER_HELP;
    if (!said.has(span.start)) report.error('RP3068', span, message, { help });
    said.add(span.start);
  }
}

const URL_OF = /\{\{([a-z][a-z0-9_]*)(?:\.\w+)*\.urls?\}\}/g;

/** A client that starts with its server, although something would show when that is ready, finds none. */
export function checkOrder(plan: LaunchPlan, placesOf: (role: number) => Places, report: Reporter): void {
  const roles = plan.roles ?? [];
  for (const [number, role] of roles.entries()) {
    const { command, env } = role.launch;
    const known = new Set([role.name, ...listAwaited(role, roles)]);
    for (const [at, text] of [...(command ?? []).entries(), ...Object.entries(env)])
      for (const [, name = ''] of text.matchAll(URL_OF)) {
        const server = roles.find((other) => other.name === name);
        if (server === undefined || server.readiness === null || known.has(name)) continue;
        known.add(name);
        if (listAwaited(server, roles).has(role.name)) continue;
        const places = placesOf(number);
        const span = typeof at === 'number' ? places.word('command', at) : places.variable(null, at);
        const message = `${role.name} has a URL of ${name}, and does not wait until that is ready`;
        const help = `add \`dependsOn: { ${name}: ready }\` to ${role.name}`;
        report.warning('RP3077', span, message, { help });
      }
  }
}

/** The roles that it starts after, also by way of others. */
function listAwaited(role: PlanRole, roles: readonly PlanRole[]): ReadonlySet<string> {
  const found = new Set(Object.keys(role.dependsOn));
  for (const name of found)
    for (const next of Object.keys(roles.find((other) => other.name === name)?.dependsOn ?? {}))
      found.add(next);
  return found;
}
