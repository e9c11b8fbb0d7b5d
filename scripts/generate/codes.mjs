const BANNER = '// Generated from docs/diagnostics by `npm run generate`. Do not edit.\n';

/** RP12xx is about the comments themselves, RP5114 about what `init` reads, RP52xx about a machine. */
const NOT_OF_A_TOPOLOGY = /^RP(12|5114|52)/;

/** The codes as a type, so that a wrong one is no program, those that a comment in a topology may leave out, and the catalog. */
export function generateCodes(entries) {
  const codes = entries.map(({ code }) => code);
  const warnings = entries
    .filter(({ severity }) => severity !== 'error')
    .map(({ code }) => code)
    .filter((code) => !NOT_OF_A_TOPOLOGY.test(code));
  const text = `${BANNER}export type Code =
${codes.map((code) => `  | '${code}'`).join('\n')};

/** What a comment may leave out: warnings and notes about a topology. The catalog itself is not loaded for it. */
export const WARNING_CODES: readonly Code[] = [
${warnings.map((code) => `  '${code}',`).join('\n')}
];
`;
  const facts = entries.map(({ versions, threads, checked, ...entry }) => `  ${JSON.stringify(entry)},\n`);
  return new Map([
    ['src/generated/codes.ts', text],
    ['src/generated/catalog.ts', `${BANNER}export const CODES: readonly object[] = [\n${facts.join('')}];\n`],
  ]);
}
