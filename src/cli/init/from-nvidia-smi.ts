import { basename } from 'node:path';
import { createReporter, type Diagnostic, type Reporter } from '../../compiler/diagnostics/reporter.ts';
import type { SourceFile } from '../../compiler/source/source-file.ts';
import { MAX_SOURCE_BYTES } from '../../compiler/syntax/read-source.ts';
import { isHostName } from '../../compiler/values/address.ts';
import { findRepeated } from '../../compiler/values/lists.ts';
import type { Gpu, InventoryDocument } from '../../generated/inventory.ts';
import { readSmiAnswer, type SmiMachine } from '../../runtime/probe/read-smi-answer.ts';
import { type InputFile, readInput } from '../input/read-file.ts';
import { UsageError } from '../verb.ts';
import { draftMachines } from './from-probe.ts';

export interface SmiDraft {
  /** Null when there are errors. */
  readonly render: ((name: string, schema: string | null) => string) | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** A topology of the machines whose answers of nvidia-smi were recorded: a file for each, which has its name. */
export const draftFromSmi = (paths: readonly string[]): SmiDraft =>
  draftFromAnswers(paths.map((path) => readInput(path, MAX_SOURCE_BYTES)));

export function draftFromAnswers(inputs: readonly InputFile[]): SmiDraft {
  const report = createReporter();
  const hosts = inputs.map(({ name }) => hostOf(name));
  const twice = findRepeated(hosts);
  if (twice !== undefined)
    throw new UsageError(`two files are of the machine ${twice}: put its answers into one, ${twice}.txt`);
  const machines = inputs.map((input, i) => readMachine(input, hosts[i] ?? '', report));
  const whole = machines.flatMap((machine) => machine ?? []);
  const render = (name: string, schema: string | null) => draftMachines(whole, ORIGIN, name, schema);
  return {
    render: whole.length < machines.length ? null : render,
    diagnostics: report.diagnostics(),
  };
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

function readMachine({ name, bytes }: InputFile, host: string, report: Reporter): InventoryDocument | null {
  const file = { name, text: bytes.length > MAX_SOURCE_BYTES ? '' : bytes.toString('utf8') };
  const found =
    bytes.length > MAX_SOURCE_BYTES
      ? { problem: `is larger than ${MAX_SOURCE_BYTES / 1048576} MiB`, at: 0 }
      : readSmiAnswer(file.text);
  const refuse = (problem: string, at: number): null => {
    report.error('RP5122', { file, start: at, end: at }, `the answer of nvidia-smi ${problem}`, {
      help: `record it whole: \`(nvidia-smi -q -x; nvidia-smi -L; nvidia-smi topo -m) > ${host}.txt\``,
    });
    return null;
  };
  if ('problem' in found) return refuse(found.problem, found.at);
  const gpus = listGpus(found);
  if (gpus.every(({ mig }) => mig === true))
    return refuse('names no GPU that a rank could use: of MIG instances `-L` has the UUIDs', 0);
  warnMissing(found, file, report);
  return { formatVersion: '1.2', node: host, gpus };
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
function warnMissing({ gpus, missing }: SmiMachine, file: SourceFile, report: Reporter): void {
  const name = file.name === '<stdin>' ? 'it' : basename(file.name);
  const unknown = UNKNOWN.flatMap(({ what, command, isMissing }) => {
    const count = gpus.filter(isMissing).length;
    if (count === 0) return [];
    return [{ command, what: count === gpus.length ? what : `${what} of ${count} of ${gpus.length} GPUs` }];
  });
  if (unknown.length === 0) return;
  const commands = missing.filter((name) => unknown.some(({ command }) => command === name));
  const help =
    commands.length === 0
      ? 'nvidia-smi does not know it there: `rankplan probe` on the machine asks the system, too'
      : `add to ${name} what ${commands.map((command) => `\`${command}\``).join(' and ')} ${commands.length === 1 ? 'prints' : 'print'}`;
  const list = unknown.map(({ what }) => what).join(', ');
  report.warning('RP5117', { file, start: 0, end: 0 }, `nothing here says ${list}`, { help });
}

const UNKNOWN: readonly {
  readonly what: string;
  readonly command: string;
  readonly isMissing: (gpu: SmiMachine['gpus'][number]) => boolean;
}[] = [
  { what: 'the model', command: 'nvidia-smi -L', isMissing: ({ model }) => model === null },
  { what: 'the UUID', command: 'nvidia-smi -L', isMissing: ({ uuid }) => uuid === null },
  {
    what: 'the UUIDs of MIG instances',
    command: 'nvidia-smi -L',
    isMissing: ({ instances }) => instances.some(({ uuid }) => uuid === null),
  },
  {
    what: 'the memory',
    command: 'nvidia-smi -q -x',
    isMissing: ({ memoryBytes, isDivided }) => memoryBytes === null && !isDivided,
  },
  { what: 'the CPUs', command: 'nvidia-smi topo -m', isMissing: ({ cpus }) => cpus === null },
];
