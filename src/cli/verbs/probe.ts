import type { InventoryDocument } from '../../generated/inventory.ts';
import type { Machine } from '../../runtime/probe/machine.ts';
import type { StepSizes } from '../../runtime/score/bench-gpus.ts';
import { count, printFindings, printReported } from '../findings/print-findings.ts';
import { reasonOf } from '../input/read-file.ts';
import { DEFAULT_TIMEOUT_SECONDS, parseTimeout } from '../options.ts';
import { EnvironmentError, EXIT, type Invocation, UsageError, type Verb, type VerbOptions } from '../verb.ts';

const OPTIONS = {
  output: {
    flags: '-o, --output <file>',
    description: 'write an inventory file; {host} becomes the name of this machine',
  },
  force: { flags: '--force', description: 'with -o: also replace a file that was edited' },
  format: {
    flags: '--format <format>',
    description: 'how the machine is shown (default: table), or the form of the file (default: json)',
    choices: ['table', 'json', 'yaml'],
  },
  timeout: {
    flags: '--timeout <seconds>',
    description:
      'time limit of the driver, the measuring or a run of the command (default: 60 for the driver)',
  },
  score: { flags: '--score', description: 'measure the GPUs, all at once' },
  solo: { flags: '--solo', description: 'with --score: measure one GPU after the other' },
  bench: {
    flags: '--bench',
    description: 'time the command after `--` on each GPU, with only that GPU visible',
  },
  benchName: {
    flags: '--bench-name <name>',
    description: 'with --bench: the NAME of the metric `bench:NAME` (default: a digest of the command)',
  },
  benchSamples: {
    flags: '--bench-samples <fewer,more>',
    description:
      'with --bench: put two numbers of samples for {samples} in the command, and fit the fixed cost of a step and samples per second',
  },
  benchSteps: {
    flags: '--bench-steps <count>',
    description: 'with --bench-samples: put this, and twice this, for {steps} in the command',
    default: '20',
  },
  repeats: {
    flags: '--repeats <count>',
    description: 'with --bench: how often each GPU runs it',
    default: '3',
  },
} as const satisfies VerbOptions;

export const probeVerb: Verb<typeof OPTIONS> = {
  name: 'probe',
  summary: "list this machine's GPUs, or write the inventory file that topologies name",
  args: '[command...]',
  options: OPTIONS,
  examples: [
    ['rankplan probe', 'a table of the GPUs, and of the paths between them'],
    ['rankplan probe --format json', 'the same as an inventory'],
    ['rankplan probe -o inventory/{host}.json', 'the file that `inventory: inventory/{host}.json` reads'],
    ['rankplan probe --score -o inventory/{host}.json', 'the same with scores to rank by'],
    ['rankplan probe --bench -- python step.py', "rank by the user's own program"],
    [
      'rankplan probe --bench --bench-samples 16,64 -- python step.py {samples} {steps}',
      'what a step takes, for shares',
    ],
    ['rankplan init --from probe', 'a topology of this machine'],
  ],
  async run({ args, options }) {
    const { output: path, force } = options;
    const measuring = parseMeasuring(args, options);
    if (path === null && force) throw new UsageError('`--force` is for `-o FILE`');
    if (path !== null && options.format === 'table')
      throw new UsageError('an inventory file is JSON or YAML: leave `--format table` out');
    const { discoverMachine } = await import('../machine/driver-access.ts');
    const { describeInventory } = await import('../../runtime/probe/describe-inventory.ts');
    const timeoutSeconds = parseTimeout(options.timeout) ?? DEFAULT_TIMEOUT_SECONDS;
    const { machine, diagnostics } = await discoverMachine(timeoutSeconds);
    printFindings(diagnostics, process.stderr);
    if (machine === null) return EXIT.environment;
    const isWhole = machine.sick.length === 0;
    const problem = `${path} is not written: a job planned on it would do without the GPUs that cannot be used now`;
    if (path !== null && !isWhole) throw new EnvironmentError(problem);
    const inventory = await measure(machine, describeInventory(machine), measuring);
    if (inventory === null) return EXIT.environment;
    if (path === null) {
      process.stdout.write(await render(inventory, options.format));
      return isWhole ? EXIT.fine : EXIT.environment;
    }
    return write(path.replaceAll('{host}', machine.node), inventory, options, measuring);
  },
};

type Options = Invocation<typeof OPTIONS>['options'];

type Measuring = ReturnType<typeof parseMeasuring>;

