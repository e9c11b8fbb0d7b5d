import type { Verb, VerbOptions } from '../verb.ts';

const OPTIONS = {
  format: {
    flags: '--format <format>',
    description: 'how jobs are printed',
    choices: ['text', 'json'],
    default: 'text',
  },
} as const satisfies VerbOptions;

export const statusVerb: Verb<typeof OPTIONS> = {
  name: 'status',
  summary: 'list the jobs that `launch.sh --detach` started: where they run, or how they ended',
  args: '[run]',
  options: OPTIONS,
  examples: [
    ['rankplan status', 'the jobs of this directory and of the compiled directories in it'],
    ['rankplan status out/runs/20261122-153101-lab1-8480', 'one job, with the last lines that it said'],
    ['rankplan status out --format json', 'the jobs of a compiled directory, for a program'],
  ],
  async run({ args, options }) {
    const { showStatus } = await import('../jobs/show-status.ts');
    return showStatus(args[0] ?? null, options.format);
  },
};
