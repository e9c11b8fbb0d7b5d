import { isSameMemory } from '../../compiler/values/same-memory.ts';
import type { Code } from '../../generated/codes.ts';
import type { PlanGpu } from '../../generated/plan.ts';
import type { Machine, MachineGpu } from '../probe/machine.ts';
import type { GpuKey } from './locate-node.ts';
import type { PlannedNode } from './planned-node.ts';
import { isSameModel } from './same-model.ts';

/** A planned GPU, and the machine that should have it. */
export interface GpuQuestion {
  readonly planned: PlannedNode;
  readonly gpu: PlanGpu;
  readonly machine: Machine;
}

export interface GpuFinding {
  readonly code: Code;
  /** The fact whose place it is about. */
  readonly key: GpuKey;
  /** Continues `GPU lab1:2 (rank 5)`. */
  readonly text: string;
  readonly help: string;
  /** It is the right GPU, wrongly described. */
  readonly isMinor?: boolean;
}

export const ADVICE =
  'put the machine right, or let `rankplan probe -o FILE` write down what it has, and review the difference';

const HELP = `mend the topology where it describes the GPU wrongly; else ${ADVICE}`;

/** Compares what the plan says of a GPU with the one in its place, which is the very one where the UUID says so. */
export function compareFacts(
  { model, memoryBytes }: PlanGpu,
  here: MachineGpu,
  isTheOne: boolean,
): readonly GpuFinding[] {
  const findings: GpuFinding[] = [];
  const common = { help: HELP, isMinor: isTheOne };
  if (model !== null && here.model !== null && !isSameModel(model, here.model, here.memoryBytes)) {
    const text = `should be a \`${model}\` and is a \`${here.model}\``;
    findings.push({ code: 'RP5232', key: 'model', text, ...common });
  }
  if (memoryBytes !== null && here.memoryBytes !== null && !isSameMemory(memoryBytes, here.memoryBytes)) {
    const text = `should have ${formatMemory(memoryBytes)} and has ${formatMemory(here.memoryBytes)}`;
    findings.push({ code: 'RP5233', key: 'memory', text, ...common });
  }
  return findings;
}

const formatMemory = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)} GiB`;
