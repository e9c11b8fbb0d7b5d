import { readFileSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Gpu, InventoryDocument } from '../../generated/inventory.ts';
import { makeFolders } from '../make-folders.ts';
import { tolerate } from '../output-error.ts';
import { digestOf } from '../output-file.ts';
import { replaceFile } from '../replace-file.ts';
import type { Machine, MachineGpu } from './machine.ts';

const NODE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,255}$/;

/**
 * A machine as an inventory file, in a fixed order of keys. It has no date: the same machine gives the same file, so a
 * difference in git is a difference of the machine. Scores have dates of their own.
 */
export function describeInventory(machine: Machine): InventoryDocument {
  const { node, cpus, driver, cuda, nvlinkDomain, gpus } = machine;
  return {
    formatVersion: '1.0',
    ...(NODE.test(node) ? { node } : {}),
    cpus,
    driver,
    cuda,
    ...(nvlinkDomain === null ? {} : { domain: { nvlink: nvlinkDomain } }),
    gpus: gpus.map(describeGpu),
  };
}

const describeGpu = ({ isDivided, parent, links, ...facts }: MachineGpu): Gpu => ({
  ...facts,
  ...(isDivided ? { mig: true } : {}),
  parent,
  links: links === null ? null : [...links],
});

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

/** The text of an inventory file. Its digest shows whether it was edited. */
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

export type WriteOutcome = 'written' | 'unchanged' | 'edited';

/**
 * Writes an inventory file whole or not at all, with its folder. A file that is there is replaced when it is as an
 * earlier probe wrote it, or when `force` says so. Throws the error of a system call.
 */
export function writeInventory(path: string, text: string, force: boolean): WriteOutcome {
  const old = tolerate(['ENOENT'], () => readFileSync(path, 'utf8'));
  if (old === text) return 'unchanged';
  if (old !== null && !force && !isSealed(old)) return 'edited';
  makeFolders(dirname(path));
  // Through a link to the file itself: the link is the user's.
  const target = old === null ? path : realpathSync(path);
  replaceFile(target, text);
  return 'written';
}
