import { describeSick } from '../probe/explain-failure.ts';
import type { MachineGpu } from '../probe/machine.ts';
import { ADVICE, compareFacts, type GpuFinding, type GpuQuestion } from './gpu-question.ts';
import { findPlanned } from './planned-node.ts';

const HELP = `${ADVICE}; \`nvidia-smi -L\` lists the instances, and one that was made anew has a new UUID`;

/** A MIG instance is known by its UUID alone: its index is the plan's own. */
export function compareInstance({ planned, gpu, machine }: GpuQuestion): readonly GpuFinding[] {
  const { parent } = gpu;
  const here = findPlanned(gpu, machine);
  const sick = machine.sick.find(({ index }) => index === parent);
  if (here === undefined && sick !== undefined) {
    const { code, message, help } = describeSick(sick);
    return [{ code, key: 'parent', text: `cannot be used: of GPU ${parent}, ${message}`, help }];
  }
  if (here === undefined) {
    const siblings = machine.gpus.filter((found) => found.parent === parent);
    const has = siblings.length === 0 ? 'no instances' : listInstances(siblings);
    const text = `is not there: GPU ${planned.node.name}:${parent} has ${has}`;
    return [{ code: 'RP5234', key: 'uuid', text, help: HELP }];
  }
  const facts = compareFacts(gpu, here, true);
  if (here.parent === parent) return facts;
  const is = here.parent === null ? 'a whole GPU' : `one of GPU ${here.parent}`;
  const text = `should be a part of GPU ${parent} and is ${is}`;
  return [{ code: 'RP5234', key: 'parent', text, help: HELP }, ...facts];
}

/** A whole GPU is planned, and it is in MIG mode: a rank that is given its index finds its first instance, or nothing. */
export function findDivision({ planned, gpu, machine }: GpuQuestion): readonly GpuFinding[] {
  const isDivided = machine.gpus.some(({ index, isDivided }) => index === gpu.index && isDivided);
  const isPlanned = planned.node.gpus.some(({ parent }) => parent === gpu.index);
  if (!isDivided || isPlanned) return [];
  const instances = machine.gpus.filter(({ parent }) => parent === gpu.index);
  const has = instances.length === 0 ? 'no instances yet' : listInstances(instances);
  const text = `is planned whole and is divided: it has ${has}`;
  return [{ code: 'RP5234', key: 'index', text, help: HELP }];
}

const listInstances = (instances: readonly MachineGpu[]): string =>
  instances.map(({ uuid, model }) => `${uuid}${model === null ? '' : ` (${model})`}`).join(', ');
