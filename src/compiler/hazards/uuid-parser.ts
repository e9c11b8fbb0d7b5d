import { compareVersions } from '../values/versions.ts';
import type { Hazard } from './hazard.ts';

/** vLLM took each entry of CUDA_VISIBLE_DEVICES for a number. */
export const uuidParser: Hazard = {
  code: 'RP6012',
  check({ launch, software, facts, places, report }) {
    const version = software['vllm'];
    if (version === undefined || compareVersions(version, FIRST_NOT_SEEN) >= 0) return;
    const isMig = facts.migInstance !== null;
    if (!facts.vendors.has('nvidia') || (launch.addressing !== 'uuid' && !isMig)) return;
    const words = launch.command ?? [];
    const position = words.findIndex(
      (word) => /^(.*\/)?vllm$/.test(word) || /^vllm\.entrypoints\./.test(word),
    );
    if (position < 0) return;
    report.warning(
      'RP6012',
      isMig ? places.word('command', position) : places.setting('launch', 'addressing'),
      `vLLM ${version} reads CUDA_VISIBLE_DEVICES as numbers, and ends with a ValueError at a UUID`,
      {
        notes: [
          'vllm-project/vllm#13815, #41848, noonghunna/club-3090#750 (seen with 0.9.2 to 0.22.0; 0.24.0 reads UUIDs)',
        ],
        help: isMig
          ? 'a MIG instance can only be named by its UUID: use whole GPUs, or try vLLM 0.24 or newer'
          : 'leave `addressing` at `index`, or take vLLM 0.24 or newer',
      },
    );
  },
};

/** 0.23 was not looked at. */
const FIRST_NOT_SEEN = '0.23';
