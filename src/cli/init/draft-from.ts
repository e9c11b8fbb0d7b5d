import {
  createReporter,
  type Diagnostic,
  type Reporter,
  requireReason,
} from '../../compiler/diagnostics/reporter.ts';
import type { SourceFile } from '../../compiler/source/source-file.ts';
import { readSource } from '../../compiler/syntax/read-source.ts';
import type { Network } from '../../runtime/network/network.ts';
import { parseNetworkText } from '../../runtime/network/parse-network.ts';
import type { Cluster } from '../../runtime/slurm/cluster.ts';
import { readCluster, readNetwork } from '../../runtime/slurm/read-cluster.ts';
import { MAX_ANSWER_BYTES } from '../../runtime/slurm/run-slurm.ts';
import { createReader, readInput } from '../input/read-file.ts';
import { askSlurm, readRecordedCluster } from '../slurm/open-cluster.ts';
import { UsageError } from '../verb.ts';
import { detectKind, type FileKind, isBatchJob } from './detect-kind.ts';
import { describeLaunch, draftLaunch } from './draft-launch.ts';
import { draftFromHostfile, type Entries } from './from-hostfile.ts';
import { draftFromNetwork, readNetworkFile } from './from-network.ts';
import { draftFromSlurm, type SlurmDraftOptions } from './from-slurm.ts';
import { readAccelerateConfig } from './launch/accelerate.ts';
import type { LaunchMap, Surroundings } from './launch/launch-map.ts';
import { mapOfRankfile } from './launch/rankfile.ts';
import { type ReadLaunch, readLaunch } from './launch/read-launch.ts';

/** The kinds that a user can name. Of those that are scripts or configurations the content decides how they are read. */
export const FILE_SOURCES = [
  'sbatch',
  'torchrun',
  'accelerate',
  'deepspeed',
  'mpirun',
  'rankfile',
  'hostfile',
  'network',
  'slurm',
] as const;
export type FileSource = (typeof FILE_SOURCES)[number];

/** All kinds of file, for whoever names none of them. Recorded answers of nvidia-smi are several files. */
export const KINDS = [...FILE_SOURCES, 'nvidia-smi'].join(', ');

export interface DraftOptions extends SlurmDraftOptions {
  /** What to read; null where nothing was named. */
  readonly path: string | null;
  readonly gpus: number | null;
  /** With Slurm: a file that says where the nodes are. */
  readonly domains: string | null;
}

