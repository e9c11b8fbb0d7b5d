import { existsSync, readFileSync } from 'node:fs';
import { createReporter } from '../../compiler/diagnostics/reporter.ts';
import { validateInventory } from '../../compiler/inventory/read-inventory.ts';
import { parseDocument } from '../../compiler/syntax/parse-document.ts';
import { readSource } from '../../compiler/syntax/read-source.ts';
import type { InventoryDocument } from '../../generated/inventory.ts';
import { rememberFigures } from '../../runtime/score/remember-figures.ts';
import { reportSlower } from '../../runtime/score/report-slower.ts';
import { printFindings } from '../findings/print-findings.ts';

/** The inventory with what its cards usually have, by the file that it will replace; what is slower than that is printed. */
export function compareWithEarlier(path: string, inventory: InventoryDocument): InventoryDocument {
  const before = readInventory(path);
  if (before === null) return inventory;
  const report = createReporter();
  reportSlower(inventory, before, report);
  printFindings(report.diagnostics(), process.stderr);
  return rememberFigures(inventory, before);
}

/** Null where there is none; of a file that is no inventory, those that write it speak. */
function readInventory(path: string): InventoryDocument | null {
  if (!existsSync(path)) return null;
  const report = createReporter();
  const file = readSource(path, readFileSync(path), report);
  const value = file === null ? null : parseDocument(file, report)?.value;
  return validateInventory(value).length === 0 ? (value as InventoryDocument) : null;
}
