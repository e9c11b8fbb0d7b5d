import { blocksSpanIslands } from './blocks-span-islands.ts';
import { blocksSpanNodes } from './blocks-span-nodes.ts';
import { cpuBeforeGpu } from './cpu-before-gpu.ts';
import { cpusPerTask } from './cpus-per-task.ts';
import { dividedSamples } from './divided-samples.ts';
import { idleScores } from './idle-scores.ts';
import { loopbackMaster } from './loopback-master.ts';
import { masterOfJobBound } from './master-of-job-bound.ts';
import { meaninglessKeys } from './meaningless-keys.ts';
import { migParent } from './mig-parent.ts';
import { mixedVendors } from './mixed-vendors.ts';
import { nestedContainers } from './nested-containers.ts';
import { oneWordCommand } from './one-word-command.ts';
import { parallelCrosses } from './parallel-crosses.ts';
import { parallelSizes } from './parallel-sizes.ts';
import { quotedWords } from './quoted-words.ts';
import type { MappedContext, Rule, TopologyContext } from './rule.ts';
import { scatteredFigures } from './scattered-figures.ts';
import { shortTimeLimit } from './short-time-limit.ts';
import { splitHostName } from './split-host-name.ts';
import { unaddressableGpus } from './unaddressable-gpus.ts';
import { undividedBatch } from './undivided-batch.ts';
import { unequalGroups } from './unequal-groups.ts';
import { unevenEqualShares } from './uneven-equal-shares.ts';
import { unknownCpus } from './unknown-cpus.ts';
import { unknownLevel } from './unknown-level.ts';
import { uselessSpare } from './useless-spare.ts';
import { wrongBackend } from './wrong-backend.ts';
import { wrongTeams } from './wrong-teams.ts';
import { wrongVisibility } from './wrong-visibility.ts';

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
