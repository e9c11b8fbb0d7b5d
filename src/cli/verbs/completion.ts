import { EXIT, UsageError, type Verb } from '../verb.ts';

export const completionVerb: Verb = {
  name: 'completion',
  summary: 'print the completion script of a shell',
  args: '<shell> [words...]',
  options: {},
  examples: [
    ['eval "$(rankplan completion bash)"', 'in ~/.bashrc; with zsh in ~/.zshrc, behind `compinit`'],
    ['rankplan completion fish > ~/.config/fish/completions/rankplan.fish', 'for fish'],
    ['rankplan completion bash -- check --fo', 'what such a script calls: what can the last word become?'],
  ],
  async run({ args: [shell = '', ...words] }, program) {
    const { completeWords, SHELL_SCRIPTS } = await import('../completion/complete-words.ts');
    const script = SHELL_SCRIPTS[shell];
    if (script === undefined)
      throw new UsageError(`\`completion\` takes ${Object.keys(SHELL_SCRIPTS).join(', ')}, not \`${shell}\``);
    if (words.length === 0) {
      process.stdout.write(script);
      return EXIT.fine;
    }
    const given = words.filter((word) => word !== '='); // as bash gives them
    for (const { value, description } of await completeWords(given, program()))
      process.stdout.write(`${`${value}\t${description}`.trimEnd()}\n`);
    return EXIT.fine;
  },
};
