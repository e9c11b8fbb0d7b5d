import { listSettings } from '../mapping/list-settings.ts';
import { compareVersions } from '../values/versions.ts';
import type { Hazard } from './hazard.ts';
import { hasSharedNode } from './plan-shape.ts';

/** Where ranks do not see each other's GPUs, NCCL's first operation over cuMem takes seconds. */
export const isolatedCost: Hazard = {
  code: 'RP6007',
  check(context) {
    const { visibility, backend, software, facts, places, report } = context;
    if (visibility !== 'isolated' || backend !== 'nccl' || !facts.vendors.has('nvidia')) return;
    // Where nothing else can work there is nothing to say.
    if (facts.migInstance !== null || facts.sharedGpu !== null || !hasSharedNode(context)) return;
    const [setting] = listSettings(context, 'NCCL_CUMEM_ENABLE');
    const isNew = software['nccl'] !== undefined && compareVersions(software['nccl'], DEFAULT_SINCE) >= 0;
    if (setting === undefined ? !isNew : setting.value !== '1') return;
    report.note(
      'RP6007',
      places.setting('launch', 'visibility'),
      'the first operation of NCCL takes seconds where ranks are isolated',
      {
        notes: ['NVIDIA/nccl#1749, NVIDIA-NeMo/RL#1963: 3,660 ms against 1.5 ms on H200'],
        help: 'remove `visibility` and take `cuda:LOCAL_RANK` in the program; or set `NCCL_CUMEM_ENABLE: 0`',
      },
    );
  },
};

/** NCCL allocates by cuMem unless told otherwise. */
const DEFAULT_SINCE = '2.19';
