import { EXIT, type Verb } from '../verb.ts';

export const showVerb: Verb = {
  name: 'show',
  summary: 'show the mapping: which rank is on which GPU, and why',
  args: '<file>',
  options: [
    {
      flags: '--format <format>',
      description: 'a table, or the plan as JSON',
      choices: ['table', 'json'],
      default: 'table',
    },
    {
      flags: '--root <dir>',
      description: 'where inventory files may lie (default: the folder of the topology)',
    },
  ],
  examples: [
    ['rankplan show topology.yaml', 'a table of ranks'],
    ['rankplan show out/plan.json', 'the same from a saved plan'],
    ['rankplan show --format json topology.yaml', 'the plan itself'],
  ],
  async run({ args, options }) {
    const { loadPlan } = await import('../load-plan.ts');
    const { printFindings } = await import('../print-findings.ts');
    const root = typeof options['root'] === 'string' ? options['root'] : null;
    const { plan, diagnostics, planText } = loadPlan(args[0] ?? '', root);
    printFindings(diagnostics, process.stderr);
    if (plan === null) return EXIT.findings;
    if (options['format'] === 'json') {
      for (const piece of planText()) process.stdout.write(piece);
      return EXIT.fine;
    }
    const { renderTable } = await import('../../review/show/table.ts');
    process.stdout.write(renderTable(plan));
    return EXIT.fine;
  },
};
