import { checkAllOptions, RUN_OPTIONS } from '../options.ts';
import { EXIT, type Verb } from '../verb.ts';

export const runVerb: Verb<typeof RUN_OPTIONS> = {
  name: 'run',
  summary: 'start the ranks of this machine, or with --all those of all hosts; leave no process behind',
  args: '[plan] [command...]',
  options: RUN_OPTIONS,
  fallback: 'topology',
  examples: [
    ['rankplan run topology.yaml', 'the ranks of this machine; their logs are in runs/<id>'],
    ['rankplan run out -- --epochs 1', 'a compiled plan, with words for its command'],
    ['rankplan run out --tee --port 29501', 'show their output; another port'],
    ['rankplan run out --restarts 3', 'after a failure start all ranks again, up to three times'],
    ['rankplan run out --audit enforce', 'end the run when a rank is on a GPU that is not its own'],
    [
      'rankplan run topology.yaml --all',
      'the ranks of all hosts, by ssh: nothing of the plan need lie there',
    ],
    ['rankplan run out --nodes n17,n18', 'a `bind: job` plan on these machines'],
  ],
  async run(invocation) {
    const { all, via, collect, timeout, patience } = invocation.options;
    checkAllOptions(all, { via, collect, timeout, patience });
    const { openPlan } = await import('../findings/open-plan.ts');
    const { source, plan } = await openPlan(invocation.args[0], invocation.options.root);
    if (plan === null) return EXIT.findings;
    const { startRun } = await import('../run/start-run.ts');
    return startRun(invocation, source, plan);
  },
};
