import { isBetween } from '../values/versions.ts';
import type { Hazard } from './hazard.ts';
import { findUnequalNodes } from './plan-shape.ts';

/** NCCL 2.31 takes one node's number of ranks for that of all, and hangs in `ncclCommInitRank`. */
export const ncclUnevenNodes: Hazard = {
  code: 'RP6004',
  check(context) {
    const { backend, facts, software, places, report } = context;
    if (backend !== 'nccl' || !facts.vendors.has('nvidia') || !isBetween(software['nccl'], '2.31', '2.32'))
      return;
    const unequal = findUnequalNodes(context);
    if (unequal === null) return;
    const message = `NCCL ${software['nccl']} hangs at its start where nodes have different numbers of ranks`;
    report.warning('RP6004', places.setting('launch', 'software'), message, {
      notes: [unequal, 'NVIDIA/nccl#2385, seen with 2.31.2; 2.30.7 does not have the code'],
      help: 'take NCCL 2.30.7 or older, or map as many ranks on each node (`exclude`)',
    });
  },
};
