import type { CompletionItem } from 'vscode-languageserver-protocol';
import type { Compilation } from '../compiler/compile.ts';
import type { Schema } from '../compiler/syntax/schema-path.ts';
import { locate, type Offer, type Place, type Request, schemaAt } from './locate.ts';
import { listOtherRoles, offerValues } from './offer-values.ts';
import { rangeIn } from './ranges.ts';

// CompletionItemKind of the protocol.
const [PROPERTY, ENUM_MEMBER] = [10, 20] as const;

/** What can be written at the cursor: the keys that a map has not yet, or the values of a key. */
export function complete({ document, offset, known }: Request): CompletionItem[] {
  const place = locate(document.getText(), offset);
  if (place === null) return [];
  const range = rangeIn(document, place.start, offset);
  const schema = schemaAt(place.path);
  const offers = [
    ...(schema !== null && (place.kind === 'key' || allows(schema, 'object'))
      ? offerKeys(schema, place, known)
      : []),
    ...(place.kind === 'value' ? [...offerChoices(schema), ...offerValues(place, known())] : []),
  ];
  return offers.map(({ text, ...item }, i) => ({
    ...item,
    sortText: String(i).padStart(4, '0'),
    filterText: text,
    textEdit: { range, newText: text },
  }));
}

/** Required keys first. After a key stands its colon, unless it is there already. */
function offerKeys(schema: Schema, place: Place, known: Request['known']): Offer[] {
  const { properties = {}, required = [] } = schema;
  const given = new Set(place.siblings);
  const colon = place.hasColon || place.isQuoted ? '' : ': ';
  const isModels = place.path.length === 1 && place.path[0] === 'models';
  const names = isModels
    ? listModels(known())
    : place.path.at(-1) === 'dependsOn'
      ? listOtherRoles(known(), place.path)
      : [];
  const named = names.filter((name) => !given.has(name));
  const keys = Object.keys(properties).filter((key) => !given.has(key));
  keys.sort((a, b) => Number(required.includes(b)) - Number(required.includes(a)));
  return [...named, ...keys].map((key) => {
    const meant = schemaAt([...place.path, key]);
    const meaning = document(meant?.description);
    return { label: key, kind: PROPERTY, text: `${key}${colon}`, ...meaning };
  });
}

const document = (value: string | undefined) =>
  value === undefined ? {} : { documentation: { kind: 'markdown' as const, value } };

/** The models that GPUs name and `models` does not describe. */
function listModels({ topology }: Compilation): string[] {
  const named = topology?.nodes.flatMap(({ gpus }) => gpus.map(({ facts }) => facts.model)) ?? [];
  return [...new Set(named.filter((name) => name != null))];
}

function offerChoices(schema: Schema | null): Offer[] {
  if (schema === null) return [];
  const choices = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
  const booleans = allows(schema, 'boolean') && !allows(schema, 'string') ? ['true', 'false'] : [];
  return [...choices.map(String), ...booleans].map((text, i) => {
    const detail = text === String(schema.default) ? { detail: 'default' } : {};
    return { label: text, kind: ENUM_MEMBER, text, ...detail, ...document(schema.enumDescriptions?.[i]) };
  });
}

const allows = ({ type }: Schema, kind: string): boolean =>
  type === kind || (Array.isArray(type) && type.includes(kind));
