import type { Hazard, HazardContext } from './hazard.ts';
import { listSettings } from './plan-shape.ts';

/** Nodes with different numbers of adapters, and the check that would say so switched off. */
export const netMismatch: Hazard = {
  code: 'RP6011',
  check(context) {
    const { places, report } = context;
    const ignored = listSettings(context, 'NCCL_IGNORE_NET_MISMATCH').find(({ value }) => value === '1');
    if (ignored === undefined) return;
    const counts = new Set(listAdapters(context));
    if (counts.size < 2) return;
    const numbers = [...counts].sort((a, b) => a - b).join(' and ');
    report.warning(
      'RP6011',
      places.variable(ignored.node, ignored.name),
      `the nodes have ${numbers} adapters in \`NCCL_IB_HCA\`, and \`NCCL_IGNORE_NET_MISMATCH\` hides it: NCCL hangs on channels that have no peer`,
      {
        notes: ['NVIDIA/nccl#2428, seen with 2.30.7'],
        help: 'name as many adapters on each node, and remove `NCCL_IGNORE_NET_MISMATCH`',
      },
    );
  },
};

/** How many adapters each setting names; those that leave some out (`^`) name none. */
const listAdapters = (context: HazardContext): readonly number[] =>
  listSettings(context, 'NCCL_IB_HCA').flatMap(({ value }) =>
    value.startsWith('^') ? [] : [value.replace(/^=/, '').split(',').filter(Boolean).length],
  );
