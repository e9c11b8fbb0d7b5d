/** A GPU of a node, as one of a pair that means one card. */
interface Named<G> {
  readonly node: string;
  readonly gpu: G;
}

/** Pairs of GPUs with one uuid, which names one device in the world, whatever the case of its letters. */
export function* findSameUuids<G extends { readonly uuid: string | null }>(
  nodes: Iterable<{ readonly name: string; readonly gpus: readonly G[] }>,
): Generator<{ readonly first: Named<G>; readonly second: Named<G> }> {
  const seen = new Map<string, Named<G>>();
  let previous: readonly G[] | null = null;
  for (const { name: node, gpus } of nodes) {
    if (gpus === previous && !gpus.some(({ uuid }) => uuid !== null)) continue;
    previous = gpus;
    for (const gpu of gpus) {
      const uuid = gpu.uuid?.toLowerCase();
      if (uuid === undefined) continue;
      const first = seen.get(uuid);
      if (first === undefined) seen.set(uuid, { node, gpu });
      else yield { first, second: { node, gpu } };
    }
  }
}
