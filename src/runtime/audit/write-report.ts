import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditReport } from '../../generated/audit.ts';

/** Nodes that share the folder of a run have a report each. */
export const nameReport = (node: string, isOnlyNode: boolean): string =>
  isOnlyNode ? 'audit.json' : `audit-${node}.json`;

/** Writes the report whole, or not at all; returns why that was not possible, or null. */
export function writeReport(folder: string, name: string, report: AuditReport): string | null {
  const path = join(folder, name);
  const staged = `${path}.${process.pid}`;
  try {
    writeFileSync(staged, `${JSON.stringify(report, null, 2)}\n`);
    renameSync(staged, path);
    return null;
  } catch (error) {
    rmSync(staged, { force: true });
    return `${path} cannot be written: ${(error as Error).message}`;
  }
}
