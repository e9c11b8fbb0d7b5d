import { ROOT_OPTION } from '../options.ts';
import { EXIT, type Verb, type VerbOptions } from '../verb.ts';

const OPTIONS = {
  stdio: { flags: '--stdio', description: 'speak over standard input and output, as it does anyway' },
  ...ROOT_OPTION,
} as const satisfies VerbOptions;

export const lspVerb: Verb<typeof OPTIONS> = {
  name: 'lsp',
  summary: 'serve an editor: findings while you type, hover, completion (docs/in-editors.md)',
  args: '',
  options: OPTIONS,
  examples: [
    ['rankplan lsp', 'a language server, which the editor starts'],
    ['rankplan lsp --root .', 'inventory files may lie anywhere in the project'],
  ],
  async run({ options }) {
    const { serve } = await import('../lsp/serve.ts');
    await serve({ root: options.root });
    return EXIT.fine;
  },
};
