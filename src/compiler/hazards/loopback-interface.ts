import { listSettings } from '../mapping/list-settings.ts';
import type { Hazard } from './hazard.ts';

const INTERFACES = ['NCCL_SOCKET_IFNAME', 'GLOO_SOCKET_IFNAME'] as const;

/** Ranks would look for each other on their own machine. */
export const loopbackInterface: Hazard = {
  code: 'RP6010',
  check(context) {
    const { facts, places, report } = context;
    if (facts.mappedNodes < 2) return;
    for (const { node, name, value } of INTERFACES.flatMap((name) => listSettings(context, name))) {
      // `lo` is a prefix for NCCL: of interfaces, only the loopback begins with it.
      if (!/^=?lo(,=?lo)*$/.test(value)) continue;
      report.warning(
        'RP6010',
        places.variable(node, name),
        `\`${name}=${value}\` in a plan of ${facts.mappedNodes} nodes: they do not reach each other over it`,
        {
          notes: ['NCCL user guide, NCCL_SOCKET_IFNAME; NVIDIA/nccl#286 (names are prefixes)'],
          help: 'name the interface of the network between the nodes, or leave it out: NCCL does not take `lo` by itself',
        },
      );
    }
  },
};
