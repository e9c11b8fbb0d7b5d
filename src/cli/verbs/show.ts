import { placeRefusal } from '../../emitters/emitter.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { printFindings } from '../findings/print-findings.ts';
import type { LoadedPlan } from '../input/load-plan.ts';
import { ROOT_OPTION } from '../options.ts';
import { EXIT, type Invocation, type Verb, type VerbOptions } from '../verb.ts';

const OPTIONS = {
  format: {
    flags: '--format <format>',
    description: 'a table, JSON of the plan, or a picture',
    choices: ['table', 'json', 'svg', 'html'],
    default: 'table',
  },
  ...ROOT_OPTION,
} as const satisfies VerbOptions;

export const showVerb: Verb<typeof OPTIONS> = {
  name: 'show',
  summary: 'show the mapping: which rank is on which GPU, and why',
  args: '[file]',
  options: OPTIONS,
  fallback: 'topology',
  examples: [
    ['rankplan show topology.yaml', 'a table of ranks'],
    ['rankplan show out', 'the same of a compiled directory, or of its plan.json'],
    ['rankplan show main:topology.yaml', 'of a revision in git'],
    ['rankplan show --format svg topology.yaml > plan.svg', 'a picture'],
    ['rankplan show --format html topology.yaml > plan.html', 'a page with picture and table'],
    ['rankplan show --format json topology.yaml', 'the plan itself'],
  ],
  async run({ args, options }) {
    const { openPlan } = await import('../findings/open-plan.ts');
    const { plan, loaded } = await openPlan(args[0], options.root);
    if (plan === null) return EXIT.findings;
    if (options.format === 'svg' && plan.roles !== null) return refusePicture(loaded);
    for (const piece of await render(options.format, plan, loaded.planText)) process.stdout.write(piece);
    return EXIT.fine;
  },
};

function refusePicture({ topology, file }: LoadedPlan): number {
  const message = 'the picture shows the ranks of one program, and this plan has several roles';
  const help = 'choose `--format table` or `html`';
  return printFindings(
    [placeRefusal({ code: 'RP4203', key: 'roles', message, help }, topology?.source, file)],
    process.stderr,
  );
}

/** Loads only the renderer of the format. */
async function render(
  format: Invocation<typeof OPTIONS>['options']['format'],
  plan: LaunchPlan,
  planText: () => readonly string[],
): Promise<Iterable<string>> {
  if (format === 'json') return planText();
  if (format === 'table') {
    const { renderTable } = await import('../../review/show/table.ts');
    return [renderTable(plan)];
  }
  if (format === 'html') {
    const { renderHtml } = await import('../../review/show/html/render-html.ts');
    return [renderHtml(plan)];
  }
  const { composePicture } = await import('../../review/show/compose-picture.ts');
  const { renderSvg } = await import('../../review/show/svg/render-svg.ts');
  return [renderSvg(composePicture(plan))];
}
