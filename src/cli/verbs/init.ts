import { existsSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Diagnostic } from '../../compiler/diagnostics/reporter.ts';
import type { FileSource } from '../init/draft-from.ts';
import { schemaPath } from '../init/schema-path.ts';
import { TOPOLOGY_FILE } from '../input/default-topologies.ts';
import { EnvironmentError, EXIT, type Invocation, UsageError, type Verb, type VerbOptions } from '../verb.ts';

const OPTIONS = {
  from: {
    flags: '--from <file>',
    description:
      'a launch script, hostfile, rankfile or configuration (- for stdin), or what it is and then FILE: sbatch, torchrun, accelerate, deepspeed, mpirun, rankfile, hostfile, network, nvidia-smi (of several machines a FILE each); without a file `slurm`, the cluster, and `gpu`, this machine',
  },
  output: {
    flags: '-o, --output <file>',
    description: 'the topology to write; - for stdout (default: rankplan.yaml, or FILE without --from)',
  },
  name: {
    flags: '--name <name>',
    description: 'the name of the job (default: the name of the working directory)',
  },
  host: { flags: '--host <hosts>', description: 'a host list for the first node (default: localhost)' },
  gpus: {
    flags: '--gpus <count>',
    description:
      'GPUs of each host (default: 4); with a hostfile, of hosts without a number; 0 for CPU ranks',
  },
  partition: {
    flags: '--partition <name>',
    description: 'with --from slurm: only the nodes of this partition',
  },
  classes: {
    flags: '--classes',
    description: 'with --from slurm: any nodes of each kind (`bind: job`) instead of named nodes',
  },
  domains: {
    flags: '--domains <file>',
    description:
      "with --from slurm: where the nodes are, from Slurm's topology.conf or topology.yaml, or as topograph writes it (default: Slurm is asked)",
  },
} as const satisfies VerbOptions;

export const initVerb: Verb<typeof OPTIONS> = {
  name: 'init',
  summary:
    'write a topology from what is here: a launch script, a hostfile, this machine, a Slurm cluster; or a starter',
  args: '[files...]',
  options: OPTIONS,
  examples: [
    ['rankplan init', 'rankplan.yaml from what is here: a launch script, Slurm, GPUs; else a starter'],
    ['rankplan init cluster.yaml --host dgx[01-04] --gpus 8', 'a first version of a cluster'],
    ['rankplan init - --gpus 0', 'on stdout'],
    ['rankplan init --from train.sbatch', 'from a launch script, which is read and never run'],
    ['rankplan init --from hostfile hosts.txt', 'from a hostfile of MPI or DeepSpeed'],
    ['rankplan init --from gpu', "of this machine's GPUs, as the driver describes them"],
    ['rankplan init --from nvidia-smi lab1.txt lab2.txt', 'from what nvidia-smi printed on lab1 and lab2'],
    ['rankplan init --from slurm --partition gpu', 'from the cluster, as scontrol describes it'],
    ['rankplan init --from slurm nodes.txt -o -', 'from what `scontrol show node` printed elsewhere'],
  ],
  async run(invocation) {
    const gpus = parseGpus(invocation.options.gpus);
    const { from } = invocation.options;
    if (from === 'nvidia-smi') return draftMachines(invocation, invocation.args);
    if (invocation.args.length > 1)
      throw new UsageError('`init` takes one FILE; `--from nvidia-smi` one for each machine');
    if (from === 'gpu' || from === 'probe') return discover(invocation);
    if (from !== null) return draft(invocation, from, gpus);
    const { args, options } = invocation;
    return args.length === 0 && options.host === null && gpus === null
      ? look(invocation)
      : start(invocation, gpus);
  },
};

type Call = Invocation<typeof OPTIONS>;
type Options = Call['options'];

const FROM_SLURM = ['partition', 'classes', 'domains'] as const;

