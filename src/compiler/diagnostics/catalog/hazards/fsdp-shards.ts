import type { HazardEntry } from './entry.ts';

export const FSDP_SHARDS: HazardEntry = {
  code: 'RP6009',
  severity: 'warning',
  title: 'FSDP on GPUs of different memory',
  explanation:
    "FSDP divides parameters, gradients and the optimizer's state into as many equal shards as there are " +
    'ranks, whatever memory their GPUs have. So the smallest GPU is the limit, and what the others have ' +
    'beyond it stays unused, or the smallest runs out of memory. It is told where `ACCELERATE_USE_FSDP` ' +
    'is set and the memory of all mapped GPUs is known. Leave small GPUs out, or plan for it: shares of ' +
    'the batch may differ, since activations are not sharded.',
  versions: 'all; read in torch 2.13',
  checked: { PyTorch: '2.13.0' },
  threads: ['facebookresearch/fairscale#1073'],
  bad: `
      version: 1
      name: small-one
      models: { A100: { memory: 80GiB }, A10: { memory: 24GiB } }
      nodes:
        - { hosts: h1, gpus: { count: 2, model: A100 } }
        - { hosts: h2, gpus: { count: 2, model: A10 } }
      launch: { env: { ACCELERATE_USE_FSDP: "true" } }
    `,
  good: `
      version: 1
      name: alike
      models: { A100: { memory: 80GiB } }
      nodes: [{ hosts: "h[1-2]", gpus: { count: 2, model: A100 } }]
      launch: { env: { ACCELERATE_USE_FSDP: "true" } }
    `,
};
