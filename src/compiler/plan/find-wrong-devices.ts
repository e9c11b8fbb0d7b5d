import type { LaunchPlan, PlanGpu, PlanNode, PlanRank } from '../../generated/plan.ts';

/** A rank with the GPU that it is on; null for a CPU rank. */
interface Placed {
  readonly rank: PlanRank;
  readonly gpu: PlanGpu | null;
}

/** What the compiler refuses of ranks on devices, in a plan whose ranks are on slots of their nodes; or null. */
export function findWrongDevices(
  plan: LaunchPlan,
  ranksOn: ReadonlyMap<string, readonly PlanRank[]>,
): string | null {
  const vendors = new Set<string>();
  let noNccl: string | null = null;
  for (const node of plan.nodes) {
    const gpus = new Map(node.gpus.map((gpu) => [gpu.index, gpu]));
    if (gpus.size !== node.gpus.length) return `a GPU index of ${node.name} is there twice`;
    const placed = (ranksOn.get(node.name) ?? []).map((rank) => ({
      rank,
      gpu: rank.gpu === null ? null : (gpus.get(rank.gpu) ?? null),
    }));
    for (const { gpu } of placed) if (gpu !== null) vendors.add(gpu.vendor);
    noNccl ??= whyNoNccl(node, placed);
    const wrong =
      findPartAndWhole(node, placed) ??
      (plan.visibility === 'ordered' ? whyNotOrdered(node, placed) : null) ??
      (plan.launch.addressing === 'uuid' ? findNameless(node, placed) : null);
    if (wrong !== null) return wrong;
  }
  if (plan.backend !== 'nccl') return null;
  if (noNccl !== null) return `the backend is nccl, but ${noNccl}`;
  if (vendors.size > 1 || vendors.has('intel'))
    return `the backend is nccl, but the GPUs are made by ${[...vendors].sort().join(' and ')}`;
  return null;
}

function whyNoNccl({ name }: PlanNode, placed: readonly Placed[]): string | null {
  const parents = new Set<number>();
  for (const [position, { rank, gpu }] of placed.entries()) {
    if (gpu === null) return `rank ${rank.rank} has no GPU`;
    if (gpu === placed[position - 1]?.gpu) return `two ranks share ${name}:${gpu.index}`;
    if (gpu.parent === null) continue;
    if (parents.has(gpu.parent)) return `${name}:${gpu.index} is the second MIG instance of one GPU`;
    parents.add(gpu.parent);
  }
  return null;
}

function findPartAndWhole({ name }: PlanNode, placed: readonly Placed[]): string | null {
  const mapped = new Set(placed.map(({ gpu }) => gpu?.index));
  const part = placed.find(({ gpu }) => gpu !== null && gpu.parent !== null && mapped.has(gpu.parent))?.gpu;
  return part == null
    ? null
    : `${name}:${part.index} is a MIG instance of ${name}:${part.parent}, and both have ranks`;
}

/** Under `ordered` local rank k must find its GPU as the k-th of the node's list. */
function whyNotOrdered({ name }: PlanNode, placed: readonly Placed[]): string | null {
  let last: Placed | undefined;
  for (const here of placed) {
    const { rank, gpu } = here;
    const before = last?.gpu ?? null;
    const needs = (why: string) => `${why}, which needs isolated visibility`;
    if (gpu?.parent != null) return needs(`${name}:${gpu.index} is a MIG instance`);
    if (gpu !== null && last !== undefined && before === null)
      return needs(`rank ${last.rank.rank} without a GPU comes before rank ${rank.rank} on ${name}`);
    if (gpu !== null && before !== null && gpu.vendor !== before.vendor)
      return needs(`${name} has ranks on GPUs of ${before.vendor} and ${gpu.vendor}`);
    if (gpu?.vendor === 'intel' && before !== null && gpu.index < before.index)
      return needs(`${name}:${gpu.index} of intel comes after ${name}:${before.index}`);
    last = here;
  }
  return null;
}

function findNameless({ name }: PlanNode, placed: readonly Placed[]): string | null {
  const nameless = placed.find(
    ({ gpu }) => gpu !== null && (gpu.uuid === null || gpu.vendor === 'intel'),
  )?.gpu;
  return nameless == null ? null : `${name}:${nameless.index} cannot be addressed by a uuid`;
}