/** A starter topology, with what little is known in it. */
async function start({ args, options }: Call, gpus: number | null): Promise<number> {
  const { renderStarter } = await import('../init/starter-topology.ts');
  refuseOptions(options, FROM_SLURM, '--from slurm');
  if (args[0] !== undefined && options.output !== null)
    throw new UsageError('give the topology to write as FILE or by `-o`, not both');
  const path = args[0] ?? options.output ?? TOPOLOGY_FILE;
  const hosts = options.host ?? 'localhost';
  return writeTopology(
    path,
    renderStarter({ name: nameOf(options), hosts, gpus: gpus ?? 4, schema: schemaPath(path) }),
  );
}

/** Without arguments: the best of what is here, with what was found. */
async function look({ args, options }: Call): Promise<number> {
  refuseOptions(options, FROM_SLURM, '--from slurm');
  const path = options.output ?? TOPOLOGY_FILE;
  if (path !== '-' && existsSync(path)) throw new EnvironmentError(existsAlready(path));
  const { propose } = await import('../init/propose.ts');
  const { printFindings } = await import('../findings/print-findings.ts');
  const { lines, from, render, name, outcome } = await propose(null);
  const told = path === '-' ? process.stderr : process.stdout;
  told.write(`found here:\n${lines.map((line) => `  ${line}\n`).join('')}`);
  if (render === null) {
    told.write('nothing to begin from, so this is a starter:\n');
    return start({ args, options }, null);
  }
  if (outcome !== null) printFindings(outcome.diagnostics, process.stderr);
  told.write(`made from ${from}:\n`);
  return writeTopology(path, render(options.name ?? name ?? nameOf(options), schemaPath(path)));
}

/** A topology of what somebody else wrote down. */
async function draft({ args, options }: Call, from: string, gpus: number | null): Promise<number> {
  const { draftFrom } = await import('../init/draft-from.ts');
  const { renderTopology } = await import('../init/render-topology.ts');
  const { printFindings } = await import('../findings/print-findings.ts');
  const { source, path: input } = await parseFrom(from, args);
  refuseOptions(options, ['host'], 'a starter topology');
  if (source === 'slurm') refuseOptions(options, ['gpus'], 'launches and hostfiles');
  else refuseOptions(options, FROM_SLURM, '--from slurm');
  const path = options.output ?? TOPOLOGY_FILE;
  const { partition, classes, domains } = options;
  if (classes && domains !== null)
    throw new UsageError(
      '`--domains` is for named nodes: those of `--classes` are placed when the job starts',
    );
  const { entries, name, diagnostics } = draftFrom(source, {
    path: input,
    gpus,
    partition,
    classes,
    domains,
  });
  printFindings(diagnostics, process.stderr);
  if (entries === null) return EXIT.findings;
  const title = options.name ?? name ?? nameOf(options);
  return writeTopology(path, renderTopology({ ...entries, name: title, schema: schemaPath(path) }));
}

/** A topology of machines that nvidia-smi described. */
async function draftMachines({ options }: Call, files: readonly string[]): Promise<number> {
  const { draftFromSmi } = await import('../init/from-nvidia-smi.ts');
  const { printFindings } = await import('../findings/print-findings.ts');
  refuseOptions(options, ['gpus', 'host'], 'a starter topology');
  refuseOptions(options, FROM_SLURM, '--from slurm');
  if (files.length === 0)
    throw new UsageError(
      'name what nvidia-smi printed: `rankplan init --from nvidia-smi FILE...`, or - for stdin',
    );
  const { render, diagnostics } = draftFromSmi(files);
  printFindings(diagnostics, process.stderr);
  if (render === null) return EXIT.findings;
  const path = options.output ?? TOPOLOGY_FILE;
  return writeTopology(path, render(nameOf(options), schemaPath(path)));
}

/** `--from KIND FILE`, or `--from FILE` where the content tells the kind. A file may have the name of a kind. */
async function parseFrom(
  from: string,
  args: readonly string[],
): Promise<{ readonly source: FileSource | null; readonly path: string | null }> {
  const { FILE_SOURCES, KINDS } = await import('../init/draft-from.ts');
  const source = FILE_SOURCES.find((kind) => kind === from) ?? null;
  const [file = null] = args;
  if (source !== null && (file !== null || source === 'slurm' || !existsSync(from)))
    return { source, path: file };
  if (file !== null) throw new UsageError(`there is no kind of file \`${from}\`: there are ${KINDS}`);
  if (from !== '-' && !existsSync(from))
    throw new UsageError(
      `\`--from ${from}\`: there is no such file, and no kind of that name: there are ${KINDS}, gpu`,
    );
  return { source: null, path: from };
}

