import type { SourceFile, Span } from '../../compiler/source/source-file.ts';
import { keySpan, valueSpan } from '../../compiler/syntax/document.ts';
import type { NodeEntry, Topology } from '../../compiler/syntax/topology.ts';

/** Where the topology says what a plan has. Nodes are counted as in the plan, which has them in inventory order. */
export interface PlanPlaces {
  readonly host: (node: number) => Span;
  readonly gpus: (node: number) => Span;
  readonly cpus: (node: number) => Span;
  /** Of a key of `slurm`, or of `slurm` itself where the key is not given. */
  readonly slurm: (key: 'partition' | 'time' | 'mem' | null) => Span;
  /** A line of the section's `setup`. */
  readonly setup: (section: 'slurm' | 'launch', line: number) => Span;
}

/** A saved plan has no places of its own: all is said at the start of its file. */
export function locatePlan(topology: Topology | null, file: SourceFile): PlanPlaces {
  if (topology === null) {
    const start = () => ({ file, start: 0, end: 0 });
    return { host: start, gpus: start, cpus: start, slurm: start, setup: start };
  }
  const nodes = topology.nodes.flatMap((entry) => entry.hosts.map((_, position) => ({ entry, position })));
  const locate = (node: number, keys: readonly (keyof NodeEntry['source'])[]): Span => {
    const found = nodes[node];
    if (found === undefined) throw new Error(`there is no node ${node}`);
    const { source } = found.entry;
    const key = keys.find((candidate) => source[candidate] !== undefined);
    return key === undefined ? found.entry.hostSpan(found.position) : valueSpan(source, key);
  };
  const { slurm } = topology.source;
  const locateLine = (section: 'slurm' | 'launch', line: number): Span => {
    const lines = topology.source[section]?.setup;
    return lines === undefined ? keySpan(topology.source, section) : valueSpan(lines, line);
  };
  return {
    host: (node) => locate(node, []),
    gpus: (node) => locate(node, ['gpus', 'inventory']),
    cpus: (node) => locate(node, ['cpus']),
    setup: locateLine,
    slurm: (key) =>
      key !== null && slurm?.[key] !== undefined ? valueSpan(slurm, key) : keySpan(topology.source, 'slurm'),
  };
}
