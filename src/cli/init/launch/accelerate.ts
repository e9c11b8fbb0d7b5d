import type { SourceFile, Span } from '../../../compiler/source/source-file.ts';
import { valueSpan } from '../../../compiler/syntax/document.ts';
import { parseDocument } from '../../../compiler/syntax/parse-document.ts';
import { readSource } from '../../../compiler/syntax/read-source.ts';
import { readOptions } from '../../../compiler/values/command-options.ts';
import { ACCELERATE } from '../../../compiler/values/launcher-options.ts';
import { known, type Word } from '../shell/scope.ts';
import { chooseGpus, countGpus, parseDevices } from './choose-gpus.ts';
import { readHostsOfDeepspeed } from './deepspeed.ts';
import { commandOf, type LaunchMap, optionNumber, portOf, refuse, type Surroundings } from './launch-map.ts';
import { placeAgents } from './place-agents.ts';

/** `accelerate launch`, with the configuration that it names. */
export function readAccelerate(words: readonly Word[], surroundings: Surroundings): LaunchMap | null {
  const { values, program } = readOptions(words, ACCELERATE);
  const named = values.get('config-file');
  const config = named === undefined ? new Map<string, Word>() : readNamedConfig(named, surroundings);
  if (config === null) return null;
  const before = values.has('no-python') ? [] : values.has('module') ? ['python', '-m'] : ['python'];
  const map = mapOfConfig(new Map([...config, ...values]), surroundings);
  return map && { ...map, ...commandOf(before, program) };
}

function readNamedConfig(word: Word, { read, report }: Surroundings): ReadonlyMap<string, Word> | null {
  if (word.unknown !== null)
    return refuse(report, word.span, `the configuration is not known: ${word.unknown}`);
  const found = read(word.text);
  if (found.kind !== 'bytes')
    return refuse(
      report,
      word.span,
      `the configuration ${word.text.slice(0, 200)} is not in the folder of the script, nor below it`,
      'put it there, or give it to `rankplan init --from` by itself',
    );
  const file = readSource(found.name, found.bytes, report);
  return file && readConfig(file, report);
}

/** The keys of a configuration as options of `accelerate launch`; null where it is none. */
export function readConfig(
  file: SourceFile,
  report: Surroundings['report'],
): ReadonlyMap<string, Word> | null {
  const document = parseDocument(file, report);
  if (document === null) return null;
  const { value } = document;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse(
      report,
      { file, start: 0, end: 0 },
      'the configuration is no map of keys',
      'write it by `accelerate config`',
    );
  const values = new Map<string, Word>();
  addKeys(values, value);
  const deepspeed = (value as Record<string, unknown>)['deepspeed_config'];
  if (typeof deepspeed === 'object' && deepspeed !== null) addKeys(values, deepspeed);
  return values;
}

function addKeys(values: Map<string, Word>, object: object): void {
  for (const [key, given] of Object.entries(object)) {
    if (given === null || typeof given === 'object') continue;
    values.set(key.replaceAll('_', '-'), { ...known(String(given)), span: valueSpan(object, key) });
  }
}

/** A configuration of Accelerate by itself: a launch without a program. */
export function readAccelerateConfig(file: SourceFile, surroundings: Surroundings): LaunchMap | null {
  const values = readConfig(file, surroundings.report);
  return values && mapOfConfig(values, surroundings);
}

const PARALLEL = /^(MULTI_GPU|DEEPSPEED|FSDP|MEGATRON_LM|MULTI_CPU|NO|TP)?$/;

