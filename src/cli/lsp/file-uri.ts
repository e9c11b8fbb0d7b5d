import { fileURLToPath, pathToFileURL } from 'node:url';
import { attempt } from '../../runtime/try-read.ts';

/**
 * The path of a `file:` URI, whatever in it is percent-encoded; null if it names no file of this machine: another scheme,
 * another host, a slip in the encoding.
 */
export const pathOfUri = (uri: string): string | null => attempt(() => fileURLToPath(uri));

export const uriOfPath = (path: string): string => pathToFileURL(path).href;
