import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import { meansDevice } from '../../compiler/values/device-uuid.ts';
import { groupBy } from '../../compiler/values/lists.ts';
import { formatRanges } from '../../compiler/values/number-list.ts';
import { isSameMemory } from '../../compiler/values/same-memory.ts';
import type { Code } from '../../generated/codes.ts';
import type { PlanGpu } from '../../generated/plan.ts';
import { describeSick } from '../probe/explain-failure.ts';
import type { Machine, MachineGpu } from '../probe/machine.ts';
import type { GpuKey } from './locate-node.ts';
import { formatBytes } from './look-at-gpus.ts';
import { findPlanned, mappedGpus, nameGpus, type PlannedNode } from './planned-node.ts';
import { isSameModel } from './same-model.ts';

/** A planned GPU, and the machine that should have it. */
interface GpuQuestion {
  readonly planned: PlannedNode;
  readonly gpu: PlanGpu;
  readonly machine: Machine;
}

interface GpuFinding {
  readonly code: Code;
  /** The fact whose place it is about. */
  readonly key: GpuKey;
  /** Continues `GPU lab1:2 (rank 5)`. */
  readonly text: string;
  readonly help: string;
  /** It is the right GPU, wrongly described. */
  readonly isMinor?: boolean;
}

const ADVICE =
  'put the machine right, or let `rankplan probe -o FILE` write down what it has, and review the difference';

const FACTS_HELP = `correct the topology where it describes the GPU wrongly; else ${ADVICE}`;

/**
 * Reports in what the planned NVIDIA GPUs of a node differ from those of the machine: as errors of GPUs that carry
 * ranks, as warnings of others, which stop no run. What plan or driver do not report is no difference.
 */
export function compareGpus(planned: PlannedNode, machine: Machine, report: Reporter): void {
  const mapped = new Set(mappedGpus(planned));
  const findings = planned.node.gpus
    .filter(({ vendor }) => vendor === 'nvidia')
    .flatMap((gpu) =>
      compareGpu({ planned, gpu, machine }).map((finding) => ({
        ...finding,
        severity: mapped.has(gpu) && finding.isMinor !== true ? ('error' as const) : ('warning' as const),
        span: planned.places.gpu(gpu.index, finding.key),
        index: gpu.index,
      })),
    );
  // What is the same of several GPUs of one place is reported once.
  const groups = groupBy(findings, ({ code, severity, span, text }) =>
    [code, severity, span.file.name, span.start, text].join('\n'),
  );
  for (const alike of groups.values()) {
    const { severity, code, span, text, help } = alike[0];
    const indices = alike.map(({ index }) => index).sort((a, b) => a - b);
    report[severity](code, span, `${nameGpus(planned, indices)} ${text}`, { help });
  }
}

function compareGpu(question: GpuQuestion): readonly GpuFinding[] {
  const { gpu, machine } = question;
  if (gpu.parent !== null) return compareInstance(question);
  const here = findPlanned(gpu, machine);
  if (here === undefined) return [explainAbsence(question)];
  const isPlanned = gpu.uuid === null || here.uuid === null ? null : meansDevice(gpu.uuid, here.uuid);
  if (isPlanned === false) return [explainOther(question, here)];
  return [...compareFacts(gpu, here, isPlanned === true), ...findDivision(question)];
}

const HELP = `${ADVICE}; a job or container with some of the GPUs counts these from 0: ask from outside then`;

/** There is nothing at that index, or something that does not work. */
function explainAbsence(question: GpuQuestion): GpuFinding {
  const { gpu, machine } = question;
  const sick = machine.sick.find(({ index }) => index === gpu.index);
  if (sick !== undefined) {
    const { code, message, help } = describeSick(sick);
    return { code, key: 'index', text: `cannot be used: ${message}`, help };
  }
  const moved = whereIs(question);
  if (moved !== null)
    return { code: 'RP5231', key: 'uuid', text: `is not in its place: ${moved}`, help: HELP };
  const indices = machine.gpus.filter(({ parent }) => parent === null).map(({ index }) => index);
  const has = indices.length === 0 ? 'no GPU' : `GPU ${formatRanges(indices)} only`;
  return { code: 'RP5230', key: 'index', text: `is not there: this machine has ${has}`, help: HELP };
}

function explainOther(question: GpuQuestion, here: MachineGpu): GpuFinding {
  const model = here.model === null ? '' : ` (${here.model})`;
  const where = whereIs(question) ?? 'the planned one is not on this machine';
  const text = `should be ${question.gpu.uuid} and is ${here.uuid}${model}: ${where}`;
  return { code: 'RP5231', key: 'uuid', text, help: HELP };
}

/** Where the planned UUID is now, in words. */
function whereIs({ gpu: { uuid }, machine }: GpuQuestion): string | null {
  const found = machine.gpus.find((gpu) => uuid !== null && meansDevice(uuid, gpu.uuid));
  return found === undefined ? null : `${uuid} has moved to index ${found.index}`;
}

const INSTANCE_HELP = `${ADVICE}; \`nvidia-smi -L\` lists the instances, and one that was created again has a new UUID`;

/** A MIG instance is known by its UUID alone: its index is the plan's own. */
function compareInstance({ planned, gpu, machine }: GpuQuestion): readonly GpuFinding[] {
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
    return [{ code: 'RP5234', key: 'uuid', text, help: INSTANCE_HELP }];
  }
  const facts = compareFacts(gpu, here, true);
  if (here.parent === parent) return facts;
  const is = here.parent === null ? 'a whole GPU' : `one of GPU ${here.parent}`;
  const text = `should be a part of GPU ${parent} and is ${is}`;
  return [{ code: 'RP5234', key: 'parent', text, help: INSTANCE_HELP }, ...facts];
}

/** A whole GPU is planned, and it is in MIG mode: a rank that is given its index finds its first instance, or nothing. */
function findDivision({ planned, gpu, machine }: GpuQuestion): readonly GpuFinding[] {
  const isDivided = machine.gpus.some(({ index, isDivided }) => index === gpu.index && isDivided);
  const isPlanned = planned.node.gpus.some(({ parent }) => parent === gpu.index);
  if (!isDivided || isPlanned) return [];
  const instances = machine.gpus.filter(({ parent }) => parent === gpu.index);
  const has = instances.length === 0 ? 'no instances yet' : listInstances(instances);
  const text = `is planned whole and is divided: it has ${has}`;
  return [{ code: 'RP5234', key: 'index', text, help: INSTANCE_HELP }];
}

const listInstances = (instances: readonly MachineGpu[]): string =>
  instances.map(({ uuid, model }) => `${uuid}${model === null ? '' : ` (${model})`}`).join(', ');

/** Compares what the plan says of a GPU with the one in its place, which is the very one where the UUID says so. */
function compareFacts({ model, memoryBytes }: PlanGpu, here: MachineGpu, isTheOne: boolean) {
  const findings: GpuFinding[] = [];
  const common = { help: FACTS_HELP, isMinor: isTheOne };
  if (model !== null && here.model !== null && !isSameModel(model, here.model, here.memoryBytes)) {
    const text = `should be a \`${model}\` and is a \`${here.model}\``;
    findings.push({ code: 'RP5232', key: 'model', text, ...common });
  }
  if (memoryBytes !== null && here.memoryBytes !== null && !isSameMemory(memoryBytes, here.memoryBytes)) {
    const text = `should have ${formatBytes(memoryBytes)} and has ${formatBytes(here.memoryBytes)}`;
    findings.push({ code: 'RP5233', key: 'memory', text, ...common });
  }
  return findings;
}
