import { EXIT, type Verb } from '../verb.ts';

export const checkVerb: Verb = {
  name: 'check',
  summary: 'validate topologies (or saved plans) and say what is wrong with them',
  args: '<files...>',
  options: [
    {
      flags: '--format <format>',
      description: 'how findings are printed',
      choices: ['text', 'json'],
      default: 'text',
    },
    {
      flags: '--root <dir>',
      description: 'where inventory files may lie (default: the folder of each topology)',
    },
    { flags: '-q, --quiet', description: 'print findings only' },
  ],
  examples: [
    ['rankplan check topology.yaml', 'findings, or one line that all is well'],
    ['rankplan check clusters/*.yaml', 'several files in one go'],
    ['generate | rankplan check -', 'from stdin; JSON is taken too'],
    ['rankplan check --format json topology.yaml', 'for machines (schemas/diagnostics.schema.json)'],
  ],
  async run({ args, options }) {
    const { loadPlan } = await import('../load-plan.ts');
    const { printFindings, count } = await import('../print-findings.ts');
    const root = typeof options['root'] === 'string' ? options['root'] : null;
    const loaded = args.map((path) => loadPlan(path, root));
    if (options['format'] === 'json') {
      const { toReport } = await import('../../compiler/diagnostics/render-json.ts');
      const found = toReport(loaded.flatMap(({ diagnostics }) => diagnostics));
      process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
      return found.errors > 0 ? EXIT.findings : EXIT.fine;
    }
    let status: number = EXIT.fine;
    for (const { file, plan, diagnostics } of loaded) {
      status = Math.max(status, printFindings(diagnostics, process.stdout));
      if (options['quiet'] === true || plan === null) continue;
      const mapped = plan.nodes.filter((node) => node.nodeRank !== null).length;
      process.stdout.write(
        `${file.name}: ok: ${count(plan.worldSize, 'rank')} on ${mapped} of ${count(plan.nodes.length, 'node')}\n`,
      );
    }
    return status;
  },
};
