import type { CatalogEntry, SessionExample } from './entry.ts';

const CPU_NODE = `NodeName=build1 CPUEfctv=64 Gres=(null) State=IDLE Partitions=cpu
`;

/** A file that others wrote, and what `init` makes of it. */
function made(
  source: 'hostfile' | 'network' | 'nvidia-smi' | 'slurm' | 'torchrun',
  file: string,
  text: string,
): SessionExample {
  return {
    kind: 'session',
    files: { [file]: text },
    commands: [`rankplan init --from ${source} ${file}${source === 'network' ? ' --gpus 8' : ''}`],
  };
}

const A100 = (index: number) => `GPU ${index}: NVIDIA A100-SXM4-80GB (UUID: GPU-5f2a01c${index})\n`;

/** With all that nvidia-smi says of a machine; without it there is a warning. */
const LAB1 = `<nvidia_smi_log><attached_gpus>1</attached_gpus><gpu id="00000000:07:00.0">
<product_name>NVIDIA A100-SXM4-80GB</product_name><uuid>GPU-5f2a01c0</uuid>
<fb_memory_usage><total>81920 MiB</total></fb_memory_usage></gpu></nvidia_smi_log>
\tGPU0\tCPU Affinity\tNUMA Affinity
GPU0\t X \t0-31\t0
`;

/** RP51xx: what `init --from` reads. */
export const IMPORTS: readonly CatalogEntry[] = [
  {
    code: 'RP5112',
    severity: 'error',
    title: 'a line that is none of a hostfile',
    explanation:
      'A line of the hostfile is of no form that MPI or DeepSpeed take, or names a host that a topology ' +
      'cannot have. A host or a slot that is passed over would be missed only when ranks wait for it, so ' +
      'nothing is written. Forms are `host`, `host slots=4` (with `max_slots=`) and `host:4`; a host on ' +
      'several lines gets the sum.',
    bad: made('hostfile', 'hosts.txt', 'lab1 slots=4\nlab2 slots=four\n'),
    good: made('hostfile', 'hosts.txt', '# two boxes\nlab1 slots=4\nlab2 slots=2\n'),
  },
  {
    code: 'RP5114',
    severity: 'warning',
    title: 'a node of the cluster that a topology cannot have',
    explanation:
      'Slurm tells of a node whose name, GPU type or number of GPUs has no place in a topology. It is left ' +
      'out of what `init --from slurm` writes, and all others are written. Add it by hand if it is needed.',
    bad: made(
      'slurm',
      'nodes.txt',
      `${CPU_NODE}NodeName=dgx01 Gres=gpu:a100:8:9 State=IDLE Partitions=gpu\n`,
    ),
    good: made('slurm', 'nodes.txt', CPU_NODE),
  },
  {
    code: 'RP5116',
    severity: 'error',
    title: 'a launch whose map cannot be told',
    explanation:
      '`init --from` reads where a launch puts its ranks: the options of torchrun, accelerate, deepspeed, mpirun and ' +
      'srun, the `#SBATCH` lines, and variables of known values. A script is never run. What only running it tells ' +
      '(arguments, the output of programs, what is set in an `if`), or what the launcher leaves to chance, cannot ' +
      'be in a plan: the message names it, and nothing is written. Write the value into the script or a copy of ' +
      'it, or begin with `rankplan init --host HOSTS --gpus N`.',
    bad: made('torchrun', 'train.sh', 'torchrun --nproc_per_node=$(nvidia-smi -L | wc -l) train.py\n'),
    good: made('torchrun', 'train.sh', 'GPUS=4\ntorchrun --nproc_per_node=$GPUS train.py\n'),
  },
  {
    code: 'RP5117',
    severity: 'warning',
    title: 'what a launch leaves open',
    explanation:
      'The map of the launch is known only if something is taken for granted: a default (`${GPUS:-4}`), that a ' +
      'branch of the script is taken, or that GPUs without a rank are meant. The topology is written; look whether ' +
      'the message is right.',
    bad: made('torchrun', 'train.sh', 'torchrun --nproc_per_node=${GPUS:-4} train.py\n'),
    good: made('torchrun', 'train.sh', 'torchrun --nproc_per_node=4 train.py\n'),
  },
  {
    code: 'RP5119',
    severity: 'error',
    title: 'a file without a launch',
    explanation:
      'The file is nothing that `init --from` reads: a hostfile, a rankfile, a configuration of Accelerate, a script ' +
      'that starts a launcher, or an answer of Slurm. Or it is a script that cannot be read, such as with a quote ' +
      'that is not closed, or that starts no launcher that is known. A program that starts its ranks itself (`mp.spawn`) has their ' +
      'number and their GPUs in its code, as values that only running it tells.',
    bad: made('torchrun', 'train.sh', 'python train.py\n'),
    good: made('torchrun', 'train.sh', 'torchrun --nproc_per_node=4 train.py\n'),
  },
  {
    code: 'RP5120',
    severity: 'warning',
    title: 'GPUs of one machine in several NVLink domains',
    explanation:
      'NVLink may span machines: then the driver names the domain of each GPU, by the UUID of the fabric and a clique ' +
      'in it. The GPUs of this machine are not all in one: some have not joined the fabric yet, or were put into ' +
      'another partition of it. A node is in one domain, so the inventory file has none. See `Fabric` in `nvidia-smi -q`, and ' +
      'probe again when all of them are `Completed`.',
    bad: {
      kind: 'machine',
      machine: 'of which one GPU has not joined the fabric',
      scenario: 'fabric-not-ready',
      commands: ['rankplan probe'],
    },
    good: {
      kind: 'machine',
      machine: 'in a rack with one NVLink domain',
      scenario: 'nvl72-tray',
      commands: ['rankplan probe'],
    },
  },
  {
    code: 'RP5121',
    severity: 'both',
    title: 'a network that cannot be read',
    explanation:
      'The file is to say where nodes are: topology.conf or topology.yaml of Slurm (tree or block), what `scontrol show ' +
      'topology` prints, or what topograph writes. It has none of that, or is no tree: a switch that is missing, a circle, ' +
      'a machine below two switches of one level. Of a file it is an error; where Slurm was asked the topology is written ' +
      'without `domain`, and it is a warning.',
    bad: made(
      'network',
      'topology.conf',
      'SwitchName=leaf1 Nodes=lab[1-2]\nSwitchName=top Switches=leaf[1-2]\n',
    ),
    good: made(
      'network',
      'topology.conf',
      'SwitchName=leaf1 Nodes=lab[1-2]\nSwitchName=leaf2 Nodes=lab[3-4]\nSwitchName=top Switches=leaf[1-2]\n',
    ),
  },
  {
    code: 'RP5122',
    severity: 'error',
    title: 'an answer of nvidia-smi that cannot be read',
    explanation:
      'The file is to have what `nvidia-smi -q -x`, `nvidia-smi -L` or `nvidia-smi topo -m` printed on one machine, or several ' +
      'of them one after the other. It has none, ends in the middle, describes a part of the GPUs, or speaks of two ' +
      'machines. A GPU that is lost would be missed only when its rank starts, so nothing is written.',
    bad: made('nvidia-smi', 'lab1.txt', `${A100(0)}${A100(1).slice(0, 30)}\n`),
    good: made('nvidia-smi', 'lab1.txt', LAB1),
  },
];
