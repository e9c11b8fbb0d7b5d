import type { Hazard } from './hazard.ts';
import { findUnequalNodes } from './plan-shape.ts';

/** Lightning's Trainer, and Fabric, want `devices` times `num_nodes` to be the world size. */
export const lightningUnevenNodes: Hazard = {
  code: 'RP6008',
  check(context) {
    const { software, places, report } = context;
    const version = software['lightning'];
    const unequal = version === undefined ? null : findUnequalNodes(context);
    if (unequal === null) return;
    const message = `Lightning ${version} refuses nodes with different numbers of ranks, under every launcher`;
    report.warning('RP6008', places.setting('launch', 'software'), message, {
      notes: [unequal, 'Lightning-AI/pytorch-lightning#15874, #14078 (open); tried with 2.6.6'],
      help: 'map as many ranks on each node (`exclude`), or train without its Trainer and Fabric',
    });
  },
};
