import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { uriOfPath } from './file-uri.ts';

/** Returns what links a code to its page in the package; null where a bundle is without its package. */
export function createCodeLinks(folder = join(__dirname, '../docs/diagnostics')) {
  return (code: string): string | null => {
    const page = join(folder, `${code}.md`);
    return existsSync(page) ? uriOfPath(page) : null;
  };
}
