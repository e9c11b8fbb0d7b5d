import { listSettings } from '../mapping/list-settings.ts';
import { compareVersions } from '../values/versions.ts';
import { findUnequalNodes, type HazardContext } from './hazard.ts';

/** NCCL 2.31.2 sets NVLS up for the wrong number of ranks, and hangs in `ncclCommInitRank`. */
export function ncclUnevenNodes(context: HazardContext): void {
  const { backend, facts, software, places, report } = context;
  const version = software['nccl'];
  if (backend !== 'nccl' || !facts.vendors.has('nvidia') || version === undefined) return;
  // Neither older nor newer releases are known to hang.
  const unequal = compareVersions(version, '2.31.2') === 0 ? findUnequalNodes(context) : null;
  if (unequal === null || listSettings(context, 'NCCL_NVLS_ENABLE').some(({ value }) => value === '0'))
    return;
  const message = `NCCL ${version} hangs at its start where nodes have different numbers of ranks`;
  report.warning('RP6004', places.setting('launch', 'software'), message, {
    notes: [unequal, 'NVIDIA/nccl#2385, seen with 2.31.2; 2.30.7 does not have the code'],
    help: 'set `NCCL_NVLS_ENABLE: "0"`, take another NCCL, or map as many ranks on each node (`exclude`)',
  });
}

/** RCCL takes a ready-made graph on some nodes and searches one on others, and hangs. */
export function rcclUnevenNodes(context: HazardContext): void {
  const { backend, facts, software, places, report } = context;
  const version = software['rccl'];
  if (backend !== 'nccl' || !facts.vendors.has('amd') || version === undefined) return;
  // The code of ROCm 7.2.4, which has this one, is older than the fix.
  const unequal = compareVersions(version, '2.27.7') > 0 ? null : findUnequalNodes(context);
  if (unequal === null) return;
  const message = `RCCL ${version} can hang at its start where nodes have different numbers of ranks`;
  report.warning('RP6005', places.setting('launch', 'software'), message, {
    notes: [
      unequal,
      'fixed by ROCm/rocm-systems#5695 of May 2026; ROCm 7.2.4 (RCCL 2.27.7) does not have it',
    ],
    help: 'take a newer RCCL, or map as many ranks on each node (`exclude`)',
  });
}

/** Lightning's Trainer, and Fabric, want `devices` times `num_nodes` to be the world size. */
export function lightningUnevenNodes(context: HazardContext): void {
  const { software, places, report } = context;
  const version = software['lightning'];
  const unequal = version === undefined ? null : findUnequalNodes(context);
  if (unequal === null) return;
  const message = `Lightning ${version} refuses nodes with different numbers of ranks, under every launcher`;
  report.warning('RP6008', places.setting('launch', 'software'), message, {
    notes: [unequal, 'Lightning-AI/pytorch-lightning#15874, #14078 (open); tried with 2.6.6'],
    help: 'map as many ranks on each node (`exclude`), or train without its Trainer and Fabric',
  });
}
