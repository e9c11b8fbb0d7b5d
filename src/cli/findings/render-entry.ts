import type { CatalogEntry, Example } from '../../compiler/diagnostics/catalog.ts';

export function renderEntry(entry: CatalogEntry): string {
  const { code, severity, title } = entry;
  return `${code} (${severity === 'both' ? 'error or warning' : severity}): ${title}\n\n${renderHelp(entry).text}`;
}

/** A catalog entry as help about a rule, as text and as markdown. */
export function renderHelp({ explanation, bad, good }: CatalogEntry): { text: string; markdown: string } {
  const fence = (example: Example) => `\`\`\`yaml\n${renderExample(example)}\`\`\`\n`;
  return {
    text: `${wrap(explanation)}\n\nBad:\n\n${indent(renderExample(bad))}\nGood:\n\n${indent(renderExample(good))}`,
    markdown: `${explanation}\n\nBad:\n\n${fence(bad)}\nGood:\n\n${fence(good)}`,
  };
}

const WIDTH = 88;

function wrap(text: string): string {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const last = lines[lines.length - 1] ?? '';
    if (last.length + word.length + 1 > WIDTH) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.join('\n');
}

function renderExample(example: Example): string {
  const files = Object.entries(example.files ?? {}).map(
    ([name, text]) => `# ${name}\n${text.replace(/\n*$/, '\n')}\n`,
  );
  const body =
    example.kind === 'topology' ? example.text : example.commands.map((command) => `$ ${command}\n`).join('');
  const where = example.kind === 'machine' ? `# on a machine ${example.machine}\n` : '';
  const text = example.kind === 'topology' && files.length > 0 ? `# topology.yaml\n${body}` : body;
  return [...files, where, text].join('');
}

const indent = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '' : `    ${line}`))
    .join('\n');
