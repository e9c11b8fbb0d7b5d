import { existsSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { printFindings } from '../findings/print-findings.ts';
import { type DraftOutcome, FILE_SOURCES, KINDS } from '../init/draft.ts';
import { schemaPath } from '../init/schema-path.ts';
import { TOPOLOGY_FILE } from '../input/find-topologies.ts';
import { reasonOf } from '../input/read-file.ts';
import { EnvironmentError, EXIT, type Invocation, UsageError, type Verb, type VerbOptions } from '../verb.ts';

const OPTIONS = {
  from: {
    flags: '--from <file>',
    description: `a file to read, - for stdin, or its kind and then the file: ${KINDS}; without a file, slurm is the cluster and probe is this machine`,
  },
  output: {
    flags: '-o, --output <file>',
    description: 'the topology to write; - for stdout (default: rankplan.yaml)',
  },
  name: {
    flags: '--name <name>',
    description: 'the name of the job (default: the name of the working directory)',
  },
  host: {
    flags: '--host <hosts>',
    description: 'of a starter: the host list of its nodes (default: localhost)',
  },
  gpus: {
    flags: '--gpus <count>',
    description: 'GPUs of each host that has no number otherwise (default of a starter: 4); 0 for CPU ranks',
  },
  partition: {
    flags: '--partition <name>',
    description: 'with --from slurm: only the nodes of this partition',
  },
  classes: {
    flags: '--classes',
    description: 'with --from slurm: any nodes of each kind (`bind: job`), not named ones',
  },
} as const satisfies VerbOptions;

export const initVerb: Verb<typeof OPTIONS> = {
  name: 'init',
  summary: 'write a topology from a launch, a file, a Slurm cluster or this machine, or write a starter',
  args: '[file] [command...]',
  options: OPTIONS,
  examples: [
    ['rankplan init', 'rankplan.yaml from what is here: a batch job, Slurm, GPUs; else a starter'],
    ['rankplan init -- torchrun --nproc_per_node 8 train.py', 'from a launch, which is read and never run'],
    ['rankplan init --from train.sbatch -- srun python train.py', 'from one in a batch job'],
    ['rankplan init cluster.yaml --host dgx[01-04] --gpus 8', 'a first version of a cluster'],
    ['rankplan init - --gpus 0', 'on stdout'],
    ['rankplan init --from hostfile hosts.txt', 'from a hostfile of MPI or DeepSpeed'],
    ['rankplan init --from probe', "of this machine's GPUs, as the driver describes them"],
    ['rankplan init --from slurm --partition gpu', 'from the cluster, as scontrol describes it'],
    ['rankplan init --from slurm nodes.txt -o -', 'from what `scontrol show node` printed elsewhere'],
  ],
  async run(invocation) {
    const { options } = invocation;
    const { args, words } = splitWords(invocation);
    const gpus = parseGpus(options.gpus);
    const [file] = args;
    if (options.from === null && file !== undefined && options.output !== null)
      throw new UsageError('give the topology to write as FILE or by `-o`, not both');
    const path = (options.from === null ? file : null) ?? options.output ?? TOPOLOGY_FILE;
    const isBare = options.from === null && words === null;
    if (isBare && file === undefined && options.host === null && gpus === null) return look(options, path);
    if (isBare) return start(options, gpus, path);
    const outcome = await read(options, gpus, args, words);
    return outcome === null ? EXIT.environment : writeOutcome(outcome, options, path);
  },
};

type Call = Invocation<typeof OPTIONS>;
type Options = Call['options'];

function splitWords({ args, commandAt = null }: Call) {
  const [files, words] =
    commandAt === null ? [args, null] : [args.slice(0, commandAt), args.slice(commandAt)];
  if (words?.length === 0)
    throw new UsageError('behind `--` stand the words of a launch: `rankplan init -- torchrun …`');
  if (files.length > 1) throw new UsageError('`init` takes one FILE');
  return { args: files, words };
}

function parseGpus(given: string | null): number | null {
  if (given === null) return null;
  const gpus = Number(given);
  if (!Number.isInteger(gpus) || gpus < 0 || given === '')
    throw new UsageError(`--gpus takes a number of GPUs, not \`${given}\``);
  return gpus;
}

type Input = 'starter' | 'launch' | 'Slurm' | 'machine';

/** What an option is for, and the inputs that take it. */
const TAKEN_BY: readonly (readonly [option: keyof Options, what: string, inputs: readonly Input[]])[] = [
  ['host', 'a starter topology', ['starter']],
  ['gpus', 'starters, launches and hostfiles', ['starter', 'launch']],
  ['partition', '--from slurm', ['Slurm']],
  ['classes', '--from slurm', ['Slurm']],
];

function refuseOptions(options: Options, input: Input): void {
  for (const [name, what, inputs] of TAKEN_BY)
    if (options[name] !== null && options[name] !== false && !inputs.includes(input))
      throw new UsageError(`\`--${name}\` is for ${what}`);
}

/** A starter topology, with what little is known in it. */
async function start(options: Options, gpus: number | null, path: string): Promise<number> {
  const { draftStarter } = await import('../init/render-topology.ts');
  refuseOptions(options, 'starter');
  const draft = draftStarter(options.host ?? 'localhost', gpus ?? 4);
  return writeOutcome({ draft, diagnostics: [] }, options, path);
}

/** Without arguments: the best of what is here, with what was found. */
async function look(options: Options, path: string): Promise<number> {
  refuseOptions(options, 'starter');
  if (path !== '-' && existsSync(path)) throw new EnvironmentError(existsAlready(path));
  const { propose } = await import('../init/propose.ts');
  const { lines, from, outcome } = await propose();
  const out = path === '-' ? process.stderr : process.stdout;
  out.write(`found here:\n${lines.map((line) => `  ${line}\n`).join('')}`);
  if (outcome.draft === null) {
    out.write('nothing to begin from, so this is a starter:\n');
    return start(options, null, path);
  }
  out.write(`made from ${from}:\n`);
  return writeOutcome(outcome, options, path);
}

/** Reads a launch, or what others wrote down; null, with its findings printed, where the driver of this machine fails. */
async function read(
  options: Options,
  gpus: number | null,
  files: readonly string[],
  words: readonly string[] | null,
): Promise<DraftOutcome | null> {
  const { from } = options;
  const { draftFrom, refuseWords } = await import('../init/draft-from.ts');
  if (from === 'probe') {
    if (words !== null) refuseWords();
    refuseOptions(options, 'machine');
    const { draftFromProbe } = await import('../init/from-probe.ts');
    return draftFromProbe(files);
  }
  const { source, path } = from === null ? { source: null, path: null } : parseFrom(from, files);
  refuseOptions(options, source === 'slurm' ? 'Slurm' : 'launch');
  const { partition, classes } = options;
  return draftFrom(source, { path, gpus, partition, classes, words });
}

/** `--from KIND FILE`, or `--from FILE` where the content shows the kind. A file may have the name of a kind. */
function parseFrom(from: string, [file = null]: readonly (string | null)[]) {
  const isFile = existsSync(from);
  const source = FILE_SOURCES.find((kind) => kind === from) ?? null;
  if (source !== null && (file !== null || source === 'slurm' || !isFile)) return { source, path: file };
  if (file !== null) throw new UsageError(`there is no kind of file \`${from}\`: there are ${KINDS}`);
  if (from !== '-' && !isFile)
    throw new UsageError(
      `\`--from ${from}\`: there is no such file, and no kind of that name (${KINDS}, probe); a launch is given by its words: \`rankplan init -- torchrun …\``,
    );
  return { source: null, path: from };
}

async function writeOutcome({ draft, diagnostics }: DraftOutcome, options: Options, path: string) {
  const { renderTopology } = await import('../init/render-topology.ts');
  printFindings(diagnostics, process.stderr);
  if (draft === null) return EXIT.findings;
  const title = options.name ?? draft.name ?? nameOfFolder();
  return writeTopology(path, renderTopology(draft, title, schemaPath(path)));
}

/** Checks the text as `rankplan check` would, and writes it where there is nothing yet. */
async function writeTopology(path: string, text: string): Promise<number> {
  const { loadInput } = await import('../input/load-plan.ts');
  const { findRefused } = await import('../findings/find-refused.ts');
  const input = { name: path, bytes: Buffer.from(text), isPlan: false };
  const loaded = loadInput(input, (missing) => ({ kind: 'missing', name: missing }), false);
  const found = [...loaded.diagnostics, ...(await findRefused(loaded))];
  // The user has not seen the text, so a place in it says nothing.
  const errors = found
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message, help }) => [
      `this makes no topology: ${message} (${code})`,
      ...(help === null ? [] : [`  help: ${help}`]),
    ]);
  if (errors.length > 0) throw new UsageError(errors.flat().join('\n'));
  printFindings(found, process.stderr);
  if (path === '-') {
    process.stdout.write(text);
    return EXIT.fine;
  }
  try {
    writeFileSync(path, text, { flag: 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new EnvironmentError(existsAlready(path));
    const reason = code === 'ENOENT' ? `there is no folder ${dirname(path)}` : reasonOf(error);
    throw new EnvironmentError(`cannot write ${path}: ${reason}`);
  }
  process.stdout.write(`wrote ${path}: edit it, then run \`rankplan check ${path}\`\n`);
  return EXIT.fine;
}

const existsAlready = (path: string): string => `${path} exists already: give another FILE`;

/** A job may be named after any folder, but for the characters that a name cannot have. */
function nameOfFolder(): string {
  const plain = basename(process.cwd()).replaceAll(/[^A-Za-z0-9._-]/g, '-');
  return plain.replace(/^[^A-Za-z0-9]+/, '').slice(0, 128) || 'job';
}
