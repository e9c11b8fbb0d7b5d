import { basename } from 'node:path';
import { createReporter, type Reporter } from '../../compiler/diagnostics/reporter.ts';
import type { SourceFile } from '../../compiler/source/source-file.ts';
import { MAX_SOURCE_BYTES } from '../../compiler/syntax/read-source.ts';
import { isHostName } from '../../compiler/values/address.ts';
import { findRepeated } from '../../compiler/values/lists.ts';
import type { Gpu, InventoryDocument } from '../../generated/inventory.ts';
import { readSmiAnswer, type SmiMachine } from '../../runtime/probe/read-smi-answer.ts';
import { type InputFile, readInput } from '../input/read-file.ts';
import { UsageError } from '../verb.ts';
import type { DraftOutcome } from './draft.ts';
import { draftMachines } from './from-probe.ts';
import { assume, attempt, refuse } from './launch/refusal.ts';

/** A topology of the machines whose answers of nvidia-smi were recorded: a file for each, which has its name. */
export const draftFromSmi = (paths: readonly string[]): DraftOutcome =>
  draftFromAnswers(paths.map((path) => readInput(path, MAX_SOURCE_BYTES)));

export function draftFromAnswers(inputs: readonly InputFile[]): DraftOutcome {
  const report = createReporter();
  const hosts = inputs.map(({ name }) => hostOf(name));
  const twice = findRepeated(hosts);
  if (twice !== undefined)
    throw new UsageError(`two files are of the machine ${twice}: put its answers into one, ${twice}.txt`);
  const machines = inputs.map((input, i) =>
    attempt(report, () => readMachine(input, hosts[i] ?? '', report)),
  );
  const whole = machines.flatMap((machine) => machine ?? []);
  const draft = whole.length < machines.length ? null : draftMachines(whole, ORIGIN);
  return { draft, diagnostics: report.diagnostics() };
}

const ORIGIN = [
  'Written from recorded answers of nvidia-smi by `rankplan init --from nvidia-smi`.',
  "Indices count by PCI address. CUDA's own order is fastest first; what rankplan starts counts as here.",
];

/** `lab1.txt` is of lab1: nvidia-smi does not say where it ran. */
function hostOf(name: string): string {
  if (name === '<stdin>') return 'localhost';
  const host = basename(name).replace(/\.(?:txt|xml|log|out)$/, '');
  if (isHostName(host)) return host;
  throw new UsageError(
    `\`${host}\` is no name of a machine: call the file after its machine, as in lab1.txt`,
  );
}

function readMachine({ name, bytes }: InputFile, host: string, report: Reporter): InventoryDocument {
  const isTooLarge = bytes.length > MAX_SOURCE_BYTES;
  const file = { name, text: isTooLarge ? '' : bytes.toString('utf8') };
  const found = isTooLarge
    ? { problem: `is larger than ${MAX_SOURCE_BYTES / 1048576} MiB`, at: 0 }
    : readSmiAnswer(file.text);
  const help = `record it whole: \`(nvidia-smi -q -x; nvidia-smi -L; nvidia-smi topo -m) > ${host}.txt\``;
  const refuseAnswer = (problem: string, at: number): never =>
    refuse({ file, start: at, end: at }, `the answer of nvidia-smi ${problem}`, help, 'RP5122');
  if ('problem' in found) return refuseAnswer(found.problem, found.at);
  const gpus = listGpus(found);
  if (gpus.every(({ mig }) => mig === true))
    refuseAnswer('names no GPU that a rank could use: of MIG instances `-L` has the UUIDs', 0);
  warnMissing(found, file, report);
  return { formatVersion: '1.0', node: host, gpus };
}

/** Whole GPUs, then the MIG instances that have a UUID. */
function listGpus({ gpus }: SmiMachine): Gpu[] {
  const instances = gpus.flatMap(({ instances, model }, parent) =>
    instances
      .filter(({ uuid }) => uuid !== null)
      .map(({ uuid, memoryBytes, profile }) => ({
        uuid,
        memoryBytes,
        parent,
        model: model === null || profile === null ? null : `${model} MIG ${profile}`,
        cpus: gpus[parent]?.cpus ?? null,
      })),
  );
  return [
    ...gpus.map(({ uuid, model, memoryBytes, cpus, isDivided }, index) => ({
      index,
      uuid,
      model,
      memoryBytes,
      cpus,
      ...(isDivided ? { mig: true } : {}),
    })),
    ...instances.map((instance, i) => ({ index: gpus.length + i, ...instance })),
  ];
}

/** What is not in the text, and which command prints it. */
function warnMissing({ gpus }: SmiMachine, file: SourceFile, report: Reporter): void {
  const unknown = UNKNOWN.filter(([, , isMissing]) => gpus.some(isMissing));
  if (unknown.length === 0) return;
  const commands = [...new Set(unknown.map(([, command]) => `\`${command}\``))].join(' and ');
  const message = `nothing here says ${unknown.map(([what]) => what).join(', ')} of each GPU`;
  const help = `add what ${commands} prints; where nvidia-smi does not know it, \`rankplan probe\` on the machine asks the system, too`;
  assume({ report, span: { file, start: 0, end: 0 } }, message, help);
}

type SmiGpu = SmiMachine['gpus'][number];

const UNKNOWN: readonly (readonly [what: string, command: string, isMissing: (gpu: SmiGpu) => boolean])[] = [
  ['the model', 'nvidia-smi -L', ({ model }) => model === null],
  ['the UUID', 'nvidia-smi -L', ({ uuid }) => uuid === null],
  ['the MIG instances', 'nvidia-smi -L', ({ instances }) => instances.some(({ uuid }) => uuid === null)],
  ['the memory', 'nvidia-smi -q -x', ({ memoryBytes, isDivided }) => memoryBytes === null && !isDivided],
  ['the CPUs', 'nvidia-smi topo -m', ({ cpus }) => cpus === null],
];
