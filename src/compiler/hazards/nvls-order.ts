import { nodeAt } from '../inventory/inventory.ts';
import { listSettings } from '../mapping/list-settings.ts';
import { findOutOfOrder } from '../mapping/placement-facts.ts';
import { compareVersions } from '../values/versions.ts';
import type { HazardContext } from './hazard.ts';

/** Where all ranks of a group are on one node NVLS gathers in the order of the bus, whatever the order of ranks is. */
export function nvlsOrder(context: HazardContext): void {
  const { backend, software, facts, inventory, places, report } = context;
  if (backend !== 'nccl' || !facts.vendors.has('nvidia')) return;
  // The reporter found 2.21.5 right.
  if (software['nccl'] !== undefined && compareVersions(software['nccl'], '2.24') < 0) return;
  const forced = listSettings(context, 'NCCL_ALGO').find(({ value }) => forcesNvls(value));
  if (forced === undefined) return;
  const isForced = (_: unknown, node: number) => forced.node === null || node === forced.node;
  const slot = findOutOfOrder(inventory, context.ranks.slotOfRank, isForced);
  if (slot === null) return;
  const { name } = nodeAt(inventory, slot);
  const message = `\`NCCL_ALGO=${forced.value}\` forces NVLS, and the ranks of ${name} are not in the order of its GPUs: ${describeEffect(facts.mappedNodes)}`;
  report.warning('RP6003', places.variable(forced.node, forced.name), message, {
    notes: ['NVIDIA/nccl#1906, seen with 2.26.2; the code is the same from 2.19.1 to 2.30.7'],
    help: 'leave ring possible (`NCCL_ALGO: "NVLS,Ring"`), or map each node in the order of its GPUs (`strategy: sequential`)',
  });
}

/** A group over several nodes puts the parts into the order of ranks (nccl#2377). */
const describeEffect = (nodes: number): string =>
  nodes === 1
    ? 'all-gather would give permuted data'
    : 'all-gather in a group within that node would give permuted data, over nodes it would not';

/** Whether all-gather or reduce-scatter has NVLS and cannot take a ring: `NVLS`, `^Ring`, `allgather:nvls;allreduce:ring`. */
export function forcesNvls(value: string): boolean {
  let common: string | undefined;
  const own = new Map<string, string>();
  for (const part of value.toLowerCase().split(';')) {
    const [name, list] = part.split(':');
    if (list === undefined) common = name;
    else own.set(name?.trim() ?? '', list);
  }
  return ['allgather', 'reducescatter'].some((operation) => {
    const list = (own.get(operation) ?? common)?.trim();
    if (list === undefined) return false;
    const names = list.replace(/^\^/, '').split(',');
    const allows = (name: string) => names.includes(name) !== list.startsWith('^');
    return allows('nvls') && !allows('ring');
  });
}
