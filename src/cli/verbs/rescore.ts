import { ROOT_OPTION } from '../options.ts';
import { UsageError, type Verb, type VerbOptions } from '../verb.ts';

const OPTIONS = {
  topology: {
    flags: '--topology <file>',
    description: 'the topology whose scores are meant (default: that of the working directory)',
  },
  write: { flags: '--write', description: 'write the scores into the topology, or its inventory files' },
  ...ROOT_OPTION,
} as const satisfies VerbOptions;

export const rescoreVerb: Verb<typeof OPTIONS> = {
  name: 'rescore',
  summary: 'propose scores from the step times of runs, with the change of the plan',
  args: '<runs...>',
  options: OPTIONS,
  examples: [
    ['rankplan rescore runs/20261122-153101-lab1-8480', 'what a run with `--record` says'],
    ['rankplan rescore runs/one runs/two', 'two runs with other shares show the fixed cost of a step, too'],
    ['rankplan rescore runs/one --topology lab.yaml --write', 'write the scores'],
  ],
  async run({ args, options }) {
    if (options.topology === '-')
      throw new UsageError('`--topology` needs a file, whose scores can be written');
    const { defaultTopology } = await import('../input/find-topologies.ts');
    const { rescoreRuns } = await import('../rescore/rescore-runs.ts');
    return rescoreRuns(args, { ...options, topology: options.topology ?? defaultTopology() });
  },
};
