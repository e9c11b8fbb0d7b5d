import type { InventoryDocument } from '../../generated/inventory.ts';
import type { Reporter } from '../diagnostics/reporter.ts';
import type { Span } from '../source/source-file.ts';
import { valueSpan } from '../syntax/document.ts';
import { reportSchemaError, SCHEMAS } from '../syntax/explain-schema-error.ts';
import { parseDocument } from '../syntax/parse-document.ts';
import { readSource } from '../syntax/read-source.ts';
import { createValidator } from '../syntax/schema-validator.ts';
import { findIslands } from './find-islands.ts';

export interface InventoryFile {
  readonly document: InventoryDocument;
  /** The island of each GPU that is a slot; null unless the machine has several islands. */
  readonly islands: readonly number[] | null;
}

export const validateInventory = createValidator(SCHEMAS.inventory);

/** A GPU in MIG mode is no slot: CUDA shows its instances only. */
export const isSlot = ({ mig }: InventoryDocument['gpus'][number]): boolean => mig !== true;

/** The inventory of a host, which `span` asks for; null if the text is none, and reported. */
export function parseInventory(
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array | string },
  host: string,
  span: Span,
  report: Reporter,
): InventoryFile | null {
  const file = readSource(name, bytes, report);
  const parsed = file === null ? null : parseDocument(file, report);
  if (file === null || parsed === null) return null;
  const errors = validateInventory(parsed.value);
  for (const error of errors)
    reportSchemaError({ schema: 'inventory', file, root: parsed.value }, [], error, report);
  if (errors.length > 0) return null;
  const document = parsed.value as InventoryDocument;
  checkDocument(document, host, span, report);
  return describe(document);
}

function checkDocument(document: InventoryDocument, host: string, span: Span, report: Reporter): void {
  const seen = new Set<number>();
  for (const gpu of document.gpus) {
    if (seen.has(gpu.index)) {
      const help = 'list each GPU of the node once';
      report.error('RP2004', valueSpan(gpu, 'index'), `GPU index ${gpu.index} is listed twice`, { help });
    }
    seen.add(gpu.index);
  }
  if (document.node !== undefined && document.node !== host && shortName(document.node) !== shortName(host)) {
    report.error('RP2014', span, `the inventory file is of \`${document.node}\`, not of \`${host}\``, {
      labels: [{ span: valueSpan(document, 'node'), message: 'written on this machine' }],
      help: 'name the file of this host; a copied inventory maps ranks onto GPUs that may not be there',
    });
  }
}

/** A host name without its domain; an IP address is all name. */
const shortName = (host: string): string => (/^[0-9.]+$/.test(host) ? host : (host.split('.')[0] ?? host));

function describe(document: InventoryDocument): InventoryFile {
  const islands = findIslands(document.gpus)?.filter((_, i) => document.gpus.slice(i, i + 1).every(isSlot));
  const numbers = [...new Set(islands)]; // those that a slot is on
  const renumbered = islands?.map((of) => numbers.indexOf(of)) ?? null;
  return { document, islands: numbers.length > 1 ? renumbered : null };
}
