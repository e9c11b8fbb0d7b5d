import { renderDiagnostics } from './docs/diagnostics.mjs';
import { renderHazards } from './docs/hazards.mjs';
import { renderLanguage } from './docs/language.mjs';

/** The references that follow from the catalog, the strategies and the schemas: output path → text. */
export function generateDocs({ CATALOG, HAZARD_ENTRIES, STRATEGIES, releases }) {
  return new Map([
    ['docs/diagnostics.md', renderDiagnostics(CATALOG)],
    ['docs/hazards.md', renderHazards(HAZARD_ENTRIES, CATALOG, releases)],
    ['docs/language.md', renderLanguage(STRATEGIES)],
  ]);
}
