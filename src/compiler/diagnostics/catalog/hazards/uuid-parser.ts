import type { HazardEntry } from './entry.ts';

export const UUID_PARSER: HazardEntry = {
  code: 'RP6012',
  severity: 'warning',
  title: 'vLLM that is shown a UUID',
  explanation:
    'Each entry of CUDA_VISIBLE_DEVICES is a number to vLLM, which ends with `ValueError: invalid literal for int()`, often ' +
    'shown as a `ValidationError` of the model. So `addressing: uuid` does not work with it, and neither do MIG ' +
    'instances, which have no other name. Leave `addressing` at `index`; the change that mends it was open in June 2026.',
  versions: 'seen with vLLM 0.9.2 to 0.20.1',
  threads: [
    'vllm-project/vllm#13815',
    'vllm-project/vllm#20939',
    'vllm-project/vllm#41848',
    'vllm-project/vllm#46132',
  ],
  bad: `
      version: 1
      name: by-uuid
      nodes:
        - { hosts: s1, gpus: [{ index: 0, uuid: GPU-52a3a85d-3c55-ca3a-a955-82c69ed360fc }] }
      launch: { addressing: uuid, backend: none, command: [vllm, serve, m] }
    `,
  good: `
      version: 1
      name: by-index
      nodes: [{ hosts: s1, gpus: { count: 1 } }]
      launch: { backend: none, command: [vllm, serve, m] }
    `,
};
