/** How often the user's command does its step, and with how many samples: fewer and more of them. */
export interface StepSizes {
  readonly samples: readonly [fewer: number, more: number];
  readonly steps: number;
}

/** One way to run the command. */
export interface StepRun {
  readonly samples: number;
  readonly steps: number;
}

/**
 * The three ways from which a step's time follows: more samples tell the speed, and twice the steps how long one takes
 * without the start of the program, which is the same in all of them.
 */
export const listStepRuns = ({ samples: [fewer, more], steps }: StepSizes): readonly StepRun[] => [
  { samples: fewer, steps },
  { samples: more, steps },
  { samples: fewer, steps: 2 * steps },
];

/** The command with the numbers of a run in it. */
export const fillIn = (
  [program, ...args]: readonly [string, ...string[]],
  { samples, steps }: StepRun,
): readonly [string, ...string[]] => {
  const fill = (word: string) =>
    word.replaceAll('{samples}', String(samples)).replaceAll('{steps}', String(steps));
  return [fill(program), ...args.map(fill)];
};

export interface StepFit {
  readonly samplesPerSecond: number;
  readonly fixedSeconds: number;
  /** Whether the fixed cost came out below nothing, and was taken as none. */
  readonly isBelowNoise: boolean;
}

/** Fits `fixed + samples ÷ speed` to the seconds of the three runs; a text where they contradict it. */
export function fitStep(
  [base = 0, more = 0, longer = 0]: readonly number[],
  { samples: [fewer, many], steps }: StepSizes,
): StepFit | string {
  const perStep = (longer - base) / steps;
  const perSample = (more - base) / steps / (many - fewer);
  if (perStep <= 0) return `${2 * steps} steps take no longer than ${steps}: time more steps`;
  if (perSample <= 0)
    return `${many} samples take no longer than ${fewer}: give numbers that are further apart, or more steps`;
  const fixed = perStep - fewer * perSample;
  return { samplesPerSecond: 1 / perSample, fixedSeconds: Math.max(0, fixed), isBelowNoise: fixed < 0 };
}
