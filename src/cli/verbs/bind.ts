import type { LaunchPlan } from '../../generated/plan.ts';
import type { Replacement } from '../input/parse-binding.ts';
import { ROOT_OPTION } from '../options.ts';
import { EXIT, type Invocation, UsageError, type Verb, type VerbOptions } from '../verb.ts';

const OPTIONS = {
  nodes: {
    flags: '--nodes <hosts>',
    description: 'the machines of the nodes that have ranks, in inventory order',
  },
  bound: { flags: '--bound <file>', description: 'read the machines from the bound.json of a run' },
  replace: {
    flags: '--replace <pairs>',
    description:
      'lab2=lab9: put a spare, or another machine like it, in the place of a node; pairs have commas between them',
  },
  ...ROOT_OPTION,
} as const satisfies VerbOptions;

export const bindVerb: Verb<typeof OPTIONS> = {
  name: 'bind',
  summary: 'put machines in the places of the nodes of a plan, and print it',
  args: '[file]',
  options: OPTIONS,
  fallback: 'topology',
  examples: [
    ['rankplan bind out --nodes n[17-18],h03', 'the plan on these machines, as JSON'],
    ['rankplan bind out --bound out/runs/4711/bound.json', 'what job 4711 ran'],
    ['rankplan bind out --replace lab2=lab9', 'lab9 in the place of lab2: only the ranks of lab2 move'],
    ['rankplan bind out --nodes n17,n18,h03 | rankplan show -', 'the same as a table'],
  ],
  async run({ args, options }) {
    const { openPlan } = await import('../findings/open-plan.ts');
    const { renderPlan } = await import('../../compiler/plan/render-plan.ts');
    const { plan } = await openPlan(args[0], options.root);
    if (plan === null) return EXIT.findings;
    const bound = await bind(options, plan);
    if ('problem' in bound) throw new UsageError(bound.problem);
    for (const piece of renderPlan(bound)) process.stdout.write(piece);
    return EXIT.fine;
  },
};

/** The plan on other machines: with `--bound`, node by node where the plan names its machines. */
async function bind(
  { nodes, bound, replace }: Invocation<typeof OPTIONS>['options'],
  plan: LaunchPlan,
): Promise<LaunchPlan | { readonly problem: string }> {
  const { bindPlan } = await import('../../compiler/plan/bind-plan.ts');
  const { parseBinding, parseHosts, parseReplacements } = await import('../input/parse-binding.ts');
  if (replace !== null && (nodes !== null || bound !== null))
    throw new UsageError('--replace stands alone: it is for a plan that names its machines');
  if (replace !== null) return replaceNodes(plan, parseReplacements(replace));
  if (nodes !== null && bound === null) return bindPlan(plan, parseHosts(nodes));
  if (nodes !== null || bound === null)
    throw new UsageError('say which machines: give one of --nodes, --bound and --replace');
  const hosts = parseBinding(bound, plan);
  if (plan.nodes[0]?.bind === 'job') return bindPlan(plan, hosts);
  const mapped = plan.nodes.filter(({ nodeRank }) => nodeRank !== null);
  const pairs = hosts.map((to, position) => ({ from: mapped[position]?.name ?? to, to }));
  return replaceNodes(
    plan,
    pairs.filter(({ from, to }) => from !== to),
  );
}

/** One after another: a machine may be replaced again. */
async function replaceNodes(plan: LaunchPlan, pairs: readonly Replacement[]) {
  const { replaceNode } = await import('../../compiler/plan/replace-node.ts');
  for (const { from, to } of pairs) {
    const next = replaceNode(plan, from, to);
    if ('problem' in next) return next;
    plan = next;
  }
  return plan;
}
