import { compressHostList } from '../../compiler/values/compress-host-list.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { countDomains, describeBlocks } from '../count-spans.ts';
import { describeCost } from '../estimate-cost.ts';
import { say } from '../list-some.ts';
import { describeStages } from '../list-stages.ts';

/** Names that have no number at their end cannot be shortened: a longer list hides what comes after it. */
const MAX_HOSTS_LENGTH = 240;

/** What a reader wants to know first of a job: a line each. */
export function summarize(plan: LaunchPlan): readonly string[] {
  const { worldSize, nodes, master, backend, visibility, mapping, workload, launch } = plan;
  const mapped = nodes.filter((node) => node.nodeRank !== null).map((node) => node.name);
  const order = mapping.order === null ? '' : ` (${mapping.order})`;
  const domains = countDomains(plan);
  return say(
    `${worldSize} ranks${nameTeams(mapping)} on ${nameNodes(mapped)}`,
    `strategy ${mapping.strategy}${order}, backend ${backend}, visibility ${visibility}`,
    `master ${master.address ?? `the machine of ${master.node}`}:${master.port}`,
    domains === null ? null : `domains: ${domains}`,
    describeBlocks(plan),
    workload === null ? null : `global batch ${workload.globalBatch}, shares ${workload.shares}`,
    launch.parallel === null ? null : nameDivision(launch.parallel),
    describeStages(plan),
    describeCost(plan),
  );
}

/** The sizes in their order; those of 1 say nothing. */
function nameDivision({ order, ...sizes }: NonNullable<LaunchPlan['launch']['parallel']>): string {
  const named = order.split('-') as (keyof typeof sizes)[];
  const parts = named.filter((name) => sizes[name] > 1).map((name) => `${name} ${sizes[name]}`);
  return `parallel ${parts.length === 0 ? 'in nothing' : parts.join(', ')}, order ${order}`;
}

/** How many GPUs each rank has; nothing for one. */
function nameTeams({ gpusPerRank }: LaunchPlan['mapping']): string {
  if (gpusPerRank === 1) return '';
  return gpusPerRank === 'node' ? ' with all GPUs of a node each' : ` with ${gpusPerRank} GPUs each`;
}

function nameNodes(names: readonly string[]): string {
  const hosts = compressHostList(names);
  return hosts.length <= MAX_HOSTS_LENGTH || names.length < 3
    ? hosts
    : `${names.length} nodes, ${names[0]} to ${names.at(-1)}`;
}
