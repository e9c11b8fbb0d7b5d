import type { Reporter } from '../diagnostics/reporter.ts';
import type { PlacedInventory } from '../inventory/places.ts';
import { MOST_PORTS } from '../plan/placeholders.ts';
import { DEFAULT_PORT } from '../syntax/bind-launch.ts';
import { keySpan, valueSpan } from '../syntax/document.ts';
import type { Role } from '../syntax/topology.ts';
import { CLIENT_PORTS } from '../values/address.ts';
import type { MappedRole } from './map-role.ts';

const LAST_PORT = 65_535;

/** The first port of each name, for each process of each replica of each role. */
export type AssignedPorts = readonly (readonly (readonly Readonly<Record<string, number>>[])[])[];

interface Owner {
  readonly role: Role;
  readonly port: string;
}

/** Which ports of each host are taken, by whom; those of masters are found among the others. */
export interface HostPorts {
  readonly assigned: AssignedPorts;
  readonly takeMaster: (node: number, wanted: number) => number;
}

/** Gives each process the next ports on its host, and reports those that two have. */
export function assignPorts(
  roles: readonly { readonly role: Role; readonly mapped: MappedRole }[],
  inventory: PlacedInventory,
  report: Reporter,
): HostPorts {
  if (!areFew(roles, report)) return { assigned: [], takeMaster: (_, wanted) => wanted };
  const taken = new Map<string, Owner | null>();
  const assigned = roles.map(({ role, mapped }) => {
    const positions = new Map<number, number>();
    const refused = new Set<string>();
    warnOfEphemeral(role, mapped, report);
    return mapped.replicas.map(({ worldSize, nodeOfRank }) =>
      Array.from({ length: worldSize }, (_, rank) => {
        const node = nodeOfRank[rank] ?? 0;
        const position = positions.get(node) ?? 0;
        positions.set(node, position + 1);
        return takePorts(role, node, position, { taken, refused, inventory, report });
      }),
    );
  });
  const takeMaster = (node: number, wanted: number): number => {
    let port = wanted === 0 ? DEFAULT_PORT : wanted;
    while (taken.has(`${node}:${port}`)) port++;
    taken.set(`${node}:${port}`, null);
    return port;
  };
  return { assigned, takeMaster };
}

function areFew(
  roles: readonly { readonly role: Role; readonly mapped: MappedRole }[],
  report: Reporter,
): boolean {
  let left = MOST_PORTS;
  for (const { role, mapped } of roles) {
    const each = Object.values(role.ports).reduce((sum, { count }) => sum + count, 0);
    left -= each * mapped.replicas.reduce((sum, { worldSize }) => sum + worldSize, 0);
    if (left >= 0) continue;
    const message = `with ${role.name} the processes have more than ${MOST_PORTS} ports`;
    report.error('RP2003', keySpan(role.source, 'ports'), message, { help: 'lower `count`, or `replicas`' });
    return false;
  }
  return true;
}

interface Taking {
  readonly taken: Map<string, Owner | null>;
  /** What was reported of the role already. */
  readonly refused: Set<string>;
  readonly inventory: PlacedInventory;
  readonly report: Reporter;
}

function takePorts(
  role: Role,
  node: number,
  position: number,
  taking: Taking,
): Readonly<Record<string, number>> {
  const { taken, refused, inventory, report } = taking;
  const entries = Object.entries(role.ports).map(([name, { base, count }]): [string, number] => {
    const first = base + position * count;
    const refuse = (key: string, message: string, details: object) => {
      if (refused.has(key)) return;
      refused.add(key);
      report.error('RP3067', valueSpan(role.source.ports ?? {}, name), message, details);
    };
    if (first + count - 1 > LAST_PORT) {
      const message = `port ${name} of process ${position} of ${role.name} would be ${first + count - 1}`;
      refuse(name, message, { help: `choose a lower number: TCP ports end at ${LAST_PORT}` });
      return [name, base];
    }
    for (let port = first; port < first + count; port++) {
      const owner = taken.get(`${node}:${port}`);
      taken.set(`${node}:${port}`, owner ?? { role, port: name });
      if (owner == null) continue;
      const host = inventory.nodes[node]?.name;
      refuse(
        `${name} ${owner.role.name} ${owner.port}`,
        `port ${port} on ${host} would be ${name} of ${role.name} and ${owner.port} of ${owner.role.name}`,
        {
          labels: [
            { span: valueSpan(owner.role.source.ports ?? {}, owner.port), message: 'the other begins here' },
          ],
          help: 'choose numbers so far apart that the processes of one host do not meet',
        },
      );
    }
    return [name, first];
  });
  return Object.fromEntries(entries);
}

/** A client of any program may have such a port when the process wants to listen. */
function warnOfEphemeral({ source, name, ports }: Role, { replicas }: MappedRole, report: Reporter): void {
  const processes = replicas.reduce((sum, { worldSize }) => sum + worldSize, 0);
  for (const [port, { base, count }] of Object.entries(ports)) {
    const last = base + processes * count - 1;
    if (last < CLIENT_PORTS[0] || base > CLIENT_PORTS[1]) continue;
    const message = `port ${port} of ${name} is among those that Linux gives to clients (${CLIENT_PORTS.join('-')})`;
    const help = 'choose one below, which no client of another program has';
    report.warning('RP3071', valueSpan(source.ports ?? {}, port), message, { help });
  }
}
