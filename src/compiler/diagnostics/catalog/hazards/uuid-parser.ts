import type { HazardEntry } from './entry.ts';

export const UUID_PARSER: HazardEntry = {
  code: 'RP6012',
  severity: 'warning',
  title: 'vLLM that is shown a UUID',
  explanation:
    'To vLLM before 0.23 each entry of CUDA_VISIBLE_DEVICES is a number, and it ends with `ValueError: invalid literal for int()`, often ' +
    'shown as a `ValidationError` of the model. So `addressing: uuid` does not work with it, and neither do MIG ' +
    'instances, which have no other name. Leave `addressing` at `index`, or take 0.24 or newer, which resolves UUIDs by NVML. ' +
    'It is told where `launch.software` names such a `vllm`, or where `verify` and `run` find it.',
  versions:
    'seen with vLLM 0.9.2 to 0.22.0; 0.24.0 and 0.25.1 read UUIDs of whole GPUs, MIG was not tried with them',
  checked: { vLLM: '0.25.1' },
  threads: [
    'vllm-project/vllm#13815',
    'vllm-project/vllm#20939',
    'vllm-project/vllm#41848',
    'noonghunna/club-3090#750',
  ],
  bad: `
      version: 1
      name: by-uuid
      nodes:
        - { hosts: s1, gpus: [{ index: 0, uuid: GPU-52a3a85d-3c55-ca3a-a955-82c69ed360fc }] }
      launch: { addressing: uuid, backend: none, command: [vllm, serve, m], software: { vllm: 0.22.0 } }
    `,
  good: `
      version: 1
      name: by-index
      nodes: [{ hosts: s1, gpus: { count: 1 } }]
      launch: { backend: none, command: [vllm, serve, m], software: { vllm: 0.22.0 } }
    `,
};
