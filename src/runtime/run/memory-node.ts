import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expandNumberList } from '../../compiler/inventory/number-list.ts';

const NODES = '/sys/devices/system/node';

/**
 * Returns a function from a list of CPUs to the NUMA node that all of them are on; null if they are on several, or
 * where there is only one node to choose.
 */
export function createMemoryNodeFinder(folder = NODES): (cpus: string) => number | null {
  let nodes: ReadonlyMap<number, ReadonlySet<number>> | null = null;
  return (cpus) => {
    const wanted = expandNumberList(cpus);
    if ('problem' in wanted) return null;
    nodes ??= readNodes(folder);
    if (nodes.size < 2) return null;
    for (const [node, own] of nodes) if (wanted.every((cpu) => own.has(cpu))) return node;
    return null;
  };
}

function readNodes(folder: string): ReadonlyMap<number, ReadonlySet<number>> {
  const nodes = new Map<number, ReadonlySet<number>>();
  try {
    for (const name of readdirSync(folder)) {
      const number = /^node(\d+)$/.exec(name)?.[1];
      if (number === undefined) continue;
      const cpus = expandNumberList(readFileSync(join(folder, name, 'cpulist'), 'utf8').trim());
      if (!('problem' in cpus)) nodes.set(Number(number), new Set(cpus));
    }
  } catch {
    // a machine that does not tell has one node as far as we are concerned
  }
  return nodes;
}