function mapOfConfig(values: ReadonlyMap<string, Word>, surroundings: Surroundings): LaunchMap | null {
  const { report } = surroundings;
  const elsewhere = values.get('compute-environment');
  if (elsewhere !== undefined && !/^(LOCAL_MACHINE|0)$/.test(elsewhere.text))
    return refuse(
      report,
      elsewhere.span,
      `it is for \`${elsewhere.text.slice(0, 60)}\`, which chooses machines itself`,
      'only LOCAL_MACHINE has machines of yours',
    );
  const type = values.get('distributed-type');
  if (type !== undefined && !PARALLEL.test(type.text))
    return refuse(
      report,
      type.span,
      `\`${type.text.slice(0, 60)}\` is for devices that a plan does not know`,
      'plans have GPUs and CPU ranks',
    );
  const machines = optionNumber(values, 'num-machines', 1, surroundings);
  if (machines === null) return null;
  const isCpu =
    values.has('cpu') || /^true$/i.test(values.get('use-cpu')?.text ?? '') || type?.text === 'MULTI_CPU';
  const around = withDevices(values.get('gpu-ids'), machines, {
    ...surroundings,
    gpus: isCpu ? 0 : surroundings.gpus,
  });
  const byHostfile =
    machines > 1 &&
    values.has('deepspeed-hostfile') &&
    values.get('deepspeed-multinode-launcher')?.text !== 'standard';
  if (around === null) return null;
  if (byHostfile) return mapOfHostfile(values, machines, around);
  const ranks = countRanks(values, type?.text, machines, around);
  const agents = ranks === null ? null : placeAgents('accelerate', machines, around);
  const gpus = ranks === null || agents === null ? null : chooseGpus(ranks, around);
  if (ranks === null || agents === null || gpus === null) return null;
  return {
    ...withoutProgram(values, surroundings.span),
    nodes: agents.hosts.map((host) => ({ host, ...gpus, ranks })),
    isBound: agents.isBound,
  };
}

const withoutProgram = (values: ReadonlyMap<string, Word>, span: Span) => ({
  tool: 'accelerate',
  span,
  order: 'block' as const,
  port: portOf(values.get('main-process-port')),
  command: null,
  commandUnknown: null,
});

/** Of several machines `gpu_ids` is not passed on. */
function withDevices(
  word: Word | undefined,
  machines: number,
  surroundings: Surroundings,
): Surroundings | null {
  if (word === undefined || word.text === 'all' || machines > 1 || surroundings.gpus !== null)
    return surroundings;
  if (word.unknown !== null)
    return refuse(surroundings.report, word.span, `the GPUs are not known: ${word.unknown}`);
  if (parseDevices(word, '`gpu_ids`', surroundings.report) === null) return null;
  return { ...surroundings, environment: new Map([['gpu_ids', word]]) };
}

/** Accelerate divides its processes evenly, and forgets the rest. */
function countRanks(
  values: ReadonlyMap<string, Word>,
  type: string | undefined,
  machines: number,
  surroundings: Surroundings,
): number | null {
  const word = values.get('num-processes');
  if (word === undefined) return type === 'NO' ? 1 : countGpus(surroundings);
  const processes = optionNumber(values, 'num-processes', 1, surroundings);
  if (processes === null || machines === 1) return processes;
  if (processes % machines === 0) return processes / machines;
  return refuse(
    surroundings.report,
    word.span,
    `${processes} processes cannot be shared evenly by ${machines} machines`,
    'write a multiple: Accelerate starts as many on each',
  );
}

/** With several machines DeepSpeed's own launcher is the one that starts processes. */
function mapOfHostfile(
  values: ReadonlyMap<string, Word>,
  machines: number,
  surroundings: Surroundings,
): LaunchMap | null {
  const processes = optionNumber(values, 'num-processes', 1, surroundings);
  if (processes === null) return null;
  const include = values.get('deepspeed-inclusion-filter');
  const exclude = values.get('deepspeed-exclusion-filter');
  const each = { ...known(String(Math.floor(processes / machines))), span: surroundings.span };
  const nodes = readHostsOfDeepspeed(
    new Map<string, Word>([
      ...[...values].flatMap(([name, word]) =>
        name === 'deepspeed-hostfile' ? [['hostfile', word] as const] : [],
      ),
      ...(exclude !== undefined
        ? [['exclude', exclude] as const]
        : include !== undefined
          ? [['include', include] as const]
          : [['num-gpus', each] as const]),
    ]),
    surroundings,
  );
  return nodes && { ...withoutProgram(values, surroundings.span), nodes, isBound: false };
}
