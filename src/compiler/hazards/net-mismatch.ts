import { listSettings, type Setting } from '../mapping/list-settings.ts';
import { compareVersions } from '../values/versions.ts';
import type { Hazard, HazardContext } from './hazard.ts';

/** Nodes with different numbers of adapters, and no check that would say so. */
export const netMismatch: Hazard = {
  code: 'RP6011',
  check(context) {
    const { software, places, report } = context;
    const ignored = listSettings(context, 'NCCL_IGNORE_NET_MISMATCH');
    const isDefault = software['nccl'] !== undefined && compareVersions(software['nccl'], FIRST) >= 0;
    if (ignored.length === 0 ? !isDefault : ignored.some(({ value }) => value === '0')) return;
    const adapters = listAdapters(context);
    const counts = new Set(adapters.map(({ count }) => count));
    const at = ignored[0] ?? adapters[0];
    if (counts.size < 2 || at === undefined) return;
    const numbers = [...counts].sort((a, b) => a - b).join(' and ');
    report.warning(
      'RP6011',
      places.variable(at.node, at.name),
      `the nodes have ${numbers} adapters in \`NCCL_IB_HCA\`: NCCL can hang on channels that have no peer`,
      {
        notes: [
          'NVIDIA/nccl#2428, seen with 2.30.7; `NCCL_IGNORE_NET_MISMATCH` is 1 by default since 2.30.3',
        ],
        help: 'name as many adapters on each node; with `NCCL_IGNORE_NET_MISMATCH: "0"` NCCL refuses at its start',
      },
    );
  },
};

/** The variable and its default of 1 came with this release. */
const FIRST = '2.30.3';

/** How many adapters each setting names; those that leave some out (`^`) name none. */
const listAdapters = (context: HazardContext): readonly (Setting & { readonly count: number })[] =>
  listSettings(context, 'NCCL_IB_HCA')
    .filter(({ value }) => !value.startsWith('^'))
    .map((setting) => ({
      ...setting,
      count: setting.value.replace(/^=/, '').split(',').filter(Boolean).length,
    }));
