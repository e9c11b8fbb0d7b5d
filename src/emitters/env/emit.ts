import { hostsOfPlan } from '../../compiler/plan/placeholders.ts';
import { createProcessEnvironments } from '../../compiler/plan/process-environment.ts';
import {
  createRankEnvironments,
  listShares,
  type RankEnvironment,
  type Variable,
} from '../../compiler/plan/rank-environment.ts';
import { listReplicas, nameReplica, planOfReplica } from '../../compiler/plan/replica-plan.ts';
import { singleQuote } from '../../compiler/plan/shell-quote.ts';
import type { LaunchPlan, PlanRank } from '../../generated/plan.ts';
import type { Artifact, Emitter } from '../emitter.ts';

/** Linux takes no argument or variable longer than this, its name and the NUL at its end included. */
const MAX_VARIABLE_BYTES = 128 * 1024;

export const envEmitter: Emitter = {
  name: 'env',
  summary: 'env/rank-N.env: what each rank finds in its environment, as POSIX shell',
  implies: [],
  refuse(plan) {
    const length = (listShares(plan)?.length ?? 0) + 'RANKPLAN_BATCH_SHARES='.length + 1;
    if (length <= MAX_VARIABLE_BYTES) return null;
    const message = `the batch shares of ${plan.worldSize} ranks are ${length} bytes, more than one environment variable may have`;
    const help = 'leave `workload` out and read the shares from plan.json';
    return { code: 'RP4002', key: 'workload', message, help };
  },
  *emit({ plan }) {
    if (plan.roles !== null) {
      yield* emitProcesses(plan);
      return;
    }
    const environmentOf = createRankEnvironments(plan);
    const renderers = new Map<RankEnvironment, (rank: PlanRank) => string>();
    for (const rank of plan.ranks) {
      const environment = environmentOf(rank);
      const render = renderers.get(environment) ?? createRenderer(environment);
      renderers.set(environment, render);
      const content = `# rank ${rank.rank} of ${plan.worldSize} in ${plan.name}\n${render(rank)}`;
      yield { path: `env/rank-${rank.rank}.env`, executable: false, content } satisfies Artifact;
    }
  },
};

function* emitProcesses(plan: LaunchPlan): Iterable<Artifact> {
  const hostOf = hostsOfPlan(plan);
  for (const one of listReplicas(plan)) {
    const environmentOf = createProcessEnvironments(plan, one, hostOf);
    const name = nameReplica(one);
    for (const rank of planOfReplica(plan, one).ranks) {
      const text = createRenderer(environmentOf(rank))(rank);
      const content = `# process ${rank.rank} of ${name} in ${plan.name}\n${text}`;
      yield { path: `env/${name}-${rank.rank}.env`, executable: false, content };
    }
  }
}

/** Renders what the ranks of one node have in common once: ten thousand files differ in ten lines each. */
function createRenderer({ unset, variables }: RankEnvironment): (rank: PlanRank) => string {
  const pieces: (string | (Variable['value'] & ((rank: PlanRank) => string)))[] = [];
  const looksExpandable = variables.some(({ value }) => typeof value === 'string' && /[$`]/.test(value));
  let text = looksExpandable ? '# shellcheck disable=SC2016 # nothing expands in a value\n' : '';
  text += `unset ${unset.join(' ')}\n`;
  for (const { name, value } of variables) {
    text += `export ${name}=`;
    if (typeof value === 'function') {
      pieces.push(text, value);
      text = '\n';
    } else {
      text += `${typeof value === 'string' ? singleQuote(value) : `"${value.expansion}"`}\n`;
    }
  }
  const last = text;
  return (rank) => {
    let rendered = '';
    for (const piece of pieces) rendered += typeof piece === 'string' ? piece : singleQuote(piece(rank));
    return rendered + last;
  };
}
