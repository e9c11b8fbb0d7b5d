import { readdirSync, readFileSync } from 'node:fs';

const SETUP = 'src/compiler/plan/setup.bash';
const PARTS = 'src/emitters/slurm/parts/';

/** Bash that is written into scripts or given to a shell, as it stands: output path → text. */
export const generateBashTexts = () =>
  new Map([
    ['src/generated/setup-text.ts', generateSetup()],
    ['src/generated/slurm-parts.ts', generateParts()],
  ]);

const banner = (source) => `// Generated from ${source} by \`npm run generate\`. Do not edit.\n`;

const generateSetup = () =>
  `${banner(SETUP)}export const setupText =\n  ${JSON.stringify(readFileSync(SETUP, 'utf8'))};\n`;

/** The parts of slurm.bash and torchrun.bash. */
function generateParts() {
  const parts = readdirSync(PARTS)
    .sort()
    .map((name) => [name.replace(/\.bash$/, ''), readFileSync(PARTS + name, 'utf8')])
    .map(([name, text]) => `  ${quote(name)}:\n    ${JSON.stringify(text)},\n`);
  return (
    `${banner(`${PARTS}*.bash`)}export const slurmParts = {\n${parts.join('')}} as const;\n\n` +
    'export type SlurmPart = keyof typeof slurmParts;\n'
  );
}

const quote = (name) => (/^\w+$/.test(name) ? name : `'${name}'`);
