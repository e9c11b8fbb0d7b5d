/**
 * A plan as a picture, computed once and drawn by several renderers. Texts are as the plan has them: making them harmless
 * is the work of each renderer, which alone knows how.
 */
export interface Picture {
  readonly name: string;
  /** Size, strategy, master, batch: a line each. */
  readonly facts: readonly string[];
  /** What the figure of a GPU is (`score`, `memory`, a metric); null when no GPU has one. */
  readonly figure: string | null;
  readonly hasShares: boolean;
  /** How many consecutive ranks belong together, from rank 0 on; null if it is unknown. */
  readonly groupSize: number | null;
  readonly size: CellSize;
  /** In inventory order. */
  readonly nodes: readonly NodeBox[];
  readonly scale: readonly ScaleStep[];
  /** What is too much to draw, as a sentence; null when all is drawn. */
  readonly omitted: string | null;
}

/** All facts on a cell; the rank and one more; the rank alone. */
export type CellSize = 'large' | 'medium' | 'small';

export interface NodeBox {
  readonly name: string;
  /** Ranges of its ranks, `0-3,8`; empty when it is idle. */
  readonly ranks: string;
  readonly cells: readonly Cell[];
}

/** A GPU or a CPU slot. */
export interface Cell {
  /** As selectors name it: `lab1:2`, `build1:cpu0`. */
  readonly slot: string;
  readonly kind: 'gpu' | 'cpu';
  /** `GPU 2`, `CPU 0`. */
  readonly label: string;
  readonly model: string | null;
  /** Its ranks in order, consecutive; empty when it is idle. */
  readonly ranks: readonly number[];
  /** How many GPUs its rank has. */
  readonly gpusOfRank: number;
  readonly figure: number | null;
  /** The step of the scale that has its figure; null without a figure, and when it is idle. */
  readonly shade: number | null;
  /** Samples of the global batch, of all its ranks together; a rank has them with all its GPUs. */
  readonly share: number | null;
  /** Whether the next cell of the node goes on with the next rank of the same block, or with a rank that has several GPUs. */
  readonly joined: boolean;
  /** Its first row in the table of ranks and idle slots, and how many are there: a long table is cut. */
  readonly row: number;
  readonly rows: number;
}

/** One colour, and the least and the greatest figure that have it. */
export interface ScaleStep {
  readonly shade: number;
  readonly from: number;
  readonly to: number;
}
