import { checkAllOptions, VERIFY_OPTIONS } from '../options.ts';
import { EXIT, type Verb } from '../verb.ts';

export const verifyVerb: Verb<typeof VERIFY_OPTIONS> = {
  name: 'verify',
  summary: 'compare this machine with a plan; starts nothing',
  args: '[plan]',
  options: VERIFY_OPTIONS,
  fallback: 'topology',
  examples: [
    ['rankplan verify topology.yaml', 'are the planned GPUs here, in their places, and free?'],
    ['rankplan verify /srv/plans/lab --timeout 20', 'a compiled plan, in a prolog'],
    ['rankplan verify out --allow-busy --format json', 'for machines'],
    ['rankplan verify out --all', 'what `run --all` checks on every host, and nothing more'],
    ['rankplan verify out --nodes n17,n18', 'a `bind: job` plan on these machines'],
  ],
  async run(invocation) {
    const { all, via } = invocation.options;
    checkAllOptions(all, { via });
    const { openPlan } = await import('../findings/open-plan.ts');
    const { source, plan } = await openPlan(invocation.args[0], invocation.options.root);
    if (plan === null) return EXIT.findings;
    if (all) {
      const { verifyAll } = await import('../run/start-run.ts');
      return verifyAll(invocation, source, plan);
    }
    const { verifyPlan } = await import('../machine/verify-plan.ts');
    return verifyPlan(invocation, source.loaded, plan);
  },
};
