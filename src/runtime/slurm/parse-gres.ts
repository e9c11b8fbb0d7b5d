import type { ClusterGpus } from './cluster.ts';

/** The most GPUs of one entry that are believed. */
const MAX_COUNT = 65_536;

/**
 * The GPUs of a GRES text such as `gpu:a100:4(S:0-1),gpu:h100:2,nvme:1`; other resources are passed over. Null when an
 * entry for GPUs is of no known form: a wrong count would be believed.
 */
export function parseGres(text: string): readonly ClusterGpus[] | null {
  const gpus: ClusterGpus[] = [];
  // What follows in parentheses (sockets, indices) may hold commas.
  for (const entry of text.replaceAll(/\([^()]*\)/g, '').split(',')) {
    const [name, ...rest] = entry.trim().split(':');
    if (name !== 'gpu') continue;
    const words = rest.filter((word) => word !== 'no_consume');
    const last = words.at(-1);
    const isCounted = last !== undefined && /^\d{1,9}$/.test(last);
    const [type = null, ...others] = isCounted ? words.slice(0, -1) : words;
    const count = isCounted ? Number(last) : 1;
    if (others.length > 0 || count > MAX_COUNT || type === '') return null;
    if (count > 0) gpus.push({ type, count });
  }
  return gpus;
}
