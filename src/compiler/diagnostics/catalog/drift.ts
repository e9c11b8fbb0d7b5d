import { type CatalogEntry, type MachineExample, unindent } from './entry.ts';

const MACHINES = {
  'four-l40s': 'with four L40S',
  mig: 'with two A100, of which the second is divided',
  busy: 'on whose first GPU somebody computes',
  unseen: 'in a container, where the memory of the GPUs is that of the host',
  unlisted: 'on whose first GPU somebody computes whom the driver does not list',
} as const;

/** `rankplan verify` on a machine of the tests, of a topology whose first lines are always the same. */
function verified(scenario: keyof typeof MACHINES, topology: string): MachineExample {
  return {
    kind: 'machine',
    machine: MACHINES[scenario],
    scenario,
    files: { 'topology.yaml': `version: 1\nname: train\n${unindent(topology)}` },
    commands: ['rankplan verify topology.yaml'],
    status: 1,
  };
}

const OPEN_PORT = 'launch: { master: { port: auto } }\n';

const onOneNode = (scenario: keyof typeof MACHINES, gpus: string): MachineExample =>
  verified(scenario, `nodes: [{ hosts: localhost, gpus: ${gpus} }]\n${OPEN_PORT}`);

const onL40s = (gpus: string): MachineExample => onOneNode('four-l40s', gpus);

/** A program that listens on the master port while it verifies. */
const OCCUPIED = `const { spawnSync } = require('node:child_process');
require('node:net').createServer().listen(29871, () => {
  const verify = ['verify', 'topology.yaml', '--port', '29871'];
  process.exit(spawnSync('rankplan', verify, { stdio: 'inherit' }).status);
});
`;

const GOOD = onL40s('{ count: 4, model: L40S, memory: 48GB }');

