import { createReporter, type Diagnostic } from '../../compiler/diagnostics/reporter.ts';
import { printable, printableLines } from '../../compiler/source/printable.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { describeCost } from '../../review/estimate-cost.ts';
import { FINDING_FORMATS } from '../findings/finding-formats.ts';
import { count, printFindings, printTotals, statusOf } from '../findings/print-findings.ts';
import type { LoadedPlan } from '../input/load-plan.ts';
import { ROOT_OPTION } from '../options.ts';
import { print } from '../output.ts';
import { endProgress, noteProgress } from '../progress.ts';
import { catchEnvironment, EXIT, type Invocation, UsageError, type Verb, type VerbOptions } from '../verb.ts';

const OPTIONS = {
  format: {
    flags: '--format <format>',
    description: `text, ${FINDING_FORMATS.map(({ name, description }) => `${name} (${description})`).join(', ')}`,
    choices: ['text', ...FINDING_FORMATS.map(({ name }) => name)],
    default: 'text',
  },
  warningsAsErrors: { flags: '--warnings-as-errors', description: 'treat warnings as errors (status 1)' },
  disable: {
    flags: '--disable <codes>',
    description: 'do not report warnings and notes with these codes, such as RP3007,RP3021; may be repeated',
    repeatable: true,
  },
  ...ROOT_OPTION,
  slurm: {
    flags: '--slurm',
    description: 'compare with the Slurm cluster as it is now, and ask sbatch whether it would take the job',
  },
  slurmNodes: {
    flags: '--slurm-nodes <file>',
    description: 'compare with what `scontrol show node` (and `show partition`) printed; - for stdin',
  },
  diff: { flags: '--diff', description: 'show the edits of --fix as a patch, instead of the findings' },
  fix: {
    flags: '--fix',
    description: 'make the edits that are certain (misspelt keys, quoted numbers …), then check',
  },
  quiet: { flags: '-q, --quiet', description: 'print findings only' },
} as const satisfies VerbOptions;

export const checkVerb: Verb<typeof OPTIONS> = {
  name: 'check',
  summary: 'report what is wrong with topologies or saved plans',
  args: '[files...]',
  options: OPTIONS,
  fallback: 'topologies',
  examples: [
    ['rankplan check topology.yaml', 'findings, or one line that says all is well'],
    ['rankplan check', 'rankplan.yaml and *.rankplan.yaml of the working directory'],
    ['rankplan check clusters', 'all in a folder and below, with a line of totals'],
    ['rankplan check --diff', 'what --fix would change'],
    ['rankplan check --fix', 'fix what is certain'],
    ['generate | rankplan check -', 'from stdin; JSON is taken too'],
    ['rankplan check --slurm topology.yaml', 'compare with the cluster: nodes, GPUs, partition, time limit'],
    ['rankplan check --slurm-nodes nodes.txt topology.yaml', 'the same without Slurm, such as in CI'],
    ['rankplan check --format json topology.yaml', 'for machines (schemas/diagnostics.schema.json)'],
    ['rankplan check --format github clusters/*.yaml', 'annotations in a workflow'],
    ['rankplan check --format sarif topology.yaml > rankplan.sarif', 'for code scanning'],
    [
      'rankplan check --warnings-as-errors --disable RP3007 topology.yaml',
      'a strict gate that allows one warning',
    ],
  ],
  async run({ args, options }) {
    const { readPolicy } = await import('../findings/finding-policy.ts');
    const policy = await readPolicy(options.disable, options.warningsAsErrors);
    const { findTopologies } = await import('../input/find-topologies.ts');
    const { files, failures } = findTopologies(args);
    for (const { message } of failures) sayOnStderr(message);
    let worst: number = failures.length > 0 ? EXIT.environment : EXIT.fine;
    if (options.fix || options.diff) {
      const { fixFiles } = await import('../fix/fix-file.ts');
      worst = Math.max(worst, fixFiles(files, options, policy));
      if (!options.fix) return worst;
    }
    const slurm = await openSlurm(files, options);
    const { findRefused } = await import('../findings/find-refused.ts');
    const checked: Checked[] = [];
    for (const [i, path] of files.entries()) {
      noteProgress(() => `checking ${path}, ${i + 1} of ${files.length}`);
      const loaded = await tryLoad(path, options.root);
      if (loaded === null) {
        worst = EXIT.environment;
        continue;
      }
      const compared = loaded.plan === null ? [] : await slurm.compare(loaded, loaded.plan);
      const refused = compared.length > 0 ? [] : await findRefused(loaded);
      const diagnostics = policy([...loaded.diagnostics, ...compared, ...refused]);
      checked.push({ ...loaded, diagnostics, isAgreed: compared.length === 0 });
    }
    endProgress();
    const general = policy(slurm.diagnostics);
    const format = FINDING_FORMATS.find(({ name }) => name === options.format);
    if (format === undefined) {
      const status = await printAll(checked, general, slurm.agreement, options.quiet);
      if (!options.quiet) await printEnd(checked, files.length, options.fix);
      return Math.max(worst, status);
    }
    const found = [...general, ...checked.flatMap(({ diagnostics }) => diagnostics)];
    print(await format.render(found));
    return Math.max(worst, statusOf(found));
  },
};

