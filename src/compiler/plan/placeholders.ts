import type { LaunchPlan, PlanProcess, PlanRole } from '../../generated/plan.ts';
import { didYouMean } from '../values/suggest-name.ts';
import { listReplicas, type ReplicaOf } from './replica-plan.ts';

/** `{{server.http.url}}`, without blanks; all other braces stay as they are. */
const PLACEHOLDER = /\{\{([a-z][a-z0-9_]*)((?:\.[A-Za-z0-9_]+)+)\}\}/g;

/** The first placeholder of a text of which only the words and variables of roles may have any. */
export const findPlaceholder = (text: string, roles: ReadonlySet<string>): string | undefined =>
  [...text.matchAll(PLACEHOLDER)].find(([, name = '']) => name === 'self' || roles.has(name))?.[0];

/** What looks like one. */
const LIKE_ONE = /\{\{([A-Za-z][\w-]*)((?:\.[^{}\s.]*)+)\}\}/g;

export type Filling = { readonly text: string } | { readonly problem: string };

/** Which process has the words, and how hosts are named. */
interface WordContext {
  readonly plan: Pick<LaunchPlan, 'roles' | 'nodes'>;
  readonly one: ReplicaOf;
  /** Its number in the replica. */
  readonly process: number;
  readonly hostOf: (node: string) => string;
}

/** An address as a URL has it: one of IPv6 in brackets. */
const bracket = (host: string): string => (host.includes(':') ? `[${host}]` : host);

const SINGLE = {
  url: (host: string, port: number) => `http://${bracket(host)}:${port}`,
  address: (host: string, port: number) => `${bracket(host)}:${port}`,
  host: (host: string) => host,
  port: (_: string, port: number) => `${port}`,
} as const;
type Single = keyof typeof SINGLE;
/** The same of all replicas, separated by commas. */
const PLURAL: Readonly<Record<string, Single>> = {
  urls: 'url',
  addresses: 'address',
  hosts: 'host',
  ports: 'port',
};

const isSingle = (field: string): field is Single => Object.hasOwn(SINGLE, field);
type Leader = Pick<PlanProcess, 'node' | 'ports'>;

/** What to do about any that nothing stands for. */
export const PLACEHOLDER_HELP =
  'write `{{ROLE.PORT.FIELD}}` (`url`, `address`, `host`, `port`; of all replicas `urls`, `addresses`, `hosts`, `ports`, `json`), `{{ROLE.0.PORT.FIELD}}`, `{{ROLE.host}}`, `{{ROLE.hosts}}`, `{{ROLE.replicas}}` or `{{self.FIELD}}`; braces that are no placeholder have a blank: `{{ name }}`';

function fillPort(
  { hostOf }: WordContext,
  role: PlanRole,
  leaders: readonly Leader[],
  port: string,
  field: string,
): Filling {
  if (!Object.hasOwn(role.ports, port))
    return {
      problem: `${role.name} has no port \`${port}\`: its ports are ${Object.keys(role.ports).join(', ') || 'none'}`,
    };
  const all = (one: Single): string[] =>
    leaders.map(({ node, ports }) => SINGLE[one](hostOf(node), ports[port] ?? 0));
  if (isSingle(field)) return onlyOne(all(field), role, `${port}.${field}`);
  if (field === 'json') return { text: JSON.stringify(all('address')) };
  const single = Object.hasOwn(PLURAL, field) ? PLURAL[field] : undefined;
  return single === undefined
    ? { problem: `\`${field}\` is no field of a port` }
    : { text: all(single).join(',') };
}

const onlyOne = (texts: readonly string[], role: PlanRole, field: string): Filling =>
  texts.length === 1
    ? { text: texts[0] ?? '' }
    : { problem: `${role.name} has ${role.replicas.length} replicas, and \`${field}\` is of one` };

function fillSelf(context: WordContext, path: readonly string[]): Filling {
  const { one, process, hostOf } = context;
  const own = one.replica.processes[process];
  const leader = one.replica.processes[0];
  if (own === undefined || leader === undefined) throw new Error('a replica has no such process');
  const [name = '', ...field] = path;
  if (field.length > 0) return fillPort(context, one.role, [own], name, field.join('.'));
  const facts = new Map<string, string | number>([
    ['host', hostOf(own.node)],
    ['leader', hostOf(leader.node)],
    ['replica', one.number],
    ['replicas', one.role.replicas.length],
    ['process', process],
    ['processes', one.replica.processes.length],
  ]);
  const fact = facts.get(name);
  return fact === undefined
    ? { problem: `\`self.${name}\` is not known: \`self\` has ${[...facts.keys()].join(', ')}, and ports` }
    : { text: `${fact}` };
}

