import { renderDiagnostics } from './docs/diagnostics.mjs';
import { renderHazards } from './docs/hazards.mjs';
import { renderLanguage } from './docs/language.mjs';

/** The references that follow from the codes, the strategies and the schemas: output path → text. */
export function generateDocs(entries, { STRATEGIES }) {
  return new Map([
    ['docs/diagnostics/README.md', renderDiagnostics(entries)],
    ['docs/hazards.md', renderHazards(entries)],
    ['docs/language.md', renderLanguage(STRATEGIES)],
  ]);
}
