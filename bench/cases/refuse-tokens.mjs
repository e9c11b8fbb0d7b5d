import { ROUNDS } from '../measure.mjs';
import { raceUsage, useOfRankplan, useOfScript } from '../measure-usage.mjs';
import { writeManyTokens } from '../topologies.mjs';

const row = (kind, description, target) => ({
  name: `refuse-tokens-${kind}`,
  description,
  ours: `\`check\` refuses ${kind.toUpperCase()} of too many tokens`,
  against: "yaml's lexer on the same file",
  target,
  canRun: () => true,
  measure(folder) {
    const path = writeManyTokens(folder, kind, 5_200_000);
    return raceUsage(
      () => useOfRankplan(['check', '-q', path], 1),
      () => useOfScript('lex-yaml.mjs', path),
      ROUNDS.long,
    );
  },
});

export const refuseTokensYaml = row(
  'yaml',
  'A document of 5.2 million tokens is refused at the five millionth, and nothing is built of it, against the lexer alone of the YAML library. CPU time and peak memory of whole processes.',
  1.5,
);

export const refuseTokensJson = row(
  'json',
  'The same of JSON, which the reader for JSON gives up before the one for YAML refuses it.',
  2.5,
);