/** A topology of this machine. */
async function discover({ args, options }: Call): Promise<number> {
  const { draftFromProbe } = await import('../init/from-probe.ts');
  const { discoverMachine } = await import('../machine/driver-access.ts');
  const { DEFAULT_TIMEOUT_SECONDS } = await import('./options.ts');
  const { describeInventory } = await import('../../runtime/probe/describe-inventory.ts');
  const { printFindings } = await import('../findings/print-findings.ts');
  refuseOptions(options, ['gpus', 'host'], 'a starter topology');
  refuseOptions(options, FROM_SLURM, '--from slurm');
  if (args[0] !== undefined)
    throw new UsageError('`init --from gpu` reads no FILE: `-o` names the topology to write');
  const { machine, diagnostics } = await discoverMachine(DEFAULT_TIMEOUT_SECONDS);
  printFindings(diagnostics, process.stderr);
  if (machine === null || machine.sick.length > 0) return EXIT.environment;
  const path = options.output ?? TOPOLOGY_FILE;
  return writeTopology(path, draftFromProbe(describeInventory(machine), nameOf(options), schemaPath(path)));
}

function refuseOptions(options: Options, names: readonly (keyof Options)[], owner: string): void {
  const given = names.find((name) => options[name] !== null && options[name] !== false);
  if (given !== undefined) throw new UsageError(`\`--${given}\` is for ${owner}`);
}

function parseGpus(given: string | null): number | null {
  if (given === null) return null;
  const gpus = Number(given);
  if (!Number.isInteger(gpus) || gpus < 0 || given === '')
    throw new UsageError(`--gpus takes a number of GPUs, not \`${given}\``);
  return gpus;
}

/** Checks the text as `rankplan check` would, and writes it where there is nothing yet. */
async function writeTopology(path: string, text: string): Promise<number> {
  const { printFindings } = await import('../findings/print-findings.ts');
  const found = await checkText(path, text);
  const errors = found.filter(({ severity }) => severity === 'error');
  // Nobody has seen the text, so that a place in it says nothing.
  if (errors.length > 0)
    throw new UsageError(
      errors
        .map(
          ({ code, message, help }) =>
            `this makes no topology: ${message} (${code})${help === null ? '' : `\n  help: ${help}`}`,
        )
        .join('\n'),
    );
  printFindings(found, process.stderr);
  if (path === '-') {
    process.stdout.write(text);
    return EXIT.fine;
  }
  try {
    writeFileSync(path, text, { flag: 'wx' });
  } catch (error) {
    const { reasonOf } = await import('../input/read-file.ts');
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new EnvironmentError(existsAlready(path));
    const reason = code === 'ENOENT' ? `there is no folder ${dirname(path)}` : reasonOf(error);
    throw new EnvironmentError(`cannot write ${path}: ${reason}`);
  }
  process.stdout.write(`wrote ${path}: edit it, then run \`rankplan check ${path}\`\n`);
  return EXIT.fine;
}

async function checkText(path: string, text: string): Promise<readonly Diagnostic[]> {
  const { compile } = await import('../../compiler/compile.ts');
  const { findRefused } = await import('../findings/find-refused.ts');
  const { plan, topology, diagnostics } = compile(text, {
    name: path,
    read: (missing) => ({ kind: 'missing', name: missing }),
  });
  return [...diagnostics, ...(await findRefused({ plan, topology, file: { name: path, text } }))];
}

const existsAlready = (path: string): string => `${path} exists already: give another FILE`;

function nameOf({ name }: Options): string {
  return name ?? nameFrom(basename(process.cwd()));
}

/** A job may be named after any folder, but for the characters that a name cannot have. */
function nameFrom(folder: string): string {
  const name = folder.replaceAll(/[^A-Za-z0-9._-]/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  return name === '' ? 'job' : name.slice(0, 128);
}
