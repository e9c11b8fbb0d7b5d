import type { Decisions } from '../../compiler/compile.ts';
import { positionOfIndex } from '../../compiler/inventory/inventory.ts';
import { placesInPlan } from '../../compiler/plan/places-in-plan.ts';
import type { SourceFile, Span } from '../../compiler/source/source-file.ts';
import type { LaunchPlan, PlanNode } from '../../generated/plan.ts';

export type GpuKey = 'index' | 'uuid' | 'model' | 'memory' | 'cpus' | 'parent';

export interface PlanSource {
  readonly decisions: Decisions | null;
  readonly file: SourceFile;
}

export type NodePlaces = ReturnType<typeof locateNode>;

/** Finds where the topology, its inventory file or plan.json define a node of the plan. */
export function locateNode({ decisions, file }: PlanSource, plan: LaunchPlan, node: PlanNode) {
  const places = decisions?.places ?? placesInPlan(file);
  const position = plan.nodes.indexOf(node);
  const gpuAt = (index: number): number => positionOfIndex(node.gpus, index) ?? -1;
  return {
    host: (): Span => places.node(position),
    /** Where the plan or the node sets the variable; if the rank inherits it, the position of the node. */
    variable(name: string): Span {
      if (plan.launch.env[name] !== undefined) return places.variable(null, name);
      return node.env[name] === undefined ? places.node(position) : places.variable(position, name);
    },
    cpus: (): Span => places.node(position, 'cpus'),
    /** The position of a fact of the GPU with this index; if the fact comes from elsewhere, that of the GPU. */
    gpu: (index: number, key: GpuKey): Span =>
      // Inventory files and plans have another name for the memory.
      places.gpu(position, gpuAt(index), ...(key === 'memory' ? ['memory', 'memoryBytes'] : [key])),
    master: places.master,
    port: places.port,
  };
}
