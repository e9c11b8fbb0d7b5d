import type { LaunchPlan, PlanGpu } from '../../generated/plan.ts';

/**
 * A plan as it is judged by the figures of another: by what was measured since, an old mapping may cost more than it was known to.
 * A GPU that the other plan lacks has no figure.
 */
export function withFiguresOf(plan: LaunchPlan, { nodes, mapping }: LaunchPlan): LaunchPlan {
  const others = new Map(nodes.map((node) => [node.name, node]));
  return {
    ...plan,
    mapping: { ...plan.mapping, by: mapping.by },
    nodes: plan.nodes.map((node) => {
      const other = others.get(node.name);
      const figures = new Map(other?.gpus.map((gpu) => [gpu.index, gpu]));
      const judge = (gpu: PlanGpu): PlanGpu => {
        const { score = null, pace = null, fixedSeconds = null } = figures.get(gpu.index) ?? {};
        return { ...gpu, score, pace, fixedSeconds };
      };
      return { ...node, gpus: node.gpus.map(judge), cpuSlot: other?.cpuSlot ?? null };
    }),
  };
}
