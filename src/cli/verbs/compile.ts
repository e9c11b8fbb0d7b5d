import { join } from 'node:path';
import { quoteShellWords } from '../../compiler/plan/shell-quote.ts';
import { EMITTER_NAMES, placeRefusal } from '../../emitters/emitter.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import type { OutputFile } from '../../runtime/output-file.ts';
import { debug } from '../debug.ts';
import { count, printFindings } from '../findings/print-findings.ts';
import type { LoadedPlan } from '../input/load-plan.ts';
import { ROOT_OPTION } from '../options.ts';
import { countProgress, endProgress } from '../progress.ts';
import { EnvironmentError, EXIT, type Invocation, UsageError, type Verb, type VerbOptions } from '../verb.ts';

const OPTIONS = {
  output: { flags: '-o, --output <dir>', description: 'the output directory', required: true },
  emit: {
    flags: '--emit <emitters>',
    description: `what to write beside the plan: ${EMITTER_NAMES.join(', ')} (default: env, and slurm if the topology has \`slurm:\`, else shell; "" for only the plan)`,
  },
  check: {
    flags: '--check',
    description: 'write nothing; report whether the output directory is up to date',
  },
  ...ROOT_OPTION,
  quiet: { flags: '-q, --quiet', description: 'print findings only' },
} as const satisfies VerbOptions;

export const compileVerb: Verb<typeof OPTIONS> = {
  name: 'compile',
  summary: 'write the plan, env files and launchers of a topology or a saved plan',
  args: '[file]',
  options: OPTIONS,
  fallback: 'topology',
  examples: [
    ['rankplan compile topology.yaml -o out', 'plan.json, hosts, env files and launchers'],
    ['rankplan compile topology.yaml -o out --check', 'ends with status 1 if checked-in files are stale'],
    ['rankplan compile topology.yaml -o out --emit env', 'no launcher'],
    ['rankplan compile out/plan.json -o copy', 'from a reviewed plan'],
  ],
  async run(invocation) {
    const { loadPlan } = await import('../input/load-plan.ts');
    const loaded = loadPlan(invocation.args[0] ?? '', invocation.options.root);
    printFindings(loaded.diagnostics, process.stderr);
    return loaded.plan === null ? EXIT.findings : emit(invocation, loaded, loaded.plan);
  },
};

type Call = Invocation<typeof OPTIONS>;

async function emit({ args, options }: Call, loaded: LoadedPlan, plan: LaunchPlan): Promise<number> {
  const { defaultEmitters, emitPlan, findRefusals, selectEmitters } = await import(
    '../../emitters/emit-plan.ts'
  );
  const { digestOf } = await import('../input/digest.ts');
  const emitters = selectEmitters(options.emit === null ? defaultEmitters(plan) : parseEmit(options.emit));
  const refusals = findRefusals(plan, emitters);
  if (refusals.length > 0) {
    const found = refusals.map((refusal) => placeRefusal(refusal, loaded.topology?.source, loaded.file));
    return printFindings(found, process.stderr);
  }
  debug(() => `emitters: ${emitters.map(({ name }) => name).join(', ')}`);
  const planText = loaded.planText();
  const artifacts = emitPlan({ plan, planText, planDigest: digestOf(planText), emitters });
  const directory = await readDirectory(options.output);
  const { quiet } = options;
  if (!options.check) return write(directory, artifacts, plan, quiet);
  const { compareArtifacts } = await import('../../runtime/write-artifacts.ts');
  const { describeDifferences } = await import('../findings/describe-differences.ts');
  const counted = countProgress(artifacts, (done) => `comparing ${directory}: ${done} files`);
  const differences = await explained(() => compareArtifacts(directory, counted));
  if (differences.length > 0) {
    const command = repeatCommand(args, options);
    const found = describeDifferences({ directory, differences, loaded, plan, command });
    return printFindings(found, process.stdout);
  }
  if (!quiet) process.stdout.write(`${directory}: up to date\n`);
  return EXIT.fine;
}

async function readDirectory(directory: string): Promise<string> {
  if (directory === '') throw new UsageError('the output directory is empty: give `-o DIR`');
  const { whyForbidden } = await import('../../runtime/forbidden-output.ts');
  const why = whyForbidden(directory);
  if (why === null) return directory;
  throw new UsageError(`\`${directory}\` cannot be the output directory: ${why}; give a folder of its own`);
}

function parseEmit(list: string): readonly string[] {
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const known: readonly string[] = EMITTER_NAMES;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return names;
  throw new UsageError(`there is no emitter \`${unknown}\`: --emit takes a list of ${known.join(', ')}`);
}

async function write(directory: string, artifacts: Iterable<OutputFile>, plan: LaunchPlan, quiet: boolean) {
  const { writeArtifacts } = await import('../../runtime/write-artifacts.ts');
  const { nameSize } = await import('../../review/roles/describe-roles.ts');
  const counted = countProgress(artifacts, (done) => `writing ${directory}: ${count(done, 'file')}`);
  const outcome = await explained(() => writeArtifacts(directory, counted));
  if (outcome.kind === 'refused') {
    const { STATES } = await import('../findings/describe-differences.ts');
    for (const { path, reason } of outcome.conflicts)
      process.stderr.write(`${join(directory, path)}:1:1: error[RP4001]: the file ${STATES[reason]}\n`);
    const help = 'nothing was written; move your changes elsewhere, delete the file, and compile again';
    process.stderr.write(`  help: ${help}\n`);
    return EXIT.findings;
  }
  const { written, unchanged, removed } = outcome;
  const parts = [`${count(written, 'file')} written`];
  if (unchanged > 0) parts.push(`${unchanged} unchanged`);
  if (removed.length > 0) parts.push(`${removed.length} removed`);
  if (!quiet) process.stdout.write(`${directory}: ${parts.join(', ')} for ${nameSize(plan)}\n`);
  return EXIT.fine;
}

/** An error of the environment is not a bug: its message is for the user. */
async function explained<T>(action: () => T): Promise<T> {
  const { OutputError } = await import('../../runtime/write-artifacts.ts');
  try {
    return action();
  } catch (error) {
    if (error instanceof OutputError) throw new EnvironmentError(error.message);
    throw error;
  } finally {
    endProgress();
  }
}

/** The compile that the user would have to run, with what decides its files. */
function repeatCommand(args: Call['args'], { output, emit, root }: Call['options']): string {
  const given = (flag: string, value: string | null) => (value === null ? [] : [flag, value]);
  const words = [...args, '-o', output, ...given('--emit', emit), ...given('--root', root)];
  return `rankplan compile ${quoteShellWords(words)}`;
}
