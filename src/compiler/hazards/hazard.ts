import type { LaunchPlan } from '../../generated/plan.ts';
import type { Reporter } from '../diagnostics/reporter.ts';
import type { Places } from '../inventory/places.ts';
import type { Mapped } from '../mapping/placement-facts.ts';
import type { Software } from '../syntax/topology.ts';

/** A plan as hazards see it, from a topology or saved: all that is undecided in a topology is decided. */
export interface HazardContext extends Mapped {
  readonly launch: Pick<LaunchPlan['launch'], 'command' | 'wrap' | 'setup' | 'env' | 'addressing'>;
  readonly slurmSetup: readonly string[];
  readonly backend: string;
  readonly visibility: string;
  /** Versions that are known; empty if none is. A hazard of a version says nothing without it. */
  readonly software: Software;
  readonly places: Places;
  readonly report: Reporter;
}

/** A note that names two mapped nodes with different numbers of ranks; null if all have as many. */
export function findUnequalNodes({ ranks, inventory }: HazardContext): string | null {
  const { ranksOnNode, nodeRank } = ranks;
  const [first = -1, ...others] = [...nodeRank.keys()].filter((node) => nodeRank[node] !== -1);
  const other = others.find((node) => ranksOnNode[node] !== ranksOnNode[first]);
  if (other === undefined) return null;
  return `ranks: ${[first, other].map((at) => `${ranksOnNode[at]} on ${inventory.nodes[at]?.name}`).join(', ')}`;
}

/** Whether some node has several ranks. */
export const hasSharedNode = ({ ranks }: HazardContext): boolean =>
  ranks.ranksOnNode.some((count) => count > 1);
