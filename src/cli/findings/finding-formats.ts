import type { Diagnostic } from '../../compiler/diagnostics/reporter.ts';
import { escapeHidden } from '../../compiler/source/printable.ts';

/** A form in which all findings of a command are printed at once, for machines. */
export interface FindingFormat {
  readonly name: string;
  readonly description: string;
  readonly render: (found: readonly Diagnostic[]) => Promise<string>;
}

/** Every form besides text; a new one is an entry here. */
export const FINDING_FORMATS: readonly FindingFormat[] = [
  {
    name: 'json',
    description: 'JSON of schemas/diagnostics.schema.json',
    async render(found) {
      const { toReport } = await import('../../compiler/diagnostics/render-json.ts');
      return `${escapeHidden(JSON.stringify(toReport(found), null, 2))}\n`;
    },
  },
  {
    name: 'github',
    description: 'annotations in a GitHub workflow',
    async render(found) {
      const { renderAnnotations } = await import('./render-annotation.ts');
      return renderAnnotations(found);
    },
  },
  {
    name: 'sarif',
    description: 'SARIF 2.1.0 for code scanning',
    async render(found) {
      const { CATALOG } = await import('../../compiler/diagnostics/catalog.ts');
      const { renderSarif } = await import('./render-sarif.ts');
      return renderSarif(found, CATALOG);
    },
  },
];
