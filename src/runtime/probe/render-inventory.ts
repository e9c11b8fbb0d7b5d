import { createHash } from 'node:crypto';
import type { InventoryDocument } from '../../generated/inventory.ts';

export type InventoryForm = 'json' | 'yaml';

/** One GPU per line, so that `git diff` of a checked-in inventory shows which one changed. */
export function renderInventory({ gpus, ...header }: InventoryDocument, form: InventoryForm): string {
  const lines = gpus.map((gpu) => JSON.stringify(gpu));
  if (form === 'yaml') {
    // A value in JSON is the same value in YAML.
    const facts = Object.entries(header).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
    const list = lines.length === 0 ? ' []\n' : `\n${lines.map((line) => `  - ${line}\n`).join('')}`;
    return `${facts.join('')}gpus:${list}`;
  }
  const list = lines.length === 0 ? '[]' : `[\n${lines.map((line) => `    ${line}`).join(',\n')}\n  ]`;
  return `${JSON.stringify(header, null, 2).slice(0, -2)},\n  "gpus": ${list}\n}\n`;
}

const DIGEST = /^( {2}"digest"|digest): "(sha256:[0-9a-f]{64})?"/m;

/** The text of an inventory file, which tells by its digest whether it was edited. */
export function renderSealed(document: InventoryDocument, form: InventoryForm): string {
  const { gpus, ...header } = document;
  return seal(renderInventory({ ...header, digest: '', gpus }, form));
}

/** The same text with the digest that it should have. */
export function seal(text: string): string {
  const open = text.replace(DIGEST, (_, key: string) => `${key}: ""`);
  return open.replace(DIGEST, (_, key: string) => `${key}: "${digestOf(open)}"`);
}

/** Whether a text is, to the byte, what `renderSealed` once gave. */
export function isSealed(text: string): boolean {
  const [, key, digest] = DIGEST.exec(text) ?? [];
  return digest !== undefined && digest === digestOf(text.replace(DIGEST, `${key}: ""`));
}

const digestOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;
