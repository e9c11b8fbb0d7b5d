import type { PlanDiff } from '../../review/diff/plan-diff.ts';
import type { Side } from '../load-side.ts';
import { EXIT, type Invocation, UsageError, type Verb } from '../verb.ts';

export const diffVerb: Verb = {
  name: 'diff',
  summary: 'compare two plans: which rank moves where, why, and what it means',
  args: '<plans...>',
  options: [
    {
      flags: '--against <rev>',
      description: 'compare one file or directory with what this git revision has in its place',
    },
    {
      flags: '--format <format>',
      description: 'text, markdown for a pull request, or JSON',
      choices: ['text', 'markdown', 'json'],
      default: 'text',
    },
    { flags: '--exit-code', description: 'status 1 when there is a difference' },
    {
      flags: '--root <dir>',
      description: 'where inventory files may lie (default: the folder of each topology)',
    },
  ],
  examples: [
    ['rankplan diff old.yaml new.yaml', 'topologies, saved plans or compiled directories'],
    ['rankplan diff main:topology.yaml topology.yaml', 'the first from git, with its inventory files'],
    ['rankplan diff --against main topology.yaml', 'the same'],
    ['rankplan diff --format markdown --against main out', 'for a pull request'],
  ],
  async run(invocation) {
    const sides = await loadSides(invocation);
    const { printFindings } = await import('../print-findings.ts');
    // Warnings of what is no longer there help nobody.
    const [old, next] = sides;
    if (old.loaded.plan === null) printFindings(old.loaded.diagnostics, process.stderr);
    printFindings(next.loaded.diagnostics, process.stderr);
    if (old.loaded.plan === null || next.loaded.plan === null) return EXIT.findings;
    const { diffPlans } = await import('../../review/diff/diff-plans.ts');
    const diff = diffPlans(old.loaded.plan, next.loaded.plan);
    await print(diff, [old.name, next.name], String(invocation.options['format']));
    return invocation.options['exitCode'] === true && !diff.same ? EXIT.findings : EXIT.fine;
  },
};

async function loadSides({ args, options }: Invocation): Promise<readonly [Side, Side]> {
  const { loadBase, loadSide } = await import('../load-side.ts');
  const { against } = options;
  const root = typeof options['root'] === 'string' ? options['root'] : null;
  const [first = '', second] = args;
  if (typeof against === 'string') {
    if (args.length !== 1) throw new UsageError('`diff --against REV` takes one file or directory');
    return [await loadBase(against, first, root), await loadSide(first, root)];
  }
  if (second === undefined || args.length !== 2)
    throw new UsageError('`diff` takes OLD and NEW, or one of them and `--against REV`');
  if (first === '-' && second === '-') throw new UsageError('only one of OLD and NEW can be stdin');
  return [await loadSide(first, root), await loadSide(second, root)];
}

async function print(diff: PlanDiff, names: readonly [string, string], format: string): Promise<void> {
  if (format === 'json') {
    const { renderDiffJson } = await import('../../review/diff/render-json.ts');
    for (const piece of renderDiffJson(diff)) process.stdout.write(piece);
  } else if (format === 'markdown') {
    const { renderDiffMarkdown } = await import('../../review/diff/render-markdown.ts');
    process.stdout.write(renderDiffMarkdown(diff, names));
  } else {
    const { renderDiffText } = await import('../../review/diff/render-text.ts');
    process.stdout.write(renderDiffText(diff, names));
  }
}
