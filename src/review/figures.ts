/* Figures of a plan as the JSON of `diff` has them. Only types: dist/api.d.ts is made of this file, too. */

/** The GPU with a rank that counts as least, and how many count as that; `pace` is what it counts as where it was measured. */
export interface SlowestGpu {
  readonly gpu: string;
  readonly score: number;
  readonly pace?: number;
  readonly gpus: number;
}

/** The groups of one dimension, and how many of them span places of each level, from inside to outside. */
export interface GroupCount {
  readonly name: string;
  readonly size: number;
  readonly groups: number;
  readonly spanning: readonly SpanCount[];
}

interface SpanCount {
  /** `island`, `node`, or a level of the plan. */
  readonly level: string;
  readonly groups: number;
  /** No order of the same slots has fewer. */
  readonly atLeast: number;
}
