/*
 * The state in the fragment of the address, which browsers send nowhere: `#v1.` and JSON, compressed, in base64url. Whoever
 * made a link may have put anything there: it is bounded, must be two texts, and only ever becomes the value of a field.
 */

const PREFIX = '#v1.';
const MAX_LINK = 1 << 16;
export const MAX_TEXT = 1 << 20;

/** Null where the texts are too long for a link. */
export async function writeLink(texts) {
  const bytes = await pass(
    new TextEncoder().encode(JSON.stringify(texts)),
    new CompressionStream('deflate-raw'),
  );
  const code = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const link = PREFIX + code.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return link.length > MAX_LINK ? null : link;
}

/** The texts of a link; null where it is none of ours. */
export async function readLink(fragment) {
  if (!fragment.startsWith(PREFIX) || fragment.length > MAX_LINK) return null;
  try {
    const code = atob(fragment.slice(PREFIX.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = await pass(
      Uint8Array.from(code, (letter) => letter.charCodeAt(0)),
      new DecompressionStream('deflate-raw'),
    );
    const texts = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    const isOurs =
      Array.isArray(texts) && texts.length === 2 && texts.every((text) => typeof text === 'string');
    return isOurs ? texts : null;
  } catch {
    return null; // cut, mistyped, or made to be something else
  }
}

/** What comes out of a stream, up to a bound: a few bytes may become gigabytes. */
async function pass(bytes, stream) {
  const pieces = [];
  let length = 0;
  // Not every browser iterates over streams.
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > 4 * MAX_TEXT) {
      reader.cancel();
      throw new RangeError('too long');
    }
    pieces.push(next.value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
