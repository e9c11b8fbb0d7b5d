import { keySpan } from '../syntax/document.ts';
import { isLoopback, isLoopbackName } from '../values/address.ts';
import type { Rule } from './rule.ts';

/** Every node would look for rank 0 on itself, and wait until the time-out. */
export const loopbackMaster: Rule = {
  name: 'loopback-master',
  codes: ['RP3015'],
  sees: 'mapping',
  check({ settings: { launch }, inventory, ranks, facts: { mappedNodes }, places, report }) {
    if (mappedNodes < 2) return;
    const first = ranks.nodeOfRank[0] ?? 0;
    const address = launch.masterAddress ?? inventory.nodes[first]?.address ?? null;
    if (address === null) return;
    const span =
      launch.masterAddress === null ? places.node(first, 'address', 'hosts') : places.master('address');
    const help = 'give the address at which the other nodes reach rank 0’s node';
    if (isLoopbackName(address)) {
      report.error('RP3015', span, `the master address is \`${address}\` in a plan of ${mappedNodes} nodes`, {
        help,
      });
    } else if (isLoopback(address)) {
      report.warning(
        'RP3015',
        span,
        `the master address ${address} reaches only the machine itself, but the plan has ${mappedNodes} nodes`,
        { help },
      );
    }
  },
};

/** Under `bind: job` it is unknown which machine rank 0 is on. */
export const masterOfJobBound: Rule = {
  name: 'master-of-job-bound',
  codes: ['RP2017'],
  sees: 'topology',
  check({ topology, report }) {
    const { masterAddress, source } = topology.launch;
    if (masterAddress === null || topology.nodes.every((node) => node.bind === 'name')) return;
    report.nonBlocking.error(
      'RP2017',
      keySpan(source?.master as object, 'address'),
      'the master address cannot be known under `bind: job`',
      {
        help: 'remove it: the launcher takes the machine that rank 0 is bound to',
      },
    );
  },
};
