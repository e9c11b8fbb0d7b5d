import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, parseJson } from './try-read.ts';

/** The file of an output directory that lists what rankplan wrote there. */
export const MANIFEST_NAME = '.rankplan.json';

/** Two million artifacts; and one string may not be much longer. */
const MAX_MANIFEST_BYTES = 256 * 1024 * 1024;

/** By path, as it is written: the paths are not checked. */
export type Digests = ReadonlyMap<string, string>;

export type ManifestReading =
  | { readonly kind: 'listed'; readonly digests: Digests }
  /** `reason` completes "cannot be used: ". */
  | { readonly kind: 'broken'; readonly reason: string };

/** The manifest of the directory `root`; one that does not exist lists nothing. Throws system errors. */
export function readManifest(root: string): ManifestReading {
  const path = join(root, MANIFEST_NAME);
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return { kind: 'listed', digests: new Map() };
  if (!stat.isFile()) return broken('it is no regular file');
  if (stat.size > MAX_MANIFEST_BYTES) return broken(`it is larger than ${MAX_MANIFEST_BYTES} bytes`);
  return parseManifest(readFileSync(path, 'utf8'));
}

function parseManifest(text: string): ManifestReading {
  const value = parseJson(text);
  if (!isRecord(value) || typeof value['formatVersion'] !== 'string' || !isRecord(value['artifacts']))
    return broken('it is not a manifest of rankplan');
  if (!value['formatVersion'].startsWith('1.')) return broken('another version of rankplan wrote it');
  const digests = new Map<string, string>();
  for (const [path, digest] of Object.entries(value['artifacts'])) {
    // Paths are shown to the user: no control character may reach a terminal.
    if (/\p{Cc}/u.test(path)) return broken('a path in it has control characters');
    if (!isDigest(digest)) return broken(`the digest of \`${path}\` is not \`sha256:\` and 64 hex digits`);
    digests.set(path, digest);
  }
  return { kind: 'listed', digests };
}

/** The manifest as text in pieces: one artifact a line, sorted by code unit. */
export function renderManifest(digests: Digests): readonly string[] {
  const lines = [...digests.keys()]
    .sort()
    .map((path, index) => `${index === 0 ? '\n' : ',\n'}    ${JSON.stringify(path)}: "${digests.get(path)}"`);
  return [
    '{\n  "formatVersion": "1.0",\n  "artifacts": {',
    ...lines,
    lines.length > 0 ? '\n  }\n}\n' : '}\n}\n',
  ];
}

export const isDigest = (value: unknown): value is string =>
  typeof value === 'string' && /^sha256:[0-9a-f]{64}$/.test(value);

const broken = (reason: string): ManifestReading => ({ kind: 'broken', reason });
