import type { Reporter } from '../diagnostics/reporter.ts';
import { HIDDEN, nameCharacter } from '../source/printable.ts';
import type { SourceFile } from '../source/source-file.ts';

/** The largest topology or inventory file that is read. */
export const MAX_SOURCE_BYTES = 16 * 1024 * 1024;

/**
 * Decodes the content of a file and checks it; null after a mistake was reported.
 * The size is checked first, because no code may read an input of unlimited size.
 */
export function readSource(name: string, source: string | Uint8Array, report: Reporter): SourceFile | null {
  if (source.length > MAX_SOURCE_BYTES) {
    const file = { name, text: '' };
    const help =
      'use host ranges (`hosts: n[001-512]`), `count:` and `models:` instead of writing every GPU out';
    const message = `the file is larger than ${MAX_SOURCE_BYTES / 1048576} MiB`;
    report.error('RP1001', { file, start: 0, end: 0 }, message, { help });
    return null;
  }
  const text = typeof source === 'string' ? source : decode(name, source, report);
  if (text === null) return null;
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const file = { name, text: start === 1 ? text.slice(1) : text };
  return reportHidden(file, report) ? null : file;
}

/** Whether the file has a character that a reviewer would not see; the first is reported. */
export function reportHidden(file: SourceFile, report: Reporter): boolean {
  const found = WRITTEN_HIDDEN.exec(file.text);
  if (found === null) return false;
  const [character] = found;
  const span = { file, start: found.index, end: found.index + character.length };
  const message = `the file contains the character ${nameCharacter(character)}, which cannot be seen`;
  const help = 'remove it: the file must be plain text, with line ends of Unix (LF) or Windows (CRLF)';
  report.error('RP1009', span, message, { help });
  return true;
}

/** A CR directly before an LF is allowed (Windows line ends). */
const WRITTEN_HIDDEN = new RegExp(`(?!\\r\\n)${HIDDEN.source}`, 'u');

function decode(name: string, bytes: Uint8Array, report: Reporter): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes);
    const at = text.indexOf('\ufffd'); // the decoder wrote it in the place of what it cannot read
    const file = { name, text };
    const help = 'save it as UTF-8';
    report.error('RP1009', { file, start: at, end: at + 1 }, 'the file is not UTF-8', { help });
    return null;
  }
}
