import type { Diagnostic } from '../../compiler/diagnostics/reporter.ts';
import { printable } from '../../compiler/source/printable.ts';
import type { PlanDiff } from '../../review/diff/plan-diff.ts';
import { count, printFindings } from '../findings/print-findings.ts';
import type { LoadedPlan } from '../input/load-plan.ts';
import type { PlanSource } from '../input/plan-source.ts';
import { ROOT_OPTION } from '../options.ts';
import { endProgress, noteProgress } from '../progress.ts';
import { EXIT, type Invocation, UsageError, type Verb, type VerbOptions } from '../verb.ts';

const OPTIONS = {
  against: {
    flags: '--against <revision>',
    description: 'compare one file or directory with its state in this git revision',
  },
  format: {
    flags: '--format <format>',
    description: 'the form of the comparison: text, markdown for a pull request, or JSON',
    choices: ['text', 'markdown', 'json'],
    default: 'text',
  },
  exitCode: { flags: '--exit-code', description: 'end with status 1 if there is a difference' },
  ...ROOT_OPTION,
} as const satisfies VerbOptions;

export const diffVerb: Verb<typeof OPTIONS> = {
  name: 'diff',
  summary: 'compare two plans: which rank moves where, why, and what it means',
  args: '[plans...]',
  options: OPTIONS,
  fallback: 'topology',
  examples: [
    ['rankplan diff old.yaml new.yaml', 'topologies, saved plans or compiled directories'],
    ['rankplan diff main:topology.yaml topology.yaml', 'the first one from git, with its inventory files'],
    ['rankplan diff --against main topology.yaml', 'the same'],
    ['rankplan diff --format markdown --against main out', 'for a pull request'],
  ],
  async run(invocation) {
    const sides = await loadSides(invocation);
    // Warnings of OLD alone are left out, and those that both have are only named.
    const [old, next] = sides;
    if (old.plan === null) printFindings(old.diagnostics, process.stderr);
    const { news, known } = divideFindings(old.diagnostics, next.diagnostics);
    printFindings(news, process.stderr);
    if (known.length > 0) process.stderr.write(`${printable(nameKnown(known, sides))}\n`);
    if (old.plan === null || next.plan === null) return EXIT.findings;
    const { diffPlans } = await import('../../review/diff/diff-plans.ts');
    noteProgress(() => 'comparing the plans');
    const diff = diffPlans(old.plan, next.plan);
    endProgress();
    const { format, exitCode } = invocation.options;
    for (const piece of await render(diff, [old.name, next.name], format)) process.stdout.write(piece);
    return exitCode && !diff.same ? EXIT.findings : EXIT.fine;
  },
};

/** Splits the findings of NEW: new ones, and warnings that OLD has with the same code and text on any line. */
function divideFindings(old: readonly Diagnostic[], next: readonly Diagnostic[]) {
  const before = new Set(old.map(({ code, message }) => `${code} ${message}`));
  const isKnown = ({ code, severity, message }: Diagnostic): boolean =>
    severity !== 'error' && before.has(`${code} ${message}`);
  return { news: next.filter((found) => !isKnown(found)), known: next.filter(isKnown) };
}

/** `new.yaml: 2 findings as in old.yaml: RP3007, RP3012`. */
function nameKnown(known: readonly Diagnostic[], [old, next]: readonly [Compared, Compared]): string {
  const codes = [...new Set(known.map(({ code }) => code))].join(', ');
  return `${next.name}: ${count(known.length, 'finding')} as in ${old.name}: ${codes}`;
}

/** What the comparison needs of a side. The source text is not kept: for two large plans it would waste memory. */
interface Compared extends Pick<LoadedPlan, 'plan' | 'diagnostics'> {
  readonly name: string;
}

const asCompared = ({ name, loaded: { plan, diagnostics } }: PlanSource): Compared => ({
  name,
  plan,
  diagnostics,
});

type Call = Invocation<typeof OPTIONS>;

async function loadSides({ args, options }: Call): Promise<readonly [Compared, Compared]> {
  const { loadBase, loadPlanSource } = await import('../input/plan-source.ts');
  const { against, root } = options;
  const load = async (given: string) => asCompared(await loadPlanSource(given, root));
  const [first = '', second] = args;
  if (against !== null) {
    if (args.length !== 1) throw new UsageError('`diff --against REV` takes one file or directory');
    return [asCompared(await loadBase(against, first, root)), await load(first)];
  }
  if (second === undefined || args.length !== 2)
    throw new UsageError('`diff` takes OLD and NEW, or one of them and `--against REV`');
  if (first === '-' && second === '-') throw new UsageError('only one of OLD and NEW can be stdin');
  return [await load(first), await load(second)];
}

/** Loads only the renderer of the format. */
async function render(
  diff: PlanDiff,
  names: readonly [string, string],
  format: Call['options']['format'],
): Promise<Iterable<string>> {
  if (format === 'json') {
    const { renderDiffJson } = await import('../../review/diff/render-json.ts');
    return renderDiffJson(diff);
  }
  if (format === 'markdown') {
    const { renderDiffMarkdown } = await import('../../review/diff/render-markdown.ts');
    return [renderDiffMarkdown(diff, names)];
  }
  const { renderDiffText } = await import('../../review/diff/render-text.ts');
  return [renderDiffText(diff, names)];
}
