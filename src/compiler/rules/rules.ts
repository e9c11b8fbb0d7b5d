import { dividedSamples, undividedBatch, unevenEqualShares } from './batch.ts';
import { blocksSpanIslands, blocksSpanNodes, unknownLevel } from './blocks.ts';
import { loopbackMaster, masterOfJobBound } from './master.ts';
import { endWithoutRoles, meaninglessKeys } from './meaningless-keys.ts';
import { parallelCrosses } from './parallel-crosses.ts';
import { parallelSizes } from './parallel-sizes.ts';
import type { MappedContext, TopologyContext } from './rule.ts';
import { idleScores, scatteredFigures } from './scores.ts';
import { cpusPerTask, nestedContainers, shortTimeLimit, unknownCpus } from './slurm.ts';
import { unequalGroups } from './unequal-groups.ts';
import { uselessSpare } from './useless-spare.ts';
import {
  cpuBeforeGpu,
  migParent,
  mixedVendors,
  unaddressableGpus,
  wrongTeams,
  wrongVisibility,
} from './visible-devices.ts';
import { oneWordCommand, quotedWords, splitHostName } from './words.ts';
import { wrongBackend } from './wrong-backend.ts';

/*
 * A rule finds one thing that users get wrong; findings are sorted by place, so the order of rules is of no consequence. A
 * new one is a function like these and a line in one of the lists.
 */

/** Rules that see the topology alone. */
export const TOPOLOGY_RULES: readonly ((context: TopologyContext) => void)[] = [
  meaninglessKeys,
  endWithoutRoles,
  masterOfJobBound,
  undividedBatch,
  quotedWords,
  oneWordCommand,
  shortTimeLimit,
  splitHostName,
  nestedContainers,
];

/** Rules that see the ranks as they were mapped: their errors hold for saved plans too. */
export const MAPPING_RULES: readonly ((context: MappedContext) => void)[] = [
  unevenEqualShares,
  wrongVisibility,
  wrongTeams,
  wrongBackend,
  cpuBeforeGpu,
  migParent,
  mixedVendors,
  blocksSpanNodes,
  blocksSpanIslands,
  unequalGroups,
  unknownLevel,
  parallelSizes,
  parallelCrosses,
  dividedSamples,
  idleScores,
  scatteredFigures,
  loopbackMaster,
  unaddressableGpus,
  cpusPerTask,
  unknownCpus,
  uselessSpare,
];

export function checkTopology(context: TopologyContext): void {
  for (const check of TOPOLOGY_RULES) check(context);
}

export function checkMapping(context: MappedContext): void {
  for (const check of MAPPING_RULES) check(context);
}
