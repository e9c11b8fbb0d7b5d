import { listSettings } from '../mapping/list-settings.ts';
import { compareVersions } from '../values/versions.ts';
import type { HazardContext } from './hazard.ts';

/** An entry that names nothing: how, or null. */
type FindWrong = (entry: string, position: number) => string | null;

/** gloo compares whole names. Neither it nor PyTorch, which splits the list, knows any other form. */
const inGloo: FindWrong = (entry) => {
  if (/^[\^=]/.test(entry)) return "`^` and `=` are NCCL's";
  if (/\s/.test(entry)) return 'a blank is taken for a part of the name';
  return /^\d+(\.\d+){3}$|\//.test(entry) ? 'an address is not looked for' : null;
};

/** NCCL takes `^` and then `=` off the front of the whole list, and what is left of each entry for a name. */
const inNccl: FindWrong = (entry, position) => {
  if (position === 0 ? entry.startsWith('=^') : /^[\^=]/.test(entry))
    return '`^`, and then `=`, stand once, before the whole list';
  return /\s/.test(entry) ? 'a blank is taken for a part of the name' : null;
};

const VARIABLES: readonly (readonly [name: string, library: string, find: FindWrong])[] = [
  ['GLOO_SOCKET_IFNAME', 'gloo', inGloo],
  ['NCCL_SOCKET_IFNAME', 'NCCL', inNccl],
  ['NCCL_IB_HCA', 'NCCL', inNccl],
];

/** A value in the form of another library, or of no library, finds no interface. */
export function interfaceSyntax(context: HazardContext): void {
  for (const [variable, library, find] of VARIABLES) {
    for (const { node, name, value } of listSettings(context, variable)) {
      const entries = value.split(',');
      const wrong = entries.find((entry, i) => entry !== '' && find(entry, i) !== null);
      if (wrong === undefined) continue;
      const message = `\`${name}=${value}\`: ${library} finds nothing that is called \`${wrong}\``;
      context.report.warning('RP6015', context.places.variable(node, name), message, {
        notes: [
          `${find(wrong, entries.indexOf(wrong))} (read in NCCL 2.30.7, tried with gloo of PyTorch 2.13.0)`,
        ],
        help:
          library === 'gloo'
            ? 'write whole names, as `ip -br addr` shows them, with commas between; where nodes differ, in the `env` of each'
            : 'write `^=docker0,lo` for all but these two, `=eth0,eth1` for these two alone',
      });
    }
  }
}

/** Ranks would look for each other on their own machine. */
export function loopbackInterface(context: HazardContext): void {
  const { facts, places, report } = context;
  if (facts.mappedNodes < 2) return;
  const names = ['NCCL_SOCKET_IFNAME', 'GLOO_SOCKET_IFNAME'];
  for (const { node, name, value } of names.flatMap((one) => listSettings(context, one))) {
    // `lo` is a prefix for NCCL: of interfaces, only the loopback begins with it.
    if (!/^=?lo(,=?lo)*$/.test(value)) continue;
    const message = `\`${name}=${value}\` in a plan of ${facts.mappedNodes} nodes: they do not reach each other over it`;
    const help = 'name the interface of the network between the nodes, or leave it out';
    const isNccl = name === 'NCCL_SOCKET_IFNAME';
    report.warning('RP6010', places.variable(node, name), message, {
      notes: isNccl
        ? ['NCCL user guide, NCCL_SOCKET_IFNAME; NVIDIA/nccl#286 (names are prefixes)']
        : ['tried with gloo of PyTorch 2.13.0'],
      help: isNccl
        ? `${help}: NCCL does not take \`lo\` by itself`
        : `${help}: gloo takes the one of the host's name then`,
    });
  }
}

/** A value of NCCL_IB_HCA that is made of a rank's number. */
const BY_RANK =
  /\bNCCL_IB_HCA=[^\s$]{0,64}\$\{?(LOCAL_RANK|RANK|RANKPLAN_(LOCAL_)?RANK|SLURM_(LOCALID|PROCID)|OMPI_COMM_WORLD_(LOCAL_)?RANK|MPI_LOCALRANKID|PMI_RANK)\b/;

/** Ranks of one node that see different adapters build different graphs. Per node it is as it should be. */
export function hcaByRank({ launch, slurmSetup, places, report }: HazardContext): void {
  const look = (texts: readonly string[], span: (index: number) => ReturnType<typeof places.word>) => {
    const index = texts.findIndex((text) => BY_RANK.test(text));
    if (index < 0) return;
    report.warning('RP6006', span(index), '`NCCL_IB_HCA` would differ from rank to rank of one node', {
      notes: [
        'NVIDIA/nccl#1478: NCCL takes the adapters of a node from each of its ranks, and fails in ncclBuildRings or hangs',
      ],
      help: 'set it in `env`, of `launch` or of a node: NCCL chooses the adapter near each GPU by itself',
    });
  };
  look(launch.command ?? [], (index) => places.word('command', index));
  look(launch.wrap ?? [], (index) => places.word('wrap', index));
  look(launch.setup, (line) => places.setupLine('launch', line));
  look(slurmSetup, (line) => places.setupLine('slurm', line));
}

/** Nodes with different numbers of adapters, and no check that would say so. */
export function netMismatch(context: HazardContext): void {
  const { software, places, report } = context;
  const ignored = listSettings(context, 'NCCL_IGNORE_NET_MISMATCH');
  // The variable and its default of 1 came with this release.
  const isDefault = software['nccl'] !== undefined && compareVersions(software['nccl'], '2.30.3') >= 0;
  if (ignored.length === 0 ? !isDefault : ignored.some(({ value }) => value === '0')) return;
  // Those that leave some out (`^`) name none.
  const adapters = listSettings(context, 'NCCL_IB_HCA').filter(({ value }) => !value.startsWith('^'));
  const counts = new Set(
    adapters.map(({ value }) => value.replace(/^=/, '').split(',').filter(Boolean).length),
  );
  const at = ignored[0] ?? adapters[0];
  if (counts.size < 2 || at === undefined) return;
  const numbers = [...counts].sort((a, b) => a - b).join(' and ');
  const message = `the nodes have ${numbers} adapters in \`NCCL_IB_HCA\`: NCCL can hang on channels that have no peer`;
  report.warning('RP6011', places.variable(at.node, at.name), message, {
    notes: ['NVIDIA/nccl#2428, seen with 2.30.7; `NCCL_IGNORE_NET_MISMATCH` is 1 by default since 2.30.3'],
    help: 'name as many adapters on each node; with `NCCL_IGNORE_NET_MISMATCH: "0"` NCCL refuses at its start',
  });
}
