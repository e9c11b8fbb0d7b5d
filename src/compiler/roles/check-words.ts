import type { LaunchPlan, PlanRole } from '../../generated/plan.ts';
import type { Reporter } from '../diagnostics/reporter.ts';
import type { Places } from '../inventory/places.ts';
import { listBadTexts } from '../plan/check-roles-plan.ts';
import { listAwaited, listEnded } from '../plan/order-roles.ts';
import { countFillings, findPlaceholder, MOST_FILLINGS, PLACEHOLDER_HELP } from '../plan/placeholders.ts';
import type { Span } from '../source/source-file.ts';
import { keySpan, valueSpan } from '../syntax/document.ts';
import type { Topology } from '../syntax/topology.ts';

const FILLED = /^(roles\.[^.]+\.)?launch\.(command|env)$/;
const FILLED_HELP =
  'placeholders stand in `launch.command` and `launch.env`; give a script what it needs by these';

/** Elsewhere a placeholder would reach a shell, a program or the file system with its braces. */
export function checkUnfilled({ source, roles }: Topology, report: Reporter): void {
  const names = new Set(roles?.map(({ name }) => name));
  for (const { text, span } of listTexts(source)) {
    const found = text.includes('{{') ? findPlaceholder(text, names) : undefined;
    if (found !== undefined)
      report.error('RP3068', span(), `\`${found}\` is not filled here`, { help: FILLED_HELP });
  }
}

/** The texts of a document in which placeholders are not filled, each with its place. */
function* listTexts(container: object, path = ''): Generator<{ readonly text: string; span(): Span }> {
  for (const [key, value] of Object.entries(container)) {
    const at = path === '' ? key : `${path}.${key}`;
    const span = () => valueSpan(container, Array.isArray(container) ? Number(key) : key);
    if (typeof value === 'string') yield { text: value, span };
    else if (typeof value === 'object' && value !== null && !FILLED.test(at)) yield* listTexts(value, at);
  }
}

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
    if (!said.has(span.start)) report.error('RP3068', span, message, { help: PLACEHOLDER_HELP });
    said.add(span.start);
  }
}

/** An address at a port of a role, or a part of it; `{{server.host}}` has no port, and is for something else. */
const ADDRESS_OF = /\{\{([a-z][a-z0-9_]*)(?:\.\d+)?\.[a-z][a-z0-9_]*\.\w+\}\}/g;

/** The roles of which this one has an address, each with the first word or variable that has it. */
function listAddressed({
  name: own,
  launch: { command, env },
}: PlanRole): ReadonlyMap<string, number | string> {
  const found = new Map<string, number | string>();
  for (const [at, text] of [...(command ?? []).entries(), ...Object.entries(env)])
    for (const [, name = ''] of text.matchAll(ADDRESS_OF))
      if (name !== own && !found.has(name)) found.set(name, at);
  return found;
}

/** A client that starts with its server, although something would show when that is ready, or after its end, finds none. */
export function checkOrder(plan: LaunchPlan, placesOf: (role: number) => Places, report: Reporter): void {
  const roles = plan.roles ?? [];
  const shown = new Set(roles.filter(({ readiness }) => readiness !== null).map(({ name }) => name));
  const addressed = roles.map(listAddressed);
  // As if each client waited: what would be a circle then is not advised.
  const waiting = roles.map(({ name, dependsOn }, at) => {
    const servers = [...(addressed[at]?.keys() ?? [])].filter((server) => shown.has(server));
    return { name, dependsOn: { ...Object.fromEntries(servers.map((one) => [one, 'ready'])), ...dependsOn } };
  });
  for (const [number, role] of roles.entries()) {
    const [awaited, ended] = [listAwaited(role, roles), listEnded(role, roles)];
    for (const [name, at] of addressed[number] ?? []) {
      const server = waiting.find((other) => other.name === name);
      if (server === undefined || (!ended.has(name) && (!shown.has(name) || awaited.has(name)))) continue;
      if (listAwaited(server, waiting).has(role.name)) continue;
      const places = placesOf(number);
      const span = typeof at === 'number' ? places.word('command', at) : places.variable(null, at);
      const [when, change, who] = ended.has(name)
        ? ['starts when that has ended', 'set', ended.get(name) ?? role]
        : ['does not wait until that is ready', 'add', role];
      const help = `${change} \`dependsOn: { ${name}: ready }\` for ${who.name}`;
      report.warning('RP3077', span, `${role.name} has an address of ${name}, and ${when}`, { help });
    }
  }
}
