import { EXIT, UsageError, type Verb } from '../verb.ts';

export const explainVerb: Verb = {
  name: 'explain',
  summary: 'what a diagnostic code means, with a bad and a good example',
  args: '<code>',
  options: [],
  examples: [
    ['rankplan explain RP3004', 'a score is missing: why that matters, what to do'],
    ['rankplan explain 3004', 'the same'],
  ],
  async run({ args }) {
    const { findEntry } = await import('../../compiler/diagnostics/catalog.ts');
    const { renderEntry } = await import('../render-entry.ts');
    const given = args[0] ?? '';
    const entry = findEntry(`RP${given.replace(/^rp/i, '')}`);
    if (entry === undefined || entry === null) {
      throw new UsageError(
        `there is no diagnostic \`${given}\`: a code looks like RP3004, see docs/diagnostics.md`,
      );
    }
    process.stdout.write(renderEntry(entry));
    return EXIT.fine;
  },
};
