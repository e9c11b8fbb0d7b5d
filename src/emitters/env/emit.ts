import { groupRanks } from '../../compiler/plan/group-ranks.ts';
import { hostsOfJob, quoteHosts } from '../../compiler/plan/job-hosts.ts';
import { createProcessEnvironments } from '../../compiler/plan/process-environment.ts';
import {
  createRankEnvironments,
  listShares,
  type RankEnvironment,
  type Variable,
} from '../../compiler/plan/rank-environment.ts';
import {
  listReplicas,
  nameReplica,
  planOfReplica,
  type ReplicaOf,
  worldOfReplica,
} from '../../compiler/plan/replica-plan.ts';
import { singleQuote } from '../../compiler/plan/shell-quote.ts';
import { remember } from '../../compiler/source/remember.ts';
import type { LaunchPlan, PlanRank } from '../../generated/plan.ts';
import type { Artifact, Emitter, Refusal } from '../emitter.ts';

/** Linux takes no argument or variable longer than this, its name and the NUL at its end included. */
const MAX_VARIABLE_BYTES = 128 * 1024;

export const envEmitter: Emitter = {
  name: 'env',
  summary: 'env/rank-N.env: what each rank finds in its environment, as POSIX shell',
  implies: [],
  refuse(plan) {
    const plans = plan.roles === null ? [plan] : listReplicas(plan).map((one) => planOfReplica(plan, one));
    return plans.map(refuseShares).find((refusal) => refusal !== null) ?? null;
  },
  *emit({ plan }) {
    if (plan.roles !== null) {
      yield* emitProcesses(plan);
      return;
    }
    const environmentOf = createRankEnvironments(plan);
    const rendererOf = remember((environment: RankEnvironment) => createRenderer(environment));
    for (const rank of plan.ranks) {
      const render = rendererOf(environmentOf(rank));
      const content = `# rank ${rank.rank} of ${plan.worldSize} in ${plan.name}\n${render(rank)}`;
      yield { path: `env/rank-${rank.rank}.env`, executable: false, content } satisfies Artifact;
    }
  },
};

function refuseShares(plan: LaunchPlan): Refusal | null {
  const length = (listShares(plan)?.length ?? 0) + 'RANKPLAN_BATCH_SHARES='.length + 1;
  if (length <= MAX_VARIABLE_BYTES) return null;
  const message = `the batch shares of ${plan.worldSize} ranks are ${length} bytes, more than one environment variable may have`;
  const help = 'leave `workload` out and read the shares from plan.json';
  return { code: 'RP4002', key: 'workload', message, help };
}

function* emitProcesses(plan: LaunchPlan): Iterable<Artifact> {
  const hostOf = hostsOfJob(plan);
  const ranksOf = groupRanks(plan);
  const places = new Map(
    plan.nodes.filter(({ name }) => ranksOf.has(name)).map(({ name }, at) => [name, at]),
  );
  const quote = (text: string): string =>
    quoteHosts(text, (node) => `RANKPLAN_MACHINE_${places.get(node) ?? node}`);
  for (const one of listReplicas(plan)) {
    const environmentOf = createProcessEnvironments(plan, one, hostOf);
    const ofJob = plan.nodes[0]?.bind === 'job' ? describeHosts(plan, one, hostOf) : [];
    const name = nameReplica(one);
    for (const rank of planOfReplica(plan, one).ranks) {
      const { unset, variables } = environmentOf(rank);
      const known = variables.filter((variable) => ofJob.every((other) => other.name !== variable.name));
      const all = [...known, ...ofJob].sort((a, b) => (a.name < b.name ? -1 : 1));
      const text = createRenderer({ unset, variables: all }, quote)(rank);
      const content = `# process ${rank.rank} of ${name} in ${plan.name}\n${text}`;
      yield { path: `env/${name}-${rank.rank}.env`, executable: false, content };
    }
  }
}

/** What only a job knows that binds the nodes of a world. */
function describeHosts(plan: LaunchPlan, one: ReplicaOf, hostOf: (node: string) => string): Variable[] {
  const world = worldOfReplica(plan, one)?.plan;
  if (world === undefined) return [];
  const nodes = world.nodes.filter(({ nodeRank }) => nodeRank !== null);
  const hosts = nodes.sort((a, b) => (a.nodeRank ?? 0) - (b.nodeRank ?? 0)).map(({ name }) => hostOf(name));
  return [
    { name: 'MASTER_ADDR', value: hostOf(world.master.node) },
    ...(plan.slurm === null ? [] : [{ name: 'RANKPLAN_NODE_LIST', value: hosts.join(',') }]),
  ];
}

/** Renders what the ranks of one node have in common once: ten thousand files differ in ten lines each. */
function createRenderer(
  { unset, variables }: RankEnvironment,
  quote: (text: string) => string = singleQuote,
): (rank: PlanRank) => string {
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
      text += `${typeof value === 'string' ? quote(value) : `"${value.expansion}"`}\n`;
    }
  }
  const last = text;
  return (rank) => {
    let rendered = '';
    for (const piece of pieces) rendered += typeof piece === 'string' ? piece : quote(piece(rank));
    return rendered + last;
  };
}
