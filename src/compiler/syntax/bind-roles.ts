import { compareText, type Reporter } from '../diagnostics/reporter.ts';
import type { Replicas } from './bind-command.ts';
import { bindLaunch } from './bind-launch.ts';
import { bindMapping, bindSelectors } from './bind-mapping.ts';
import { bindStages, bindWorkload } from './bind-work.ts';
import { decode, durationUpTo } from './decode.ts';
import { keySpan, valueSpan } from './document.ts';
import type { Launch, Mapping, Role, RoleDocument, Topology, TopologyDocument } from './topology.ts';

type RolesDocument = NonNullable<TopologyDocument['roles']>;

const decodeWait = durationUpTo(604_800, 'a week');

/** Decodes `roles`. What stands on top is for all of them: the nodes, and the defaults of each `launch`. */
export function bindRoles(roles: RolesDocument, topology: Topology, report: Reporter): readonly Role[] {
  const replicas: Replicas = new Map(
    Object.entries(roles).map(([name, { replicas = 1 }]) => [name, replicas]),
  );
  return Object.entries(roles).map(([name, source]) => bindRole(name, source, topology, replicas, report));
}

function bindRole(
  name: string,
  source: RoleDocument,
  whole: Topology,
  replicas: Replicas,
  report: Reporter,
): Role {
  const { slots, colocate = null, processes = 'gpu', dependsOn = {} } = source;
  const selectors =
    slots === undefined ? null : bindSelectors(slots, (index) => valueSpan(slots, index), report);
  const mapping = bindRoleMapping(source, selectors, report);
  return {
    ...{ source, slots: selectors, replicas: source.replicas ?? 1 },
    gpusPerReplica: source.gpusPerReplica ?? null,
    ...{ name, processes, world: source.world ?? (processes === 'gpu' ? 'own' : 'none'), colocate },
    ports: bindPorts(source.ports),
    dependsOn: Object.fromEntries(Object.entries(dependsOn)), // without the places of the document
    readiness: bindReadiness(source, report),
    end: source.end ?? false,
    critical: source.critical ?? true,
    drainSeconds: decode(source, 'drain', report, decodeWait) ?? 0,
    restarts: source.restart === 'on-failure' ? (source.restarts ?? 3) : 0,
    cpus: source.cpus ?? null,
    topology: {
      ...whole,
      source: placeRole(whole.source, source),
      role: source,
      mapping,
      workload: source.workload === undefined ? null : bindWorkload(source.workload, report),
      stages: source.stages === undefined ? null : bindStages(source.stages, report),
      launch: bindRoleLaunch(source, whole, replicas, report),
    },
  };
}

/** The sections of the role stand in the place of those of the topology. */
function placeRole(document: TopologyDocument, { mapping, workload, stages, launch }: RoleDocument) {
  const own = { mapping, workload, stages, launch };
  const others = Object.entries(own).filter(([, section]) => section !== undefined);
  const { mapping: _m, workload: _w, stages: _s, launch: _l, ...shared } = document;
  return { ...shared, ...Object.fromEntries(others) } as TopologyDocument;
}

/** The slots in the order written, unless a strategy orders them. */
function bindRoleMapping(
  { mapping, processes }: RoleDocument,
  slots: Role['slots'],
  report: Reporter,
): Mapping {
  const bound = bindMapping(mapping ?? null, report);
  return {
    ...bound,
    strategy: mapping?.strategy ?? 'explicit',
    ranks: slots,
    worldSize: null,
    gpusPerRank: processes === 'node' ? 'node' : 1,
  };
}

/** What the role does not say is as `launch` on top says; variables of both are set, and the role's own wins. */
function bindRoleLaunch(source: RoleDocument, whole: Topology, replicas: Replicas, report: Reporter): Launch {
  const defaults = whole.launch.source ?? {};
  const { command: _, ...shared } = defaults;
  const merged = { ...shared, ...source.launch } as NonNullable<TopologyDocument['launch']>;
  const launch = bindLaunch(merged, false, report.nonBlocking, replicas);
  const env = { ...whole.launch.env, ...launch.env };
  return {
    ...launch,
    source: source.launch ?? null,
    defaults: whole.launch.source,
    env: Object.fromEntries(Object.entries(env).sort(([a], [b]) => compareText(a, b))),
  };
}

const bindPorts = (ports: RoleDocument['ports'] = {}): Role['ports'] =>
  Object.fromEntries(
    Object.entries(ports).map(([name, port]) => [
      name,
      typeof port === 'number' ? { base: port, count: 1 } : { base: port.base, count: port.count ?? 1 },
    ]),
  );

function bindReadiness({ readiness, ports = {} }: RoleDocument, report: Reporter): Role['readiness'] {
  if (readiness === undefined) return null;
  const kinds = ['tcp', 'http', 'log', 'file'] as const;
  const [kind, other] = kinds.filter((key) => readiness[key] !== undefined);
  const refuse = (key: string, message: string, help: string) =>
    report.error('RP3069', keySpan(readiness, key), message, { help });
  if (other !== undefined)
    refuse(other, `\`${kind}\` and \`${other}\` both say when it is ready`, 'keep one');
  for (const [key, of] of [
    ['port', 'http'],
    ['status', 'http'],
    ['count', 'log'],
  ] as const)
    if (readiness[key] !== undefined && readiness[of] === undefined)
      refuse(key, `\`${key}\` has no meaning without \`${of}\``, `remove it, or add \`${of}\``);
  const timeoutSeconds = decode(readiness, 'timeout', report, decodeWait) ?? 1800;
  if (timeoutSeconds === 0)
    refuse('timeout', 'it would never be ready in 0 s', 'write how long it may take: 10m');
  const only = Object.keys(ports).length === 1 ? (Object.keys(ports)[0] ?? null) : null;
  const port = kind === 'tcp' ? (readiness.tcp ?? null) : kind === 'http' ? (readiness.port ?? only) : null;
  const value = { tcp: null, http: readiness.http, log: readiness.log, file: readiness.file }[kind ?? 'tcp'];
  const count = kind === 'http' ? (readiness.status ?? 200) : kind === 'log' ? (readiness.count ?? 1) : 1;
  return kind === undefined ? null : { kind, port, value: value ?? null, count, timeoutSeconds };
}
