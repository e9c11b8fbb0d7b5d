import type { Hazard } from './hazard.ts';

/** Programs that take each entry of CUDA_VISIBLE_DEVICES for a number. */
export const uuidParser: Hazard = {
  code: 'RP6012',
  check({ launch, facts, places, report }) {
    const isMig = facts.migInstance !== null;
    if (!facts.vendors.has('nvidia') || (launch.addressing !== 'uuid' && !isMig)) return;
    const words = launch.command ?? [];
    const position = words.findIndex(
      (word) => /^(.*\/)?vllm$/.test(word) || /^vllm\.entrypoints\./.test(word),
    );
    if (position < 0) return;
    const help = 'leave `addressing` at `index`';
    report.warning(
      'RP6012',
      isMig ? places.word('command', position) : places.setting('launch', 'addressing'),
      'vLLM reads CUDA_VISIBLE_DEVICES as numbers, and ends with a ValueError at a UUID',
      {
        notes: [
          'vllm-project/vllm#13815, #20939, #41848 (seen with 0.9.2 to 0.20.1); the mend, #46132, was open in June 2026',
        ],
        help: isMig
          ? 'a MIG instance can only be named by its UUID: use whole GPUs, or a vLLM that has the mend'
          : help,
      },
    );
  },
};