/** What is measured besides; see `scoreMachine` and `benchMachine`. */
function parseMeasuring(args: readonly string[], options: Options) {
  const { score, solo, bench, benchName } = options;
  if (!score && solo) throw new UsageError('`--solo` is for `--score`');
  if (!bench && (benchName !== null || options.benchSamples !== null || args.length > 0))
    throw new UsageError('a command is for `--bench -- COMMAND`');
  if (bench && args.length === 0)
    throw new UsageError('`--bench` needs a command: `rankplan probe --bench -- python step.py`');
  if (benchName !== null && !/^[A-Za-z0-9_.-]{1,48}$/.test(benchName))
    throw new UsageError('`--bench-name` takes letters, digits, `_`, `.` and `-`, 48 at most');
  const repeats = Number(options.repeats);
  if (!Number.isInteger(repeats) || repeats < 1 || repeats > 1000)
    throw new UsageError('`--repeats` takes a number from 1 to 1000');
  return {
    score: score ? { isSolo: solo } : null,
    bench: bench ? { command: args, name: benchName, repeats, sizes: parseSizes(args, options) } : null,
    timeoutSeconds: parseTimeout(options.timeout),
  };
}

function parseSizes(command: readonly string[], { benchSamples, benchSteps }: Options): StepSizes | null {
  const has = (mark: string) => command.some((word) => word.includes(mark));
  if (benchSamples === null) {
    if (has('{samples}')) throw new UsageError('`{samples}` in the command needs `--bench-samples 16,64`');
    return null;
  }
  if (!has('{samples}') || !has('{steps}'))
    throw new UsageError(
      '`--bench-samples` needs both in the command: `-- python step.py --batch {samples} --steps {steps}`',
    );
  const [, fewer, more] = /^([1-9]\d{0,8}),([1-9]\d{0,8})$/.exec(benchSamples) ?? [];
  const samples = [Number(fewer), Number(more)] as const;
  if (!(samples[0] < samples[1]))
    throw new UsageError('`--bench-samples` takes two numbers, the lower one first: `16,64`');
  if (!/^[1-9]\d{0,6}$/.test(benchSteps))
    throw new UsageError('`--bench-steps` takes a number from 1 to 9999999');
  return { samples, steps: Number(benchSteps) };
}

async function measure(
  machine: Machine,
  inventory: InventoryDocument,
  { score, bench, timeoutSeconds }: Measuring,
): Promise<InventoryDocument | null> {
  if (score === null && bench === null) return inventory;
  const { scoreMachine } = await import('../machine/score-machine.ts');
  const scored =
    score === null ? inventory : await scoreMachine(machine, inventory, score.isSolo, timeoutSeconds);
  if (scored === null || bench === null) return scored;
  const { benchMachine } = await import('../machine/bench-machine.ts');
  return benchMachine(machine, scored, bench, timeoutSeconds);
}

async function render(inventory: InventoryDocument, format: Options['format']): Promise<string> {
  if (format === 'json' || format === 'yaml') {
    const { renderInventory } = await import('../../runtime/probe/describe-inventory.ts');
    return renderInventory(inventory, format);
  }
  const { renderInventoryTable, renderScoresTable } = await import('../../review/show/inventory-table.ts');
  const scores = renderScoresTable(inventory);
  return `${renderInventoryTable(inventory)}${scores === '' ? '' : `\n${scores}`}`;
}

async function write(
  path: string,
  inventory: InventoryDocument,
  { format, force }: Options,
  { score, bench }: Measuring,
): Promise<number> {
  const { renderSealed, writeInventory } = await import('../../runtime/probe/describe-inventory.ts');
  const { compareWithEarlier } = await import('../machine/score-machine.ts');
  try {
    const isMeasured = score !== null || bench !== null;
    const kept = isMeasured ? compareWithEarlier(path, inventory) : inventory;
    const outcome = writeInventory(path, renderSealed(kept, format === 'yaml' ? 'yaml' : 'json'), force);
    if (outcome === 'edited') return refuseEdited(path);
    const what = outcome === 'unchanged' ? 'up to date' : 'written';
    process.stdout.write(`${path}: ${what}, ${count(inventory.gpus.length, 'GPU')}\n`);
    return EXIT.fine;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new EnvironmentError(`cannot write ${path}: ${reasonOf(error)}`);
  }
}

function refuseEdited(path: string): number {
  const span = { file: { name: path, text: '' }, start: 0, end: 0 };
  const help =
    'give another name, or `--force` to replace it; `rankplan probe --format json` shows what it would be';
  const message = 'the inventory file was edited, or is none of probe';
  return printReported((report) => report.error('RP5210', span, message, { help }));
}
