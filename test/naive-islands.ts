/** A whole GPU as the reference sees it. */
export interface NaiveGpu {
  readonly links: readonly (string | null)[];
  readonly numaNode: number | null;
}

type Near = (from: number, to: number) => boolean | null;

/**
 * The islands of whole GPUs, from the definition and by the simplest means: two GPUs are on one island where a chain of near
 * ones joins them. Null where that depends on what is not known.
 */
export function findIslandsNaively(gpus: readonly NaiveGpu[]): readonly number[] | null {
  const word = (a: number, b: number) =>
    gpus[Math.min(a, b)]?.links[Math.max(a, b)] ?? gpus[Math.max(a, b)]?.links[Math.min(a, b)] ?? null;
  const all = gpus.map((_, gpu) => gpu);
  const words = all.flatMap((a) => all.filter((b) => a !== b).map((b) => word(a, b)));
  if (words.every((path) => path === null)) return null;
  const hasLink = (a: number) => all.some((b) => a !== b && word(a, b)?.startsWith('NV'));
  const isLocal = (a: number, b: number) => ['PIX', 'PXB', 'PHB', 'NODE'].includes(word(a, b) ?? '');

  if (all.some(hasLink)) {
    return number(
      joinChains(all, (a, b) => {
        if (word(a, b) === null) return null;
        return word(a, b)?.startsWith('NV') || (!hasLink(a) && !hasLink(b) && isLocal(a, b));
      }),
    );
  }
  const numa = joinChains(all, (a, b) => {
    if (word(a, b) !== null) return isLocal(a, b);
    const [one, other] = [gpus[a]?.numaNode ?? null, gpus[b]?.numaNode ?? null];
    return one === null || other === null ? null : one === other;
  });
  if (numa === null || new Set(numa).size > 1) return number(numa);
  return number(
    joinChains(all, (a, b) => (word(a, b) === null ? null : ['PIX', 'PXB'].includes(word(a, b) ?? ''))),
  );
}

/** The lowest GPU that each can be reached from; null where what is not known makes a difference. */
function joinChains(all: readonly number[], isNear: Near): readonly number[] | null {
  const reach = (accept: (near: boolean | null) => boolean) => {
    let lowest = [...all];
    for (const _ of all)
      lowest = all.map((a) =>
        Math.min(...all.filter((b) => a === b || accept(isNear(a, b))).map((b) => lowest[b] ?? b)),
      );
    return lowest;
  };
  const sure = reach((near) => near === true);
  return String(sure) === String(reach((near) => near !== false)) ? sure : null;
}

function number(lowest: readonly number[] | null): readonly number[] | null {
  const firsts = [...new Set(lowest)];
  if (lowest === null || firsts.length === 1 || firsts.length === lowest.length) return null;
  return lowest.map((first) => firsts.indexOf(first));
}
