import type { Code } from '../../generated/codes.ts';
import { type Reporter, requireReason } from '../diagnostics/reporter.ts';
import { isLine } from '../source/printable.ts';
import type { Span } from '../source/source-file.ts';
import { valueSpan } from '../syntax/document.ts';
import type { NodeEntry } from '../syntax/topology.ts';
import { createBudget } from '../values/budget.ts';
import { compressHostList } from '../values/compress-host-list.ts';
import { groupBy } from '../values/lists.ts';
import { type InventoryFile, parseInventory } from './parse-inventory.ts';

/** What the reader returns for a path relative to the topology: bytes, or why it has none. */
export type ReadResult =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array | string; readonly name: string }
  | {
      readonly kind: 'missing' | 'outside' | 'not-a-file' | 'too-large' | 'unreadable';
      readonly name: string;
    };

/** The most that all inventory files of a topology hold: 13 kB for each of ten thousand nodes. */
const MAX_INVENTORY_BYTES = 128 * 1024 * 1024;

/** Reads a file for the compiler, which itself never touches a disk. */
export type ReadFile = (path: string) => ReadResult;

export interface ReadOptions {
  readonly read: ReadFile;
  /** Whether a path may leave the topology's folder by `..`; the reader then holds the bound. */
  readonly allowParentPaths?: boolean;
}

/** Reads the inventory file of an entry's host; null when that is impossible, and reported or to be reported. */
export type ReadInventory = (entry: NodeEntry, host: string) => InventoryFile | null;

/** `reportRefused` reports the files that could not be had: those of one reason together. */
export function createInventoryReader({ read, allowParentPaths = false }: ReadOptions, report: Reporter) {
  const budget = createBudget(MAX_INVENTORY_BYTES);
  const refused: Refused[] = [];
  const readOne: ReadInventory = (entry, host) => {
    const span = valueSpan(entry.source, 'inventory');
    const pattern = entry.inventory ?? '';
    if (!pattern.includes('{host}') && entry.hosts.length > 1) {
      if (entry.hosts[0] === host) {
        const help = 'write `{host}` in the path: "inventory/{host}.json"';
        report.error('RP2014', span, `${entry.hosts.length} hosts share one inventory file`, { help });
      }
      return null;
    }
    const path = pattern.replaceAll('{host}', host);
    const result = isRelative(path, allowParentPaths)
      ? read(path)
      : ({ kind: 'outside', name: path } as const);
    if (result.kind !== 'bytes') {
      refused.push({ kind: result.kind, span, pattern, path, host });
      return null;
    }
    // Many hosts may lead to one file, so that a small repository would be read for hours.
    const refuse = () => {
      const message = `the inventory files together are larger than ${MAX_INVENTORY_BYTES >> 20} MiB`;
      const help = 'split the topology, or leave out of the files what no plan depends on';
      report.error('RP2011', span, message, { help });
    };
    if (!budget.take(result.bytes.length, refuse)) return null;
    const errorsBefore = report.allErrorCount();
    return requireReason('inventory', parseInventory(result, host, span, report), report, errorsBefore);
  };
  return { read: readOne, reportRefused: () => reportRefused(refused, report) };
}

type RefusedKind = Exclude<ReadResult['kind'], 'bytes'>;

interface Refused {
  readonly kind: RefusedKind;
  readonly span: Span;
  readonly pattern: string;
  readonly path: string;
  readonly host: string;
}

const REFUSALS: Readonly<Record<RefusedKind, readonly [code: Code, why: string, help: string]>> = {
  missing: ['RP2011', 'does not exist', 'or list the GPUs under `gpus:`'],
  outside: [
    'RP2010',
    'is outside the folder of the topology',
    'keep inventories beside the topology, or give `--root`',
  ],
  'not-a-file': ['RP2011', 'is no regular file', 'check the inventory in as a plain file'],
  'too-large': ['RP2011', 'is larger than 16 MiB', 'an inventory of one machine is a few kB'],
  unreadable: ['RP2011', 'cannot be read', 'check the permissions'],
};

/** Files that are missing are often all of them: they are still to be written. */
function reportRefused(refused: readonly Refused[], report: Reporter): void {
  for (const [kind, files] of groupBy(refused, (file) => file.kind)) {
    const [{ span, pattern, path, host }] = files;
    const [code, why, help] = REFUSALS[kind];
    const isOne = files.length === 1;
    const hosts = compressHostList(files.map((file) => file.host));
    const message = `the inventory file \`${path}\` ${why}${isOne ? '' : `, as those of ${files.length} hosts: ${hosts}`}`;
    const probe = `write it with \`rankplan probe -o ${pattern}\` on ${isOne ? host : 'each of them'} and check it in`;
    report.error(code, span, message, { help: kind === 'missing' ? `${probe}, ${help}` : help });
  }
}

/** Whether a relative path stays below where it starts, as far as its text shows; links are the reader's business. */
function isRelative(path: string, allowParentPaths: boolean): boolean {
  if (/^[/\\]|^[A-Za-z]:/.test(path) || !isLine(path)) return false;
  let depth = 0;
  for (const part of path.split(/[/\\]/)) {
    if (part === '..') depth--;
    else if (part !== '' && part !== '.') depth++;
    if (depth < 0 && !allowParentPaths) return false;
  }
  return allowParentPaths || depth > 0;
}
