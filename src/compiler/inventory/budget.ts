/** The most slots of one topology: 2^21. Whatever a topology lists is counted before it is expanded. */
export const MAX_SLOTS = 2 ** 21;

/** A number of things that may still be made. */
export interface Budget {
  readonly left: () => number;
  /** Takes `count` of them; false when there are fewer. */
  readonly take: (count: number) => boolean;
}

export function createBudget(total: number): Budget {
  let left = total;
  return {
    left: () => left,
    take: (count) => {
      if (count > left) return false;
      left -= count;
      return true;
    },
  };
}
