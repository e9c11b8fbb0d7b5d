import type { PlanGpu, PlanNode } from '../../generated/plan.ts';

const FACTS = Object.keys({
  index: true,
  uuid: true,
  model: true,
  vendor: true,
  memoryBytes: true,
  score: true,
  gres: true,
  cpus: true,
  parent: true,
} satisfies Record<keyof PlanGpu, true>) as readonly (keyof PlanGpu)[];

/**
 * Gives neighbours whose GPUs are alike one list of them, as a plan that was just compiled has it: the GPUs of a
 * hundred thousand nodes in JSON are half of what a plan takes of memory, and what is one is compared once.
 */
export function shareGpus(nodes: readonly PlanNode[]): void {
  let last: PlanNode['gpus'] = [];
  for (const node of nodes) {
    if (areAlike(last, node.gpus)) node.gpus = last;
    else last = node.gpus;
  }
}

function areAlike(some: readonly PlanGpu[], others: readonly PlanGpu[]): boolean {
  if (some.length !== others.length) return false;
  return some.every((gpu, i) => {
    const other = others[i];
    return other !== undefined && FACTS.every((fact) => gpu[fact] === other[fact]);
  });
}
