/**
 * Returns where in a node's list the GPU of an index is; -1 where it has none. Most lists have GPU k at k and need no
 * map: a hundred thousand maps take more time and memory than all that is asked of them.
 */
export function indexGpus(gpus: readonly { readonly index: number }[]): (index: number) => number {
  if (gpus.every(({ index }, position) => index === position))
    return (index) => (index < gpus.length ? index : -1);
  const positions = new Map(gpus.map(({ index }, position) => [index, position]));
  return (index) => positions.get(index) ?? -1;
}
