import type { LaunchPlan } from '../../generated/plan.ts';
import type { Reporter } from '../diagnostics/reporter.ts';
import type { Inventory } from '../inventory/inventory.ts';
import type { Places } from '../inventory/places.ts';
import type { Mapping } from '../syntax/topology.ts';
import type { Teams } from './form-teams.ts';

/** What a strategy decides from. Slots are numbers of the inventory. */
export interface MappingProblem {
  readonly mapping: Omit<Mapping, 'source'>;
  readonly inventory: Inventory;
  /** The slots that are not excluded, in inventory order. */
  readonly candidates: Uint32Array;
  /** How many consecutive ranks should be near to each other (`launch.groupSize`); null: any. */
  readonly groupSize: number | null;
  readonly places: Places;
  readonly report: Reporter;
}

/** The slots that carry ranks, in rank order, each once. */
export interface SlotOrder {
  /** One slot for each rank; if a rank has several GPUs, that of the first. */
  readonly slots: Uint32Array;
  readonly teams: Teams;
  /** Why the slot at `position` of `slots` is there, in a few words on one line. */
  readonly why: (position: number) => string;
}

/** One way to choose and order slots. A new one is a file like its siblings and a line in `strategies.ts`. */
export interface Strategy {
  readonly name: string;
  /** One line for the documentation. */
  readonly summary: string;
  /** What `mapping.order` may be; the first is the default, none means that `order` has no meaning. */
  readonly orders: readonly NonNullable<LaunchPlan['mapping']['order']>[];
  /** Keys of `mapping` that have a meaning under this strategy, beside `strategy`, `order`, `ranksPerGpu` and `gpusPerRank`. */
  readonly keys: readonly ('by' | 'tolerance' | 'ranks' | 'worldSize' | 'exclude')[];
  /** Whether the metric `mapping.by` decides. */
  readonly ranked: boolean;
  /**
   * Orders `wanted` slots (or all there are, if fewer); null when a mistake was reported that leaves open how many there
   * are. After any other mistake only their number counts.
   */
  order(
    problem: MappingProblem,
    order: string | null,
    wanted: (slots: Uint32Array) => number,
  ): SlotOrder | null;
}
