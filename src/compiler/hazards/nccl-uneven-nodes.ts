import { listSettings } from '../mapping/list-settings.ts';
import { compareVersions } from '../values/versions.ts';
import type { Hazard } from './hazard.ts';
import { findUnequalNodes } from './plan-shape.ts';

/** NCCL 2.31.2 sets NVLS up for the wrong number of ranks, and hangs in `ncclCommInitRank`. */
export const ncclUnevenNodes: Hazard = {
  code: 'RP6004',
  check(context) {
    const { backend, facts, software, places, report } = context;
    const version = software['nccl'];
    if (backend !== 'nccl' || !facts.vendors.has('nvidia') || version === undefined) return;
    const unequal = compareVersions(version, SEEN) === 0 ? findUnequalNodes(context) : null;
    if (unequal === null || listSettings(context, 'NCCL_NVLS_ENABLE').some(({ value }) => value === '0'))
      return;
    const message = `NCCL ${version} hangs at its start where nodes have different numbers of ranks`;
    report.warning('RP6004', places.setting('launch', 'software'), message, {
      notes: [unequal, 'NVIDIA/nccl#2385, seen with 2.31.2; 2.30.7 does not have the code'],
      help: 'set `NCCL_NVLS_ENABLE: "0"`, take another NCCL, or map as many ranks on each node (`exclude`)',
    });
  },
};

/** Neither older nor newer releases are known to hang. */
const SEEN = '2.31.2';
