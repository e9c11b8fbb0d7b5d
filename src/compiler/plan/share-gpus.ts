type JsonObject = Record<string, unknown>;

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;

/**
 * Gives neighbours whose GPUs are alike one list of them, as a plan that was just compiled has it: the GPUs of a
 * hundred thousand nodes are most of a plan, and what is one is compared once. Works on JSON that is not validated yet.
 */
export function shareGpus(plan: unknown): void {
  if (!isObject(plan) || !Array.isArray(plan['nodes'])) return;
  const nodes: readonly unknown[] = plan['nodes'];
  let last: readonly unknown[] = [];
  for (const node of nodes) {
    if (!isObject(node) || !Array.isArray(node['gpus'])) continue;
    const gpus: readonly unknown[] = node['gpus'];
    if (gpus.length === last.length && gpus.every((gpu, i) => areAlike(gpu, last[i]))) node['gpus'] = last;
    else last = gpus;
  }
}

/** Whether two objects have the same keys, also those that a newer rankplan wrote, with the same plain values. */
function areAlike(some: unknown, other: unknown): boolean {
  if (!isObject(some) || !isObject(other)) return false;
  let more = 0;
  for (const key in some) {
    if (some[key] !== other[key]) return false;
    more++;
  }
  for (const _ in other) more--;
  return more === 0;
}
