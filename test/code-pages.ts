import { pathToFileURL } from 'node:url';
import type { CatalogEntry } from '../src/compiler/diagnostics/catalog.ts';

/** What the page of a code says, with what only the pages about libraries are made of. */
interface CodePage extends CatalogEntry {
  readonly versions: string | null;
  readonly threads: readonly string[] | null;
  readonly checked: Readonly<Record<string, string>> | null;
}

const load = async (name: string): Promise<unknown> =>
  import(pathToFileURL(`scripts/generate/${name}.mjs`).href);

const { readCodes } = (await load('read-codes')) as { readCodes: () => readonly CodePage[] };

export const CODE_PAGES = readCodes();

export const { findStale, nameReleases } = (await load('releases')) as {
  readonly findStale: (checked: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
  readonly nameReleases: (releases: Readonly<Record<string, string>>) => string;
};
