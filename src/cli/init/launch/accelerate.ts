import type { SourceFile } from '../../../compiler/source/source-file.ts';
import { valueSpan } from '../../../compiler/syntax/document.ts';
import { parseDocument } from '../../../compiler/syntax/parse-document.ts';
import { countGpus, parseDevices } from './choose-gpus.ts';
import { readHostsOfDeepspeed } from './deepspeed.ts';
import { optionNumber, type Placement, portOf, readNamed, type Surroundings } from './launch.ts';
import { Options, type Word } from './options.ts';
import { refuse, stop } from './refusal.ts';
import { placeAgents } from './torchrun.ts';

/** What `accelerate launch` sets for its processes, as `accelerate.utils.launch` of 1.15.0 does, by option. */
const VARIABLES: Readonly<Record<string, string>> = {
  'mixed-precision': 'ACCELERATE_MIXED_PRECISION',
  'dynamo-backend': 'ACCELERATE_DYNAMO_BACKEND',
  'dynamo-mode': 'ACCELERATE_DYNAMO_MODE',
  'num-cpu-threads-per-process': 'OMP_NUM_THREADS',
  'zero-stage': 'ACCELERATE_DEEPSPEED_ZERO_STAGE',
  'gradient-accumulation-steps': 'ACCELERATE_GRADIENT_ACCUMULATION_STEPS',
  'gradient-clipping': 'ACCELERATE_GRADIENT_CLIPPING',
  'offload-optimizer-device': 'ACCELERATE_DEEPSPEED_OFFLOAD_OPTIMIZER_DEVICE',
  'offload-param-device': 'ACCELERATE_DEEPSPEED_OFFLOAD_PARAM_DEVICE',
  'zero3-init-flag': 'ACCELERATE_DEEPSPEED_ZERO3_INIT',
  'zero3-save-16bit-model': 'ACCELERATE_DEEPSPEED_ZERO3_SAVE_16BIT_MODEL',
  'deepspeed-config-file': 'ACCELERATE_DEEPSPEED_CONFIG_FILE',
  'deepspeed-moe-layer-cls-names': 'ACCELERATE_DEEPSPEED_MOE_LAYER_CLS_NAMES',
};

/** `accelerate launch`, with the configuration that it names: `options` has its keys then, too. */
export function readAccelerate(options: Options, around: Surroundings): Placement {
  const named = options.get('config-file');
  const config = named === undefined ? [] : readConfig(readNamed(named, 'accelerate', around), around);
  for (const [key, word] of config) if (!options.has(key)) options.set(key, word);
  return placeProcesses(options, around);
}

/** A configuration of Accelerate by itself: a launch without a program. */
export function readAccelerateConfig(file: SourceFile, around: Surroundings): Placement {
  const options = readConfig(file, around);
  const placement = placeProcesses(options, around);
  return { ...placement, leftOut: options.unread() };
}

/** The keys of a configuration as options of `accelerate launch`. */
function readConfig(file: SourceFile, { report }: Surroundings): Options {
  const value = (parseDocument(file, report) ?? stop()).value;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    refuse({ file, start: 0, end: 0 }, 'the configuration is no map of keys');
  const options = new Options();
  addKeys(options, value);
  return options;
}

/** Keys of the maps inside (`fsdp_config`) have names of their own, so all of them are options of one list. */
function addKeys(options: Options, object: object): void {
  for (const [key, given] of Object.entries(object)) {
    const text = Array.isArray(given) ? given.join(',') : String(given ?? '');
    if (typeof given === 'object' && given !== null && !Array.isArray(given)) addKeys(options, given);
    else if (text !== '') options.set(key.replaceAll('_', '-'), { text, span: valueSpan(object, key) });
  }
}

/** The types that init can read: not SageMaker, which chooses machines itself, and not TPUs. */
const KNOWN = /^(LOCAL_MACHINE|0|MULTI_GPU|DEEPSPEED|FSDP|MEGATRON_LM|MULTI_CPU|NO|TP)?$/;

