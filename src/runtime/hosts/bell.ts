/** Lets one wait for whatever happens next, or until a time has passed. */
export interface Bell {
  readonly ring: () => void;
  readonly wait: (ms: number) => Promise<void>;
}

/** Node takes what is longer for no time at all. */
const LONGEST_MS = 2 ** 31 - 1;

export function createBell(): Bell {
  let hasRung = false;
  let wake: (() => void) | null = null;
  return {
    ring() {
      hasRung = true;
      wake?.();
    },
    async wait(ms) {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, Math.min(ms, LONGEST_MS));
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      wake = null;
      hasRung = false;
    },
  };
}
