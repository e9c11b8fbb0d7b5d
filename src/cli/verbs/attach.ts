import { UsageError, type Verb, type VerbOptions } from '../verb.ts';

const OPTIONS = {
  lines: {
    flags: '--lines <n>',
    description: 'how many of the last lines are shown first',
    default: '10',
  },
} as const satisfies VerbOptions;

export const attachVerb: Verb<typeof OPTIONS> = {
  name: 'attach',
  summary: 'show what a detached job says until it ends, and end with its status; Ctrl-C leaves it alone',
  args: '[run]',
  options: OPTIONS,
  examples: [
    ['rankplan attach', 'the only job that runs here'],
    ['rankplan attach out/runs/20261122-153101-lab1-8480 --lines 100', 'one job, from its last 100 lines on'],
  ],
  async run({ args, options: { lines } }) {
    if (!/^\d{1,6}$/.test(lines)) throw new UsageError(`--lines takes a number of lines, not \`${lines}\``);
    const { chooseJob } = await import('../jobs/choose-jobs.ts');
    const { attachJob } = await import('../jobs/attach-job.ts');
    return attachJob(chooseJob(args[0] ?? null), Number(lines));
  },
};
