import type { ClusterGpus } from './cluster.ts';

/** The most GPUs of one entry that are believed. */
const MAX_COUNT = 65_536;

/** Slurm writes 1,024 as `1K`, and so on. */
const UNITS = ['', 'k', 'm', 'g', 't', 'p'];

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
    const [, digits, unit = ''] = /^(\d{1,9})([kmgtp]?)$/i.exec(last ?? '') ?? [];
    const [type = null, ...others] = digits === undefined ? words : words.slice(0, -1);
    const count = digits === undefined ? 1 : Number(digits) * 1024 ** UNITS.indexOf(unit.toLowerCase());
    if (others.length > 0 || count > MAX_COUNT || type === '') return null;
    if (count > 0) gpus.push({ type, count });
  }
  return gpus;
}

/**
 * Whether a GRES type names a MIG profile: `1g.5gb`, as NVIDIA's library calls it, alone or after the model
 * (`a100_3g.20gb`), `1g_10gb`, or simply `mig`.
 */
export const isMigProfile = (type: string | null): boolean =>
  type !== null && /(^|[^a-z0-9])([1-7]g([._-]?\d+gb)?|mig)($|[^a-z0-9])/i.test(type);
