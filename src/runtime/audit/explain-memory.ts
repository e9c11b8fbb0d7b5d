import type { AuditReason } from '../../generated/audit.ts';
import { listGpuRanks } from './audited-ranks.ts';
import type { Evidence } from './evidence.ts';
import { CONTEXT_BYTES } from './gpu-record.ts';

/**
 * Where no process could be recognized, the memory in use says something: whether it grew on the planned GPUs, and on no
 * others. Whose it is, it does not say. Null where there is nothing to compare.
 */
export function explainMemory({
  audited,
  homes,
  gpus,
}: Evidence): { readonly reason: AuditReason; readonly isAsPlanned: boolean } | null {
  const known = [...gpus.values()].filter(({ grownBytes }) => grownBytes !== null);
  const ranks = listGpuRanks(audited);
  const planned = new Set(ranks.map(({ rank }) => homes.get(rank)));
  const hasGrown = known.filter(({ grownBytes }) => (grownBytes ?? 0) >= CONTEXT_BYTES);
  if (hasGrown.length === 0) return null;
  const elsewhere = hasGrown.filter(({ gpu }) => !planned.has(gpu.key)).map(({ gpu }) => gpu.name);
  const idle = known
    .filter(({ gpu, grownBytes }) => planned.has(gpu.key) && (grownBytes ?? 0) < CONTEXT_BYTES)
    .map(({ gpu }) => gpu.name);
  const isAsPlanned =
    elsewhere.length === 0 && idle.length === 0 && ranks.every(({ rank }) => homes.has(rank));
  const deviations = [
    ...(idle.length === 0 ? [] : [`did not grow on ${idle.join(', ')}`]),
    ...(elsewhere.length === 0 ? [] : [`grew on ${elsewhere.join(', ')}, for which no rank is planned`]),
  ];
  const what = isAsPlanned ? 'grew on the planned GPUs, and on no other' : deviations.join(', and ');
  return {
    isAsPlanned,
    reason: {
      code: 'memory-only',
      ranks: [],
      message: `no rank was seen on its GPU; the memory in use ${what}${isAsPlanned ? '' : ': see audit.json'}`,
    },
  };
}