function placeProcesses(options: Options, outer: Surroundings): Placement {
  const type = options.get('distributed-type');
  for (const word of [options.get('compute-environment'), type])
    if (word !== undefined && !KNOWN.test(word.text))
      refuse(word.span, `\`${word.text.slice(0, 60)}\` is for machines or devices that a plan does not know`);
  const machines = optionNumber(options, 'num-machines', 1);
  const isCpu = isOn(options, 'use-cpu') || options.has('cpu') || type?.text === 'MULTI_CPU';
  const around = withDevices(options.get('gpu-ids'), machines, isCpu ? { ...outer, gpus: 0 } : outer);
  const hostfile = options.get('deepspeed-hostfile');
  const launcher = options.get('deepspeed-multinode-launcher')?.text;
  return {
    ...(hostfile !== undefined && machines > 1 && launcher !== 'standard'
      ? placeByHostfile(options, hostfile, machines, around)
      : placeAgents('accelerate', machines, countRanks(options, type?.text, machines, around), around)),
    port: portOf(options.get('main-process-port')),
    env: readVariables(options, type?.text),
  };
}

const isOn = (options: Options, name: string): boolean => /^true$/i.test(options.get(name)?.text ?? '');

/** With several machines Accelerate does not pass `gpu_ids` on. */
function withDevices(word: Word | undefined, machines: number, around: Surroundings): Surroundings {
  if (word === undefined || word.text === 'all' || machines > 1 || around.gpus !== null) return around;
  parseDevices(word, '`gpu_ids`');
  return { ...around, visible: { name: 'gpu_ids', text: word.text } };
}

/** The ranks of each machine. Accelerate divides its processes evenly, and forgets the rest. */
function countRanks(options: Options, type: string | undefined, hosts: number, around: Surroundings): number {
  const word = options.get('num-processes');
  if (word === undefined) return type === 'NO' ? 1 : countGpus('accelerate', around);
  const processes = optionNumber(options, 'num-processes', 1);
  const message = `${processes} processes cannot be shared evenly by ${hosts} machines`;
  if (processes % hosts !== 0)
    refuse(word.span, message, 'write a multiple: Accelerate starts as many on each');
  return processes / hosts;
}

/** With several machines DeepSpeed's own launcher starts the processes. */
function placeByHostfile(options: Options, hostfile: Word, hosts: number, around: Surroundings): Placement {
  const include = options.get('deepspeed-inclusion-filter');
  const exclude = options.get('deepspeed-exclusion-filter');
  const each = String(Math.floor(optionNumber(options, 'num-processes', 1) / hosts));
  const given = new Options([['hostfile', hostfile]]);
  if (exclude !== undefined) given.set('exclude', exclude);
  else if (include !== undefined) given.set('include', include);
  else given.set('num-gpus', { text: each, span: around.span });
  return { nodes: readHostsOfDeepspeed(given, around), isBound: false, order: 'block' };
}

function readVariables(options: Options, type: string | undefined): ReadonlyMap<string, string> {
  const env = new Map<string, string>();
  if (isOn(options, 'fp16')) env.set('ACCELERATE_MIXED_PRECISION', 'fp16');
  if (options.has('use-fsdp') || type === 'FSDP') env.set('ACCELERATE_USE_FSDP', 'true');
  if (options.has('use-deepspeed') || type === 'DEEPSPEED') env.set('ACCELERATE_USE_DEEPSPEED', 'true');
  for (const option of options.keys()) {
    const fsdp = option.startsWith('fsdp-') ? option.replace('-layer-', '-') : undefined;
    const name = VARIABLES[option] ?? fsdp?.toUpperCase().replaceAll('-', '_');
    const text = name === undefined ? '' : (options.get(option)?.text ?? '');
    if (name !== undefined && !/^no$/i.test(text)) env.set(name, text);
  }
  return env;
}
