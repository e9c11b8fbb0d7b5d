import type { Reporter } from '../diagnostics/reporter.ts';
import type { PlacedInventory } from '../inventory/places.ts';
import { countPorts, MOST_PORTS } from '../plan/placeholders.ts';
import { DEFAULT_PORT } from '../syntax/bind-launch.ts';
import { keySpan, valueSpan } from '../syntax/document.ts';
import type { Role } from '../syntax/topology.ts';
import { CLIENT_PORTS } from '../values/address.ts';
import type { MappedRole } from './map-role.ts';

const LAST_PORT = 65_535;

/** A role whose processes want ports. */
interface PortsOfRole {
  readonly role: Role;
  readonly mapped: MappedRole;
}

interface Owner {
  readonly role: Role;
  /** Its name. */
  readonly port: string;
}

/** The first port of each name, for each process of each replica of each role; those of masters are found among the others. */
export type HostPorts = ReturnType<typeof assignPorts>;

/** Gives each process the next ports on its host, and reports those that two have. */
export function assignPorts(roles: readonly PortsOfRole[], inventory: PlacedInventory, report: Reporter) {
  const taken = new Map<string, Owner>();
  const ownerOf = (node: number, port: number): Owner | undefined => taken.get(`${node}:${port}`);
  if (!areFew(roles, report))
    return { assigned: [], ownerOf, takeMaster: (_: Role, __: number, wanted: number) => wanted };
  const assigned = roles.map(({ role, mapped }) => {
    const positions = new Map<number, number>();
    const said = new Set<string>();
    return mapped.replicas.map(({ worldSize, nodeOfRank }) =>
      Array.from({ length: worldSize }, (_, rank) => {
        const node = nodeOfRank[rank] ?? 0;
        const position = positions.get(node) ?? 0;
        positions.set(node, position + 1);
        return takePorts(role, node, position, { taken, said, inventory, report });
      }),
    );
  });
  const takeMaster = (role: Role, node: number, wanted: number): number => {
    let port = wanted === 0 ? DEFAULT_PORT : wanted;
    for (let left = LAST_PORT; left > 0 && taken.has(`${node}:${port}`); left--)
      port = port < LAST_PORT ? port + 1 : DEFAULT_PORT;
    taken.set(`${node}:${port}`, { role, port: 'the master' });
    return port;
  };
  return { assigned, ownerOf, takeMaster };
}

function areFew(roles: readonly PortsOfRole[], report: Reporter): boolean {
  let left = MOST_PORTS;
  const first = roles.find(({ role, mapped }) => {
    left -= countPorts(
      role.ports,
      mapped.replicas.reduce((sum, { worldSize }) => sum + worldSize, 0),
    );
    return left < 0;
  });
  if (first === undefined) return true;
  const message = `with ${first.role.name} the processes have more than ${MOST_PORTS} ports`;
  const help = 'lower `count`, or `replicas`';
  report.error('RP2003', keySpan(first.role.source, 'ports'), message, { help });
  return false;
}

interface Taking {
  readonly taken: Map<string, Owner>;
  /** What was reported of the role. */
  readonly said: Set<string>;
  readonly inventory: PlacedInventory;
  readonly report: Reporter;
}

function takePorts(
  role: Role,
  node: number,
  position: number,
  { taken, said, inventory, report }: Taking,
): Readonly<Record<string, number>> {
  const ports = role.source.ports ?? {};
  const entries = Object.entries(role.ports).map(([name, { base, count }]): [string, number] => {
    const first = base + position * count;
    const last = first + count - 1;
    const isNew = (key: string): boolean => !said.has(key) && said.add(key) !== undefined;
    if (last > LAST_PORT) {
      const message = `port ${name} of process ${position} of ${role.name} would be ${last}`;
      const help = `choose a lower number: TCP ports end at ${LAST_PORT}`;
      if (isNew(name)) report.error('RP3067', valueSpan(ports, name), message, { help });
      return [name, base];
    }
    // A client of any program may have such a port when the process wants to listen.
    if (last >= CLIENT_PORTS[0] && first <= CLIENT_PORTS[1] && isNew(`${name} of clients`)) {
      const message = `port ${name} of ${role.name} is among those that Linux gives to clients (${CLIENT_PORTS.join('-')})`;
      const help = 'choose one below, which no client of another program has';
      report.warning('RP3071', valueSpan(ports, name), message, { help });
    }
    for (let port = first; port <= last; port++) {
      const owner = taken.get(`${node}:${port}`);
      taken.set(`${node}:${port}`, owner ?? { role, port: name });
      if (owner === undefined || !isNew(`${name} ${owner.role.name} ${owner.port}`)) continue;
      const host = inventory.nodes[node]?.name;
      const message = `port ${port} on ${host} would be ${name} of ${role.name} and ${owner.port} of ${owner.role.name}`;
      const span = valueSpan(owner.role.source.ports ?? {}, owner.port);
      const help = 'choose numbers that are further apart';
      const labels = [{ span, message: 'the other begins here' }];
      report.error('RP3067', valueSpan(ports, name), message, { labels, help });
    }
    return [name, first];
  });
  return Object.fromEntries(entries);
}
