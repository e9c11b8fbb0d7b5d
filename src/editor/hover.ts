import type { Hover } from 'vscode-languageserver-protocol';
import { stringify } from 'yaml';
import type { Schema } from '../compiler/syntax/schema-path.ts';
import { describeCost } from '../review/estimate-cost.ts';
import { say } from '../review/list-some.ts';
import { describeRanks, describeRole } from './describe-ranks.ts';
import { locate, type Place, type Request, schemaAt } from './locate.ts';
import { roleAt } from './offer-values.ts';
import { rangeIn } from './ranges.ts';

/** A key says what it means; a host, a GPU or a selector which ranks it carries, and why. */
export function hover({ document, offset, compilation }: Request): Hover | null {
  const place = locate(document.getText(), offset);
  if (place === null || place.word === '') return null;
  const { plan = null, topology = null, decisions = null } = compilation ?? {};
  const role = roleAt(place);
  const explained = plan && { plan, topology, decisions };
  const ranks =
    explained && role !== null
      ? describeRole(explained, role)
      : explained && place.kind === 'value'
        ? describeRanks(explained, place.path)
        : null;
  const parts = say(
    ranks === null ? null : fence('text', ranks),
    describePlace(place),
    place.kind === 'key' && place.path.length === 0 && place.word === 'mapping' && plan !== null
      ? describeCost(plan)
      : null,
  );
  if (parts.length === 0) return null;
  const range = rangeIn(document, place.start, place.end);
  return { contents: { kind: 'markdown', value: parts.join('\n\n') }, range };
}

/** The meaning of the value, if the schema describes its choices; else that of its key. */
function describePlace({ kind, path, word }: Place): string | null {
  if (kind === 'key') return describeKey(word, schemaAt([...path, word]));
  const schema = schemaAt(path);
  const meaning = schema?.enumDescriptions?.[schema.enum?.indexOf(word) ?? -1];
  if (meaning !== undefined) return `\`${word}\`: ${meaning}`;
  const key = path.findLastIndex((step) => typeof step === 'string');
  return key < 0 ? null : describeKey(String(path[key]), schemaAt(path.slice(0, key + 1)));
}

function describeKey(key: string, schema: Schema | null): string | null {
  if (schema === null) return null;
  const [example] = schema.examples ?? [];
  return [
    `**${key.replace(/[*_`\\]/g, '\\$&')}**: ${schema.description ?? ''}`,
    ...(schema.default === undefined ? [] : [`Default: \`${String(schema.default)}\``]),
    ...(example === undefined ? [] : [fence('yaml', stringify({ [key]: example }).trimEnd())]),
  ].join('\n\n');
}

const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;
