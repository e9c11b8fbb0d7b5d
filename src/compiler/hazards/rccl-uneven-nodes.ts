import { compareVersions } from '../values/versions.ts';
import type { Hazard } from './hazard.ts';
import { findUnequalNodes } from './plan-shape.ts';

/** RCCL takes a ready-made graph on some nodes and searches one on others, and hangs. */
export const rcclUnevenNodes: Hazard = {
  code: 'RP6005',
  check(context) {
    const { backend, facts, software, places, report } = context;
    const version = software['rccl'];
    if (backend !== 'nccl' || !facts.vendors.has('amd') || version === undefined) return;
    const unequal = compareVersions(version, LAST_WITHOUT) > 0 ? null : findUnequalNodes(context);
    if (unequal === null) return;
    const message = `RCCL ${version} can hang at its start where nodes have different numbers of ranks`;
    report.warning('RP6005', places.setting('launch', 'software'), message, {
      notes: [
        unequal,
        'mended by ROCm/rocm-systems#5695 of May 2026; ROCm 7.2.4 (RCCL 2.27.7) does not have it',
      ],
      help: 'take a newer RCCL, or map as many ranks on each node (`exclude`)',
    });
  },
};

/** The code of ROCm 7.2.4 is older than the mend. */
const LAST_WITHOUT = '2.27.7';