export interface DraftOutcome {
  /** Null when there are errors. */
  readonly entries: Entries | null;
  /** A name that the file gives to the job. */
  readonly name: string | null;
  /** What was read: `batch job: 8 ranks on 2 nodes`. */
  readonly summary: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the nodes of a topology from what somebody else wrote; without `source` its content tells what it is. */
export function draftFrom(source: FileSource | null, options: DraftOptions): DraftOutcome {
  const { path } = options;
  if (source === 'slurm') return fromSlurm(options);
  if (path === null)
    throw new UsageError(
      `name the ${/file$/.test(source ?? '') ? source : 'file'}: \`rankplan init --from ${source} FILE\`, or - for stdin`,
    );
  const report = createReporter();
  const { name, bytes } = readInput(path);
  const file = readSource(name, bytes, report);
  const kind = file === null ? 'unknown' : chooseKind(source, file.text);
  if (kind === 'slurm') return fromSlurm(options);
  const read = file && READERS[kind](file, options, report);
  const entries = requireReason('topology', read?.entries ?? null, report);
  return {
    entries,
    name: read?.name ?? null,
    summary: read?.summary ?? '',
    diagnostics: report.diagnostics(),
  };
}

function chooseKind(source: FileSource | null, text: string): FileKind {
  if (source === 'hostfile' || source === 'rankfile' || source === 'network') return source;
  const found = detectKind(text);
  if (source === null || found === 'accelerate' || found === 'settings') return found;
  return 'script';
}

interface ReadFrom {
  readonly entries: Entries | null;
  readonly name?: string | null;
  readonly summary: string;
}

type Reader = (file: SourceFile, options: DraftOptions, report: Reporter) => ReadFrom | null;

const READERS: Readonly<Record<Exclude<FileKind, 'slurm'>, Reader>> = {
  script: fromScript,
  accelerate: (file, options, report) =>
    fromMap(
      readAccelerateConfig(file, surround(file, options, report)),
      'a configuration of Accelerate',
      report,
    ),
  rankfile: (file, options, report) =>
    fromMap(mapOfRankfile(file, surround(file, options, report)), 'a rankfile', report),
  hostfile(file, { gpus }, report) {
    const entries = draftFromHostfile(file, gpus, report);
    return { entries, summary: 'hostfile' };
  },
  network: (file, { gpus }, report) => ({
    entries: draftFromNetwork(file, gpus, report),
    summary: 'description of a network',
  }),
  settings: (file, _, report) =>
    refuseFile(
      file,
      'a configuration of DeepSpeed says nothing of hosts and GPUs',
      'give the hostfile, or the script that calls `deepspeed`',
      report,
    ),
  topology: (file, _, report) =>
    refuseFile(
      file,
      'this is a topology or a plan already',
      '`rankplan check` reads topologies, `rankplan show` both',
      report,
    ),
  unknown: (file, _, report) =>
    SPAWNS.test(file.text)
      ? refuseFile(
          file,
          'the program starts its ranks itself: how many, and on which GPUs, only running it tells',
          'begin with `rankplan init --host HOSTS --gpus N`, and let the program take RANK, LOCAL_RANK and WORLD_SIZE instead of `mp.spawn`',
          report,
        )
      : refuseFile(
          file,
          'this is nothing that init reads',
          `name what it is, \`--from KIND FILE\`, of ${KINDS}`,
          report,
        ),
};

/** A call of `torch.multiprocessing.spawn`, by what it is mostly imported as. */
const SPAWNS = /^\s*(?:torch\.)?(?:mp|multiprocessing)\.spawn\s*\(/m;

function refuseFile(file: SourceFile, message: string, help: string, report: Reporter): null {
  report.error('RP5119', { file, start: 0, end: 0 }, message, { help });
  return null;
}

const surround = (file: SourceFile, { path, gpus }: DraftOptions, report: Reporter): Surroundings => ({
  report,
  gpus,
  read: createReader(path ?? '-', null),
  job: null,
  step: null,
  environment: new Map(),
  span: { file, start: 0, end: 0 },
});

const originOf = (what: string, isScript: boolean): string =>
  `Written from ${what} by \`rankplan init --from\`${isScript ? ', which runs nothing: setup lines and exports are left out' : ''}.`;

function fromMap(map: LaunchMap | null, what: string, report: Reporter): ReadFrom | null {
  return map && toReadFrom({ map, job: null }, what, report);
}

/** Nobody writes a larger one, and words take a hundred times the memory of their text. */
const MAX_SCRIPT = 1024 * 1024;

function fromScript(file: SourceFile, options: DraftOptions, report: Reporter): ReadFrom | null {
  if (file.text.length > MAX_SCRIPT)
    return refuseFile(file, 'the script is larger than 1 MiB', 'give the part that starts the ranks', report);
  const { read, gpus } = surround(file, options, report);
  const launch = readLaunch(file, { report, read, gpus });
  if (launch === null) return null;
  const what = isBatchJob(file.text) ? 'a batch job of Slurm' : 'a launch script';
  const name = launch.job?.options.get('job-name')?.text ?? '';
  return { ...toReadFrom(launch, what, report), name: JOB_NAME.test(name) ? name : null };
}

const JOB_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

function toReadFrom(launch: ReadLaunch, what: string, report: Reporter): ReadFrom {
  return {
    entries: draftLaunch(launch, originOf(what, launch.map.span.end > 0), report),
    summary: `${what.replace(/^an? /, '')}: ${describeLaunch(launch.map)}`,
  };
}

function fromSlurm(options: DraftOptions): DraftOutcome {
  const { path } = options;
  const none = { entries: null, name: null, summary: '' };
  const cluster = path === null ? askSlurm(readCluster) : readRecordedCluster(path);
  if (!isCluster(cluster)) return { ...none, diagnostics: cluster };
  const report = createReporter();
  const file = { name: path === null ? '<scontrol>' : path === '-' ? '<stdin>' : path, text: '' };
  const network = readSlurmNetwork(cluster, options, file, report);
  const entries = report.errorCount() > 0 ? null : draftFromSlurm(cluster, options, network, file, report);
  return { entries, name: null, summary: 'Slurm', diagnostics: report.diagnostics() };
}

/** Where the nodes are: by a file, by the recorded answer, or by Slurm itself. */
function readSlurmNetwork(
  cluster: Cluster,
  { path, domains, classes }: DraftOptions,
  file: SourceFile,
  report: Reporter,
): Network | null {
  if (domains !== null) {
    const { name, bytes } = readInput(domains, MAX_ANSWER_BYTES);
    return readNetworkFile({ name, text: bytes.toString('utf8') }, report);
  }
  const text = cluster.network ?? (path === null && !classes ? askSlurm(readNetwork) : null);
  const network = text === null ? null : parseNetworkText(text);
  if (network === null || 'levels' in network) return network;
  report.warning('RP5121', { file, start: 0, end: 0 }, `the network ${network.problem}`, {
    help: 'the topology is written without `domain`: add it by hand, or give `--domains FILE`',
  });
  return null;
}

const isCluster = (found: Cluster | readonly Diagnostic[]): found is Cluster => 'nodes' in found;
