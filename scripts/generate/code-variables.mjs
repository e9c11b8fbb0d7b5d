import { readFileSync } from 'node:fs';

const PAGE = 'docs/checking.md';
const HEAD = '| What it does | Variables |\n|---|---|\n';

/** The variables that decide what code runs, by what they do: the table that reviewers are shown is the one that is read. */
export function generateCodeVariables() {
  const [, behind] = readFileSync(PAGE, 'utf8').split(HEAD);
  if (behind === undefined)
    throw new Error(`${PAGE} has no table of the variables that decide what code runs`);
  const [table = ''] = behind.split('\n\n');
  const rows = table.split('\n').map((line) => {
    const [, does, names] = /^\| (.+) \| (.+) \|$/.exec(line) ?? [];
    return `  ${JSON.stringify({ does, names: names.split(', ') })},\n`;
  });
  const type = 'readonly { readonly does: string; readonly names: readonly string[] }[]';
  const text = `// Generated from ${PAGE} by \`npm run generate\`. Do not edit.\nexport const CODE_VARIABLES: ${type} = [\n${rows.join('')}];\n`;
  return new Map([['src/generated/code-variables.ts', text]]);
}
