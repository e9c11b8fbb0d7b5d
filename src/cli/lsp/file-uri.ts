import { fileURLToPath, pathToFileURL } from 'node:url';

/** The path of a `file:` URI, whatever in it is percent-encoded; null if it names no file of this machine. */
export function pathOfUri(uri: string): string | null {
  try {
    return fileURLToPath(uri);
  } catch {
    return null; // another scheme, another host, a slip in the encoding
  }
}

export const uriOfPath = (path: string): string => pathToFileURL(path).href;