/** Null for a file that cannot be read, which is said: the others are checked. */
async function tryLoad(path: string, root: string | null): Promise<LoadedPlan | null> {
  const { loadPlan } = await import('../input/load-plan.ts');
  const load = (): LoadedPlan | null => loadPlan(path, root);
  return catchEnvironment(load, ({ message }) => {
    sayOnStderr(message);
    return null;
  });
}

function sayOnStderr(message: string): void {
  endProgress();
  process.stderr.write(`rankplan: ${printableLines(message)}\n`);
}

/** Prints the end of the output: totals of several files, and what --fix would correct. */
async function printEnd(checked: readonly Checked[], files: number, isFixed: boolean): Promise<void> {
  const { findFixable } = await import('../fix/find-fixable.ts');
  const found = checked.map(({ diagnostics }) => diagnostics);
  if (files > 1) printTotals(found, files - checked.length);
  // The edits that --fix has not made do not remove their findings.
  if (isFixed) return;
  const fixable = checked.flatMap(({ diagnostics, file }) => findFixable(diagnostics, file.name));
  if (fixable.length > 0)
    print(`\`rankplan check --fix\` fixes ${fixable.length} of them; \`--diff\` shows the edits\n`);
}

interface Checked extends Pick<LoadedPlan, 'file' | 'plan' | 'diagnostics'> {
  /** Whether the cluster has nothing to say against the plan. */
  readonly isAgreed: boolean;
}

/** What all files are compared with besides the language; `agreement` continues "ok: 4 ranks on 1 of 1 node". */
async function openSlurm(
  args: readonly string[],
  { slurm: isLive, slurmNodes: recorded }: Invocation<typeof OPTIONS>['options'],
) {
  const nothing = { agreement: '', diagnostics: [], compare: async () => [] };
  if (!isLive && recorded === null) return nothing;
  if (isLive && recorded !== null)
    throw new UsageError('give `--slurm` for the cluster as it is, or `--slurm-nodes` for a recorded answer');
  if (recorded === '-' && args.includes('-'))
    throw new UsageError('stdin (`-`) can be the topology or the recorded answer, not both');
  const { checkAgainstSlurm } = await import('../slurm/check-against-slurm.ts');
  const { openCluster } = await import('../slurm/open-cluster.ts');
  const report = createReporter();
  const cluster = openCluster(recorded, report);
  if (cluster === null) return { ...nothing, diagnostics: report.diagnostics() };
  return {
    agreement: `, and the ${isLive ? '' : 'recorded '}cluster agrees`,
    diagnostics: [],
    compare: (loaded: LoadedPlan, plan: LaunchPlan) => checkAgainstSlurm(cluster, isLive, loaded, plan),
  };
}

/** Loaded where nodes say where they are, or links show islands. */
async function printBlocks(plan: LaunchPlan): Promise<void> {
  const hasIslands = () => plan.nodes.some(({ gpus }) => gpus.some(({ island }) => island !== null));
  if (plan.roles !== null || plan.launch.groupSize === null || (plan.levels === null && !hasIslands()))
    return;
  const { describeBlocks } = await import('../../review/count-spans.ts');
  const blocks = describeBlocks(plan);
  if (blocks !== null) print(`  ${printable(blocks)}\n`);
}

async function printAll(
  checked: readonly Checked[],
  general: readonly Diagnostic[],
  agreement: string,
  isQuiet: boolean,
): Promise<number> {
  const printSome = (found: readonly Diagnostic[]): number =>
    found.length === 0 ? EXIT.fine : printFindings(found, process.stdout);
  let status = printSome(general);
  for (const { file, plan, diagnostics, isAgreed } of checked) {
    const found = printSome(diagnostics);
    status = Math.max(status, found);
    if (isQuiet || plan === null || found !== EXIT.fine) continue;
    const mapped = plan.nodes.filter((node) => node.nodeRank !== null).length;
    const what = plan.roles?.map(({ name }) => name).join(', ') ?? count(plan.worldSize, 'rank');
    const size = `${what} on ${mapped} of ${count(plan.nodes.length, 'node')}`;
    print(`${printable(file.name)}: ok: ${size}${isAgreed ? agreement : ''}\n`);
    await printBlocks(plan);
    const cost = plan.roles === null ? describeCost(plan) : null;
    if (cost !== null) print(`  ${printable(cost)}\n`);
  }
  return status;
}