function fillRole(context: WordContext, role: PlanRole, path: readonly string[]): Filling {
  const leaders = role.replicas.flatMap(({ processes }) => processes.slice(0, 1));
  const isNumbered = /^(0|[1-9]\d*)$/.test(path[0] ?? '');
  const chosen = isNumbered ? leaders.slice(Number(path[0]), Number(path[0]) + 1) : leaders;
  const [name = '', ...field] = isNumbered ? path.slice(1) : path;
  if (chosen.length === 0)
    return { problem: `${role.name} has no replica ${path[0]}: the last one is ${leaders.length - 1}` };
  if (field.length > 0) return fillPort(context, role, chosen, name, field.join('.'));
  if (name === '') return { problem: 'it does not say what of the replica' };
  const hosts = chosen.map(({ node }) => context.hostOf(node));
  if (name === 'hosts') return { text: hosts.join(',') };
  if (name === 'replicas' && !isNumbered) return { text: `${leaders.length}` };
  return name === 'host'
    ? onlyOne(hosts, role, 'host')
    : { problem: `\`${name}\` is not known of ${role.name}` };
}

function fillOne(context: WordContext, name: string, path: readonly string[]): Filling {
  if (name === 'self') return fillSelf(context, path);
  if (name === 'each') return { problem: '`each` has a meaning only under `words`' };
  const role = context.plan.roles?.find((one) => one.name === name);
  if (role !== undefined) return fillRole(context, role, path);
  const names = context.plan.roles?.map((one) => one.name) ?? [];
  return { problem: `no role is named \`${name}\`${didYouMean(name, names)}` };
}

export const countProcesses = (replicas: PlanRole['replicas']): number =>
  replicas.reduce((count, { processes }) => count + processes.length, 0);

/** What all addresses in all words of all processes may come to. */
export const MOST_FILLINGS = 2 ** 24;

/** At most how many addresses all words and variables of all processes have: each placeholder may name all replicas. */
export function countFillings({ roles }: Pick<LaunchPlan, 'roles'>): number {
  const most = (roles ?? []).reduce((found, { replicas }) => Math.max(found, replicas.length), 1);
  return (roles ?? []).reduce((sum, { launch, replicas }) => {
    const texts = [...(launch.command ?? []), ...Object.values(launch.env)];
    const placeholders = texts.reduce((count, text) => count + text.split('{{').length - 1, 0);
    return sum + placeholders * countProcesses(replicas) * most;
  }, 0);
}

/** How many ports so many processes of a role have together. */
export const countPorts = (ports: PlanRole['ports'], processes: number): number =>
  processes * Object.values(ports).reduce((count, port) => count + port.count, 0);

/** As many as 64 hosts have. */
export const MOST_PORTS = 2 ** 22;

/** Where each placeholder of a text stands, and what stands for it. */
export function fillPlaceholders(text: string, context: WordContext) {
  return [...text.matchAll(LIKE_ONE)].flatMap(([at, name = '', path = '']) => {
    if (at.replace(PLACEHOLDER, '') === '')
      return [{ at, filling: fillOne(context, name, path.slice(1).split('.')) }];
    const meant = name.toLowerCase().replace(/-\d+$/, '');
    const isMeant = meant === 'self' || context.plan.roles?.some((role) => role.name === meant) === true;
    return isMeant ? [{ at, filling: { problem: `it is not written as a placeholder of ${meant}` } }] : [];
  });
}

/** The text with all of its placeholders filled; a compiled plan has none that cannot be. */
export function fillText(text: string, context: WordContext): string {
  if (!text.includes('{{')) return text;
  return text.replaceAll(PLACEHOLDER, (at, name: string, path: string) => {
    const filling = fillOne(context, name, path.slice(1).split('.'));
    if ('problem' in filling) throw new Error(`${at}: ${filling.problem}`);
    return filling.text;
  });
}

/** The addresses of a plan whose hosts are known; `bound` has those of a plan that is bound when it starts. */
export function hostsOfPlan({ nodes }: Pick<LaunchPlan, 'nodes'>, bound?: ReadonlyMap<string, string>) {
  const addresses = new Map(nodes.map(({ name, address }) => [name, address ?? name]));
  return (node: string): string => bound?.get(node) ?? addresses.get(node) ?? node;
}

export interface ProcessOf extends ReplicaOf {
  readonly process: number;
}

export const listProcesses = (plan: Pick<LaunchPlan, 'roles'>): readonly ProcessOf[] =>
  listReplicas(plan).flatMap((one) => one.replica.processes.map((_, process) => ({ ...one, process })));
