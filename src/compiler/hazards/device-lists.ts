import { listSettings } from '../mapping/list-settings.ts';
import { compareVersions } from '../values/versions.ts';
import { type HazardContext, hasSharedNode } from './hazard.ts';

/** vLLM took each entry of CUDA_VISIBLE_DEVICES for a number. */
export function uuidParser({ launch, software, facts, places, report }: HazardContext): void {
  const version = software['vllm'];
  if (version === undefined || compareVersions(version, '0.23') >= 0) return; // 0.23 was not looked at
  const isMig = facts.migInstance !== null;
  if (!facts.vendors.has('nvidia') || (launch.addressing !== 'uuid' && !isMig)) return;
  const words = launch.command ?? [];
  const position = words.findIndex((word) => /^(.*\/)?vllm$/.test(word) || /^vllm\.entrypoints\./.test(word));
  if (position < 0) return;
  const span = isMig ? places.word('command', position) : places.setting('launch', 'addressing');
  const message = `vLLM ${version} reads CUDA_VISIBLE_DEVICES as numbers, and ends with a ValueError at a UUID`;
  report.warning('RP6012', span, message, {
    notes: [
      'vllm-project/vllm#13815, #41848, noonghunna/club-3090#750 (seen with 0.9.2 to 0.22.0; 0.24.0 reads UUIDs)',
    ],
    help: isMig
      ? 'a MIG instance can only be named by its UUID: use whole GPUs, or try vLLM 0.24 or newer'
      : 'leave `addressing` at `index`, or take vLLM 0.24 or newer',
  });
}

/** If ranks do not see each other's GPUs, NCCL's first operation over cuMem takes seconds. */
export function isolatedCost(context: HazardContext): void {
  const { visibility, backend, software, facts, places, report } = context;
  if (visibility !== 'isolated' || backend !== 'nccl' || !facts.vendors.has('nvidia')) return;
  // If no other visibility can work, there is nothing to warn about.
  if (facts.migInstance !== null || facts.sharedGpu !== null || !hasSharedNode(context)) return;
  const [setting] = listSettings(context, 'NCCL_CUMEM_ENABLE');
  // NCCL allocates by cuMem by default since then.
  const isNew = software['nccl'] !== undefined && compareVersions(software['nccl'], '2.19') >= 0;
  if (setting === undefined ? !isNew : setting.value !== '1') return;
  const message = 'the first operation of NCCL takes seconds where ranks are isolated';
  report.note('RP6007', places.setting('launch', 'visibility'), message, {
    notes: ['NVIDIA/nccl#1749, NVIDIA-NeMo/RL#1963: 3,660 ms against 1.5 ms on H200'],
    help: 'remove `visibility` and take `cuda:LOCAL_RANK` in the program; or set `NCCL_CUMEM_ENABLE: 0`',
  });
}
