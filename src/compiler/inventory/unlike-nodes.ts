import { isSameMemory } from '../values/same-memory.ts';
import type { InventoryGpu, InventoryNode } from './inventory.ts';

/** The facts that decide whether one node can replace another, in an inventory or a plan. */
type Node = Pick<InventoryNode, 'cpuRanks'> & { readonly gpus: readonly Gpu[] };
type Gpu = Pick<InventoryGpu, 'index' | 'vendor' | 'model' | 'parent' | 'maxSamples' | 'memoryBytes'>;

/** The difference because of which a machine cannot replace a node; null if it can. */
export function describeUnlikeMachine(lost: Node, spare: Node): string | null {
  if (spare.cpuRanks < lost.cpuRanks) return `it has ${spare.cpuRanks} CPU slots, not ${lost.cpuRanks}`;
  if (spare.gpus.length !== lost.gpus.length)
    return `it has ${spare.gpus.length} GPUs, not ${lost.gpus.length}`;
  const position = lost.gpus.findIndex((gpu, i) => !isLike(gpu, spare.gpus[i] as Gpu));
  if (position < 0) return null;
  const [wanted, got] = [lost, spare].map(({ gpus }) => describe(gpus[position] as Gpu));
  return `it has ${got} where ${wanted} is`;
}

/** What ranks rely on: where it is, what it is, and that it holds about as much. What is not known cannot differ. */
const isLike = (wanted: Gpu, got: Gpu): boolean =>
  (['index', 'vendor', 'model', 'parent', 'maxSamples'] as const).every((key) => wanted[key] === got[key]) &&
  (wanted.memoryBytes === null ||
    got.memoryBytes === null ||
    isSameMemory(wanted.memoryBytes, got.memoryBytes));

const describe = ({ index, model, vendor, parent }: Gpu): string =>
  `GPU ${index}${parent === null ? '' : ` (an instance of ${parent})`}, ${model ?? `one of ${vendor}`},`;
