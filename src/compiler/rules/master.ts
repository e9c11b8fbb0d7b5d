import { keySpan } from '../syntax/document.ts';
import { isLoopback, isLoopbackName } from '../values/address.ts';
import type { MappedContext, TopologyContext } from './rule.ts';

/** Every node would look for rank 0 on itself, and wait until the time-out. */
export function loopbackMaster(context: MappedContext): void {
  const { settings, inventory, ranks, facts, places, report } = context;
  const { launch } = settings;
  const { mappedNodes } = facts;
  if (mappedNodes < 2) return;
  const first = ranks.nodeOfRank[0] ?? 0;
  const address = launch.masterAddress ?? inventory.nodes[first]?.address ?? null;
  if (address === null || !isLoopback(address)) return;
  const span =
    launch.masterAddress === null ? places.node(first, 'address', 'hosts') : places.master('address');
  const message = `the master address ${address} reaches only the machine itself, but the plan has ${mappedNodes} nodes`;
  const say = isLoopbackName(address) ? report.error : report.warning;
  say('RP3015', span, message, { help: 'give the address at which the other nodes reach rank 0’s node' });
}

/** Under `bind: job` it is unknown which machine rank 0 is on. */
export function masterOfJobBound({ topology, report }: TopologyContext): void {
  const { masterAddress, source } = topology.launch;
  if (masterAddress === null || topology.nodes.every((node) => node.bind === 'name')) return;
  const message = 'the master address cannot be known under `bind: job`';
  const help = 'remove it: the launcher takes the machine that rank 0 is bound to';
  report.nonBlocking.error('RP2017', keySpan(source?.master as object, 'address'), message, { help });
}
