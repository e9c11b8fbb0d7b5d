import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import { listListeners, nameReplica, type ReplicaOf } from '../../compiler/plan/replica-plan.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { findHolder, readClientPorts } from '../../runtime/run/choose-port.ts';
import type { NodePlaces } from '../../runtime/verify/locate-node.ts';
import type { Coverage } from '../../runtime/verify/planned-node.ts';

/** Whether the ports of the roles' processes on this machine are free, and of those that no client gets. */
export function checkRolePorts(
  replicas: readonly ReplicaOf[],
  node: LaunchPlan['nodes'][number],
  places: NodePlaces,
  { verified }: Pick<Coverage, 'verified'>,
  report: Reporter,
): void {
  const [first, last] = readClientPorts();
  const ports = replicas.flatMap((one) =>
    listListeners(one)
      .filter((own) => own.node === node.name)
      .map(({ name, port }) => ({
        name: `${name} of ${nameReplica(one)}`,
        port,
        key: name === 'the master' ? 'launch.master.port' : 'ports',
        place: places.port(one.role.name, name),
      })),
  );
  let free = 0;
  for (const { name, port, key, place } of ports) {
    const holder = findHolder(port);
    if (holder !== null) {
      const help = `stop that program, or change \`${key}\` of the role`;
      report.error('RP5239', place, `port ${port}, ${name}, is taken on this host${holder}`, { help });
    } else free++;
    if (port < first || port > last) continue;
    const message = `port ${port}, ${name}, is among those that this machine gives to clients (${first}-${last})`;
    const help = 'choose another: a connection of any program may have it when the process wants to listen';
    report.error('RP5244', place, message, { help });
  }
  if (free > 0 && free === ports.length)
    verified.push(`${free === 1 ? 'the port of its role is' : `the ${free} ports of its roles are`} free`);
}
