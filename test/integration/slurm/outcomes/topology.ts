/** Two nodes of two kinds: what the outcomes are tried on. */
export const outcomeTopology = (slurm: object = {}, more: object = {}): object => ({
  version: 1,
  name: 'outcome',
  models: { A100: { score: 100, gres: 'a100' }, H100: { score: 140, gres: 'h100' } },
  nodes: [
    { hosts: 'a1', cpus: 8, gpus: { count: 2, model: 'A100' } },
    { hosts: 'b1', cpus: 8, gpus: { count: 1, model: 'H100' } },
  ],
  slurm: { time: 5, ...slurm },
  ...more,
});