/** Others who are not seen, and RP523x: a plan and the machine that it is for. */
export const DRIFT: readonly CatalogEntry[] = [
  {
    code: 'RP5213',
    severity: 'both',
    title: 'memory of a planned GPU is in use by what the driver does not list',
    explanation:
      'More than 1.5 GiB of the GPU are in use beyond what the listed processes hold, and stay so for two seconds: ' +
      'somebody is there. Newer drivers list no process of another PID namespace, so in a container they list ' +
      'nobody outside of it; a process that ended badly may also leave memory behind. What firmware keeps does not ' +
      'count, nor what a display holds. With `--allow-busy` it is a warning.',
    bad: onOneNode('unlisted', '{ count: 4 }'),
    good: GOOD,
  },
  {
    code: 'RP5214',
    severity: 'warning',
    title: 'nobody can tell whether others are on the planned GPUs',
    explanation:
      'In a container, or under WSL, the driver need not list all processes, and of these GPUs it does not tell ' +
      'either how much memory is in use (GPUs whose memory is that of the host do not). So ranks may start beside ' +
      'others. Ask on the host itself; `--allow-busy` says that they may be there.',
    bad: onOneNode('unseen', '{ count: 4 }'),
    good: GOOD,
  },
  {
    code: 'RP5230',
    severity: 'both',
    title: 'a planned GPU is not there',
    explanation:
      'The machine has no GPU with that index. It was taken out, or this job or container was given some of the ' +
      'GPUs only, which are counted from 0 there. For a GPU without ranks it is a warning.',
    bad: onL40s('{ count: 5 }'),
    good: GOOD,
  },
  {
    code: 'RP5231',
    severity: 'both',
    title: 'another GPU in the place of the planned one',
    explanation:
      'The GPU at that index has another UUID than the plan says. The message tells where the planned one is now, ' +
      'if it is on this machine. Cards were exchanged or moved to other slots, or a job or container sees some of ' +
      'them only. Write a new inventory file with `rankplan probe -o`, and review what it does to the ranks with ' +
      '`rankplan diff`. For a GPU without ranks it is a warning.',
    bad: onL40s('[{ index: 0, uuid: GPU-14050000-0000-4000-8000-000000000001 }]'),
    good: onL40s('[{ index: 1, uuid: GPU-14050000-0000-4000-8000-000000000001 }]'),
  },
  {
    code: 'RP5232',
    severity: 'both',
    title: 'a GPU of another model',
    explanation:
      'The planned model and the name that the driver tells have different words with digits, such as `A100` and ' +
      '`L40S`. Words without digits are not compared, so `H100` is an `NVIDIA H100 80GB HBM3`, and a name of your ' +
      'own without digits is any GPU. Where the UUID is the planned one, it is the topology that names the model ' +
      'wrongly, and this is a warning, as for a GPU without ranks.',
    bad: onL40s('{ count: 4, model: A100 }'),
    good: GOOD,
  },
  {
    code: 'RP5233',
    severity: 'both',
    title: 'a GPU with another amount of memory',
    explanation:
      'The planned amount and what the driver tells differ by more than a tenth. Less than that is what ECC takes, ' +
      'what a driver keeps, or `80GB` for what is 80 GiB. Where the UUID is the planned one, or for a GPU without ' +
      'ranks, it is a warning.',
    bad: onL40s('{ count: 4, memory: 80GiB }'),
    good: GOOD,
  },
  {
    code: 'RP5234',
    severity: 'both',
    title: 'GPUs are divided otherwise than planned',
    explanation:
      'A planned MIG instance is not there, is a part of another GPU, or a GPU that is planned whole has been ' +
      'divided. Instances that are made anew have new UUIDs, by which ranks address them; a rank that is given the ' +
      'index of a divided GPU gets its first instance. `nvidia-smi -L` lists what there is. For a GPU without ' +
      'ranks it is a warning.',
    bad: onOneNode('mig', '{ count: 2, model: A100 }'),
    good: verified(
      'mig',
      `
      nodes:
        - hosts: localhost
          gpus:
            - { index: 0, model: A100 }
            - { index: 2, parent: 1, uuid: MIG-3c2a0000-0000-5000-8000-000000000000, memory: 20GB }
      launch: { master: { port: auto } }
      `,
    ),
  },
  {
    code: 'RP5235',
    severity: 'both',
    title: 'planned CPUs are not to be had',
    explanation:
      'The plan says which CPUs are near a GPU, and this machine has none of them. Where it has some, or this process ' +
      'may not use them (by its cgroup or `taskset`), ranks run on those that they are granted, and this is a ' +
      'warning, as for a node with fewer CPUs than planned.',
    bad: onL40s('[{ index: 0-3, cpus: 65000-65001 }]'),
    good: onL40s('{ count: 4, model: L40S }'),
  },
  {
    code: 'RP5236',
    severity: 'both',
    title: 'others are on a planned GPU',
    explanation:
      'The driver lists processes that compute on a GPU of ranks that have not started yet: they would take memory ' +
      'and time from them. If they hold less than 1 GiB together, or with `--allow-busy`, it is a warning. Of a driver in a container that counts the PIDs of ' +
      'the host nobody can say whose they are.',
    bad: onOneNode('busy', '{ count: 4 }'),
    good: GOOD,
  },
  {
    code: 'RP5237',
    severity: 'error',
    title: 'this machine is none of the nodes of the plan',
    explanation:
      'A node is recognized by its name, its short name or its address. No node with ranks is this machine, or ' +
      'several are. `--node` says which one it is.',
    bad: verified('four-l40s', 'nodes: [{ hosts: no-such-host, gpus: { count: 4 } }]\n'),
    good: GOOD,
  },
  {
    code: 'RP5238',
    severity: 'error',
    title: 'the master address does not resolve',
    explanation:
      'Every rank looks for rank 0 at that address, and this machine cannot find it. Ranks would try it for half an ' +
      'hour. Write `address:` of that node, or `launch.master.address`, as the name service has it.',
    bad: verified(
      'four-l40s',
      `
      nodes: [{ hosts: localhost, gpus: { count: 4 } }]
      launch: { master: { address: no-such-host.invalid, port: auto } }
      `,
    ),
    good: GOOD,
  },
  {
    code: 'RP5239',
    severity: 'error',
    title: 'the master port is taken',
    explanation:
      'Rank 0 will listen on that port of this machine, and another program does already: most often an earlier run ' +
      'that has not ended. `ss -ltnp` tells which. Choose another one, or let `port: auto` do it.',
    bad: {
      ...onL40s('{ count: 4 }'),
      files: { ...onL40s('{ count: 4 }').files, 'occupied.js': OCCUPIED },
      commands: ['node occupied.js'],
    },
    good: GOOD,
  },
];
