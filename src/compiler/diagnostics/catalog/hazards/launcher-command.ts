import type { HazardEntry } from './entry.ts';

export const LAUNCHER_COMMAND: HazardEntry = {
  code: 'RP6001',
  severity: 'warning',
  title: 'a launcher as the command',
  explanation:
    'The command is what one rank runs, and rankplan starts it once for each. A launcher there (torchrun, ' +
    'accelerate launch, deepspeed, srun, mpirun, horovodrun) starts ranks of its own: four ranks become ' +
    'four times four, which fight for the same GPUs and ports, or each world is complete by itself and ' +
    'trains alone. Write the program as the command; rankplan gives it all the variables that torchrun ' +
    "would. The edit does that, and is certain where the launcher's options say only what the plan says. " +
    'What else they said (`accelerate launch --mixed_precision`, restarts) has to find another place. ' +
    "With one rank on each node nothing is said: it may be there to start the node's.",
  versions: 'all; tried with torchrun of PyTorch 2.13.0',
  checked: { PyTorch: '2.13.0' },
  threads: ['https://docs.pytorch.org/docs/stable/elastic/run.html'],
  bad: `
      version: 1
      name: twice
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      launch: { command: [torchrun, --nproc-per-node, "4", train.py, --epochs, "3"] }
    `,
  good: `
      version: 1
      name: once
      nodes: [{ hosts: lab1, gpus: { count: 4 } }]
      launch: { command: [python, train.py, --epochs, "3"] }
    `,
};
