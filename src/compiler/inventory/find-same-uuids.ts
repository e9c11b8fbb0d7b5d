/**
 * Pairs of GPUs whose uuids mean one device. A uuid names one in the world, whatever the case of its letters; on one node
 * the beginning of a uuid means the device that has it, so there one must not begin with another.
 */
export function* findSameUuids<G extends { readonly uuid: string | null }>(
  nodes: Iterable<{ readonly name: string; readonly gpus: readonly G[] }>,
) {
  const seen = new Map<string, { readonly node: string; readonly gpu: G }>();
  let previous: readonly G[] | null = null;
  for (const { name: node, gpus } of nodes) {
    if (gpus === previous && !gpus.some(({ uuid }) => uuid !== null)) continue;
    previous = gpus;
    const own = new Map<string, G>();
    for (const gpu of gpus) {
      const uuid = gpu.uuid?.toLowerCase();
      if (uuid === undefined) continue;
      const first = seen.get(uuid);
      if (first === undefined) seen.set(uuid, { node, gpu });
      else yield { first, second: { node, gpu } };
      if (!own.has(uuid)) own.set(uuid, gpu);
    }
    for (const [first, second] of findBeginnings(own))
      yield { first: { node, gpu: first }, second: { node, gpu: second } };
  }
}

/** Sorted, what begins with a text follows it. Of each pair the one that is listed first comes first. */
function* findBeginnings<G>(own: ReadonlyMap<string, G>): Generator<readonly [G, G]> {
  const listed = [...own.keys()];
  const position = new Map(listed.map((uuid, index) => [uuid, index]));
  let short = '';
  for (const uuid of listed.sort()) {
    if (short === '' || !uuid.startsWith(short)) {
      short = uuid;
      continue;
    }
    const inOrder = (position.get(short) ?? 0) < (position.get(uuid) ?? 0) ? [short, uuid] : [uuid, short];
    const [first, second] = inOrder.map((key) => own.get(key));
    if (first !== undefined && second !== undefined) yield [first, second];
  }
}
