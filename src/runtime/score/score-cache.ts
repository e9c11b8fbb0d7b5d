import { join } from 'node:path';
import { validateInventory } from '../../compiler/inventory/read-inventory.ts';
import type { Metric } from '../../generated/inventory.ts';
import { isRecord, parseJson } from '../json.ts';
import { makeFolders } from '../make-folders.ts';
import { replaceFile } from '../replace-file.ts';
import { tryRead } from '../try-read.ts';

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

export type ScoreCache = ReturnType<typeof openScoreCache>;

/** One file for each GPU in `folder`, with an entry for each key. What cannot be read or written is not cached. */
export function openScoreCache(folder: string) {
  const pathOf = ({ uuid }: CacheKey) => join(folder, `${uuid.replace(/[^A-Za-z0-9-]/g, '_')}.json`);
  const nameOf = ({ driver, pass, neighbours }: CacheKey) => `${driver} ${pass} ${neighbours}`;
  return {
    read: (key: CacheKey): CachedScores | null => readEntries(pathOf(key))[nameOf(key)] ?? null,
    write(key: CacheKey, scores: CachedScores): void {
      const path = pathOf(key);
      const entries = { ...readEntries(path), [nameOf(key)]: scores };
      try {
        makeFolders(folder);
        replaceFile(path, `${JSON.stringify(entries, null, 2)}\n`);
      } catch {} // a home that is full or may not be written: then it is measured again next time
    },
  };
}

/** None where there is no file yet, or one that was cut short. */
function readEntries(path: string): Readonly<Record<string, CachedScores>> {
  const entries = parseJson(tryRead(path) ?? '');
  return isRecord(entries) && Object.values(entries).every(areScores)
    ? (entries as Record<string, CachedScores>)
    : {};
}

/** Whether they can go into an inventory, which is written without another look at them. */
function areScores(entry: unknown): boolean {
  if (!isRecord(entry) || !Array.isArray(entry['absent'])) return false;
  const gpus = [{ index: 0, scores: entry['metrics'] }];
  const problems = validateInventory({ formatVersion: '1.0', gpus });
  return problems.length === 0 && entry['absent'].every((name) => typeof name === 'string');
}
