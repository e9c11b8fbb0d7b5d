import { dividedSamples, undividedBatch, unevenEqualShares } from './batch.ts';
import { blocksSpanIslands, blocksSpanNodes, unknownLevel } from './blocks.ts';
import { loopbackMaster, masterOfJobBound } from './master.ts';
import { meaninglessKeys } from './meaningless-keys.ts';
import { parallelCrosses } from './parallel-crosses.ts';
import { parallelSizes } from './parallel-sizes.ts';
import type { MappedContext, Rule, TopologyContext } from './rule.ts';
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

/** Every rule; the order is of no consequence, findings are sorted by place. */
export const RULES: readonly Rule[] = [
  meaninglessKeys,
  masterOfJobBound,
  undividedBatch,
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
  quotedWords,
  oneWordCommand,
  shortTimeLimit,
  splitHostName,
  uselessSpare,
  nestedContainers,
];

export function checkTopology(context: TopologyContext): void {
  for (const rule of RULES) if (rule.sees === 'topology') rule.check(context);
}

export function checkMapping(context: MappedContext): void {
  for (const rule of RULES) if (rule.sees === 'mapping') rule.check(context);
}
