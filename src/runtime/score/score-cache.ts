import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateInventory } from '../../compiler/inventory/read-inventory.ts';
import type { Metric } from '../../generated/inventory.ts';
import { isRecord } from '../artifact-manifest.ts';
import { makeFolders } from '../make-folders.ts';

/** The scores of one GPU, and what its hardware cannot do. */
export interface CachedScores {
  readonly metrics: Readonly<Record<string, Metric>>;
  readonly absent: readonly string[];
}

/** What else decides the figures of a GPU besides the GPU: another driver, another pass, other neighbours. */
export interface CacheKey {
  readonly uuid: string;
  readonly driver: string;
  readonly pass: string;
  readonly neighbours: number;
}

export interface ScoreCache {
  readonly read: (key: CacheKey) => CachedScores | null;
  readonly write: (key: CacheKey, scores: CachedScores) => void;
}

export const NO_CACHE: ScoreCache = { read: () => null, write: () => {} };

/** One file for each GPU in `folder`, with an entry for each key. What cannot be read or written is not cached. */
export function openScoreCache(folder: string): ScoreCache {
  const pathOf = ({ uuid }: CacheKey) => join(folder, `${uuid.replace(/[^A-Za-z0-9-]/g, '_')}.json`);
  const nameOf = ({ driver, pass, neighbours }: CacheKey) => `${driver} ${pass} ${neighbours}`;
  return {
    read: (key) => readEntries(pathOf(key))[nameOf(key)] ?? null,
    write(key, scores) {
      const path = pathOf(key);
      const text = `${JSON.stringify({ ...readEntries(path), [nameOf(key)]: scores }, null, 2)}\n`;
      try {
        makeFolders(folder);
        writeFileSync(`${path}.${process.pid}`, text);
        renameSync(`${path}.${process.pid}`, path);
      } catch {
        // A home that is full or may not be written: then it is measured again next time.
      }
    },
  };
}

function readEntries(path: string): Readonly<Record<string, CachedScores>> {
  try {
    const entries: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isRecord(entries) && Object.values(entries).every(areScores)
      ? (entries as Record<string, CachedScores>)
      : {};
  } catch {
    return {}; // none yet, or one that was cut short
  }
}

/** Whether they can go into an inventory, which is written without another look at them. */
function areScores(entry: unknown): boolean {
  return (
    isRecord(entry) &&
    validateInventory({ formatVersion: '1.0', gpus: [{ index: 0, scores: entry['metrics'] }] }).length ===
      0 &&
    Array.isArray(entry['absent']) &&
    entry['absent'].every((name) => typeof name === 'string')
  );
}
