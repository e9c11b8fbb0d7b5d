import { countPorts, MOST_PORTS } from '../plan/placeholders.ts';
import { DEFAULT_PORT } from '../syntax/bind-launch.ts';
import { keySpan, valueSpan } from '../syntax/document.ts';
import type { Role } from '../syntax/topology.ts';
import { CLIENT_PORTS } from '../values/address.ts';
import type { PlacedRole } from './map-role.ts';

const LAST_PORT = 65_535;

interface Owner {
  readonly role: Role;
  /** Its name. */
  readonly port: string;
}

/** The first port of each name, for each process of each replica of each role; those of masters are found among the others. */
export type HostPorts = NonNullable<ReturnType<typeof assignPorts>>;

/** Gives each process the next ports on its host, and reports those that two have; null if there are too many. */
export function assignPorts(roles: readonly PlacedRole[]) {
  if (!areFew(roles)) return null;
  const taken = new Map<string, Owner>();
  const assigned = roles.map((one) => {
    const positions = new Map<number, number>();
    const said = new Set<string>();
    return one.replicas.map(({ worldSize, nodeOfRank }) =>
      Array.from({ length: worldSize }, (_, rank) => {
        const node = nodeOfRank[rank] ?? 0;
        const position = positions.get(node) ?? 0;
        positions.set(node, position + 1);
        return takePorts(one, node, position, taken, said);
      }),
    );
  });
  /** The port that the master gets, and whose the wanted one is. */
  const takeMaster = (role: Role, node: number, wanted: number) => {
    const owner = taken.get(`${node}:${wanted}`);
    let port = wanted === 0 ? DEFAULT_PORT : wanted;
    for (let left = LAST_PORT; left > 0 && taken.has(`${node}:${port}`); left--)
      port = port < LAST_PORT ? port + 1 : DEFAULT_PORT;
    taken.set(`${node}:${port}`, { role, port: 'the master' });
    return { port, owner };
  };
  return { assigned, takeMaster };
}

function areFew(roles: readonly PlacedRole[]): boolean {
  let left = MOST_PORTS;
  const first = roles.find(({ role, replicas }) => {
    left -= countPorts(
      role.ports,
      replicas.reduce((sum, { worldSize }) => sum + worldSize, 0),
    );
    return left < 0;
  });
  if (first === undefined) return true;
  const message = `with ${first.role.name} the processes have more than ${MOST_PORTS} ports`;
  const help = 'lower `count`, or `replicas`';
  first.report.error('RP2003', keySpan(first.role.source, 'ports'), message, { help });
  return false;
}

/** The first port of each name, for one process; `said`: what was reported of its role. */
function takePorts(
  { role, inventory, report }: PlacedRole,
  node: number,
  position: number,
  taken: Map<string, Owner>,
  said: Set<string>,
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
