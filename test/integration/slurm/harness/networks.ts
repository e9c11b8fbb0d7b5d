/** Networks of the nodes a1 to a8, as Slurm's administrators describe them, and what the recorded answers are of. */
export const NETWORK_NODES = 'a[1-8]';

const TREE = `SwitchName=s0 Nodes=a[1,3,5]
SwitchName=s1 Nodes=a[2,8]
SwitchName=s2 Nodes=a[4,6-7]
SwitchName=p0 Switches=s[0-1]
SwitchName=p1 Switches=s2
SwitchName=core Switches=p[0-1]
`;

const BLOCKS = `BlockName=b0 Nodes=a[1,3]
BlockName=b1 Nodes=a[2,4]
BlockName=b2 Nodes=a[5-6]
BlockName=b3 Nodes=a[7-8]
BlockSizes=2,4
`;

const YAML = `# Slurm takes this in place of topology.conf since 25.05.
- topology: net
  cluster_default: true
  tree:
    switches:
      - switch: s0
        nodes: a[1,3,5]
      - switch: s1
        nodes: a[2,8]
      - switch: s2
        nodes: a[4,6-7]
      - switch: p0
        children: s[0-1]
      - switch: p1
        children: s2
      - switch: core
        children: p[0-1]
- topology: racks
  cluster_default: false
  block:
    block_sizes:
      - 2
      - 4
    blocks:
      - block: b0
        nodes: a[1,3]
      - block: b1
        nodes: a[2,4]
      - block: b2
        nodes: a[5-6]
      - block: b3
        nodes: a[7-8]
- topology: none
  cluster_default: false
  flat: true
`;

export interface Network {
  readonly name: string;
  /** The first Slurm that knows it. */
  readonly since: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
  /** What `init` calls the levels: one switch above all says nothing. */
  readonly levels: readonly string[];
  /** Machines from domain to domain, as eight nodes of a job take them. */
  readonly order: readonly string[];
}

const BY_SWITCH_LEVELS = ['spine', 'leaf'];
const BY_SWITCH = ['a1', 'a3', 'a5', 'a2', 'a8', 'a4', 'a6', 'a7'];
const BY_BLOCK = ['a1', 'a3', 'a2', 'a4', 'a5', 'a6', 'a7', 'a8'];

export const NETWORKS: readonly Network[] = [
  {
    name: 'tree',
    since: '22.05',
    settings: { TopologyPlugin: 'topology/tree' },
    files: { 'topology.conf': TREE },
    levels: BY_SWITCH_LEVELS,
    order: BY_SWITCH,
  },
  {
    name: 'block',
    since: '23.11',
    settings: { TopologyPlugin: 'topology/block' },
    files: { 'topology.conf': BLOCKS },
    levels: ['blocks4', 'block'],
    order: BY_BLOCK,
  },
  {
    name: 'yaml',
    since: '25.05',
    settings: {},
    files: { 'topology.yaml': YAML },
    levels: BY_SWITCH_LEVELS,
    order: BY_SWITCH,
  },
];
