import { withLineEnds } from '../../compiler/diagnostics/apply-suggestions.ts';
import type { CatalogEntry } from '../../compiler/diagnostics/catalog.ts';
import { adviceOf, type Diagnostic } from '../../compiler/diagnostics/reporter.ts';
import type { Suggestion } from '../../compiler/diagnostics/suggestion.ts';
import { printable } from '../../compiler/source/printable.ts';
import { positionAt, type Span } from '../../compiler/source/source-file.ts';
import { renderHelp } from './render-entry.ts';
import { createPathOf, type PathOf } from './repository-path.ts';

declare const RANKPLAN_VERSION: string;

/** Findings as SARIF 2.1.0, one run with every rule of the catalog. Columns count code points. */
export function renderSarif(found: readonly Diagnostic[], catalog: readonly CatalogEntry[]): string {
  const version = RANKPLAN_VERSION;
  const pathOf = createPathOf(process.cwd());
  const ruleIndices = new Map(catalog.map(({ code }, index) => [code, index]));
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'rankplan', version, semanticVersion: version, rules: catalog.map(toRule) } },
        columnKind: 'unicodeCodePoints',
        results: found.map((finding) => toResult(finding, ruleIndices.get(finding.code), pathOf)),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function toRule(entry: CatalogEntry): object {
  const { code, severity, title, explanation } = entry;
  return {
    id: code,
    shortDescription: { text: title },
    fullDescription: { text: explanation },
    help: renderHelp(entry),
    defaultConfiguration: { level: severity === 'both' ? 'error' : severity },
  };
}

function toResult(found: Diagnostic, ruleIndex: number | undefined, pathOf: PathOf): object {
  const { code, severity, message, primary, labels, suggestion } = found;
  const related = labels.map((label, id) => ({
    id,
    physicalLocation: toLocation(label.span, pathOf),
    message: { text: plain(label.message) },
  }));
  // What is undefined is left out of the JSON.
  return {
    ruleId: code,
    ruleIndex,
    level: severity,
    message: { text: [message, ...adviceOf(found)].map(plain).join('\n') },
    locations: [{ physicalLocation: toLocation(primary, pathOf) }],
    relatedLocations: labels.length === 0 ? undefined : related,
    fixes: suggestion === null ? undefined : [toFix(suggestion, pathOf)],
  };
}

/** In a SARIF message `[text](place)` is a link, also where a topology wrote it; a blank makes it text. */
const plain = (text: string): string => printable(text).replaceAll('](', '] (');

function toFix({ span, replacement, title, isCertain }: Suggestion, pathOf: PathOf) {
  const { artifactLocation, region } = toLocation(span, pathOf);
  const text = withLineEnds(replacement, span.file.text);
  const replacements = [{ deletedRegion: region, insertedContent: { text } }];
  return {
    description: { text: plain(title) },
    artifactChanges: [{ artifactLocation, replacements }],
    properties: { certain: isCertain },
  };
}

/** The end column of a region is the one after it. */
function toLocation({ file, start, end }: Span, pathOf: PathOf) {
  const from = positionAt(file, start);
  const to = positionAt(file, end);
  return {
    artifactLocation: { uri: toUri(pathOf(file.name)) },
    region: { startLine: from.line, startColumn: from.column, endLine: to.line, endColumn: to.column },
  };
}

/** A relative reference: a colon in its first part would make it absolute, so that is encoded like all the rest. */
const toUri = (path: string): string =>
  path
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
