import type { LaunchPlan } from '../../generated/plan.ts';
import type { Reporter } from '../diagnostics/reporter.ts';
import type { Places } from '../inventory/places.ts';
import type { Mapped } from '../mapping/placement-facts.ts';
import { findStrategy, isListed } from '../mapping/strategies.ts';
import type { Span } from '../source/source-file.ts';
import type { Launch, Mapping, Slurm, Topology, Workload } from '../syntax/topology.ts';

export interface TopologyContext {
  readonly topology: Topology;
  readonly report: Reporter;
}

/** The settings of a topology besides its nodes; open ones are null, and decided in a saved plan. */
export interface Settings {
  readonly mapping: Pick<Mapping, 'strategy' | 'order' | 'by'> &
    Pick<LaunchPlan['mapping'], 'gpusPerRank' | 'tolerance'>;
  readonly workload: Pick<Workload, 'globalBatch' | 'shares' | 'multipleOf'> | null;
  readonly stages: unknown;
  readonly launch: Pick<
    Launch,
    'backend' | 'addressing' | 'env' | 'groupSize' | 'groupWithin' | 'masterAddress' | 'parallel' | 'software'
  > & {
    readonly visibility: LaunchPlan['visibility'] | null;
  };
  readonly slurm: Slurm | null;
}

/** Ranks as they were mapped, from a topology or in a saved plan. */
export interface MappedContext extends Mapped {
  readonly settings: Settings;
  readonly places: Places;
  readonly report: Reporter;
}

/** What decides the order of ranks, as precisely as it is written. */
export const mappingSpan = ({ settings, places }: MappedContext): Span =>
  isListed(findStrategy(settings.mapping.strategy))
    ? places.settingKey('mapping', 'ranks')
    : places.setting('mapping', 'order', 'strategy');
