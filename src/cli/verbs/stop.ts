import type { Verb, VerbOptions } from '../verb.ts';

const OPTIONS = {
  now: { flags: '--now', description: 'kill the ranks at once, without their grace period' },
} as const satisfies VerbOptions;

export const stopVerb: Verb<typeof OPTIONS> = {
  name: 'stop',
  summary: 'end a detached job on all its hosts, and return when it has ended',
  args: '[run]',
  options: OPTIONS,
  examples: [
    ['rankplan stop', 'the only job that runs here'],
    ['rankplan stop out/runs/20261122-153101-lab1-8480 --now', 'one job, without waiting for its ranks'],
  ],
  async run({ args, options }) {
    const { chooseJob } = await import('../jobs/choose-jobs.ts');
    const { stopJob } = await import('../jobs/stop-job.ts');
    return stopJob(chooseJob(args[0] ?? null), options.now);
  },
};
