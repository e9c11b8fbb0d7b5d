import type { Reporter } from '../diagnostics/reporter.ts';
import { compareText } from '../diagnostics/reporter.ts';
import { CODE_HELP_IN_TEXT, noteVariable } from '../values/code-variables.ts';
import { whyReserved } from '../values/planned-variables.ts';
import { type TextEntry, textEntries } from './document.ts';
import type { Environment } from './topology.ts';

/** Decodes a map of environment variables: each value's text as written, the names sorted. */
export function bindEnvironment(map: object | undefined, report: Reporter): Environment {
  if (map === undefined) return {};
  const entries = textEntries(map).filter((entry) => check(entry, report));
  return Object.fromEntries(
    entries.map(({ key, text }) => [key, text] as const).sort((a, b) => compareText(a[0], b[0])),
  );
}

function check({ key, keySpan }: TextEntry, report: Reporter): boolean {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(key)) {
    report.error('RP2029', keySpan(), `\`${key}\` is no name of an environment variable`, {
      help: 'use letters, digits and `_`, not starting with a digit',
    });
    return false;
  }
  const reserved = whyReserved(key);
  if (reserved === null) {
    noteVariable(key, keySpan, report, CODE_HELP_IN_TEXT);
    return true;
  }
  report.error('RP2025', keySpan(), `\`${key}\` ${reserved.reason}`, { help: reserved.help });
  return false;
}
