import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import { listPorts, nameReplica, type ReplicaOf } from '../../compiler/plan/replica-plan.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { findHolder, readClientPorts } from '../../runtime/run/choose-port.ts';
import type { NodePlaces } from '../../runtime/verify/locate-node.ts';
import type { Coverage } from '../../runtime/verify/planned-node.ts';

/** A port on which a process of a role will listen here. */
interface RolePort {
  /** Like `http of server-1`. */
  readonly name: string;
  readonly port: number;
}

/** Whether the ports of the roles' processes on this machine are free, and of those that no client gets. */
export function checkRolePorts(
  replicas: readonly ReplicaOf[],
  node: LaunchPlan['nodes'][number],
  places: NodePlaces,
  { verified }: Pick<Coverage, 'verified'>,
  report: Reporter,
): void {
  const [first, last] = readClientPorts();
  const ports = replicas.flatMap((one) => portsHere(one, node.name));
  let free = 0;
  for (const { name, port } of ports) {
    const holder = findHolder(port);
    if (holder !== null) {
      const help = 'stop that program, or change `ports` of the role';
      report.error('RP5239', places.host(), `port ${port}, ${name}, is taken on this host${holder}`, {
        help,
      });
    } else free++;
    if (port < first || port > last) continue;
    const message = `port ${port}, ${name}, is among those that this machine gives to clients (${first}-${last})`;
    const help = 'choose another: a connection of any program may have it when the process wants to listen';
    report.error('RP5244', places.host(), message, { help });
  }
  if (free > 0 && free === ports.length)
    verified.push(`${free === 1 ? 'the port of its role is' : `the ${free} ports of its roles are`} free`);
}

function portsHere(one: ReplicaOf, node: string): readonly RolePort[] {
  const { master, processes } = one.replica;
  const name = nameReplica(one);
  // Of a world that roles share the first has the master.
  const isFirst = processes[0]?.rank === 0;
  const ofMaster =
    master !== null && isFirst && master.node === node
      ? [{ name: `of the master of ${name}`, port: Number(master.port) }]
      : [];
  return [
    ...ofMaster,
    ...listPorts(one, node).map((own) => ({ name: `${own.name} of ${name}`, port: own.port })),
  ];
}
