import { createReporter, type Reporter } from '../diagnostics/reporter.ts';
import type { SourceFile } from '../source/source-file.ts';
import { reportSchemaError, SCHEMAS } from './explain-schema-error.ts';
import type { Path } from './schema-path.ts';
import { createPartsValidator, isMap, MAX_ERRORS, type ValidationError } from './schema-validator.ts';

const validateParts = createPartsValidator(SCHEMAS.topology, 'nodes', 'models');

export interface Validity {
  /** Nothing is wrong: the value is a TopologyDocument. */
  readonly isValid: boolean;
  /** Whether a section, or one node or model of it, has the form that the schema asks for; unknown keys aside. */
  readonly isSound: (section: string, item?: string | number) => boolean;
}

/** Checks a parsed document against the topology schema and reports each difference at its place. */
export function validateTopology(file: SourceFile, value: unknown, report: Reporter): Validity {
  const broken = new Set<string>();
  let isValid = true;
  let isKnown = true;
  for (const { prefix, errors } of validateParts(value)) {
    for (const error of errors) {
      isValid = false;
      if (error.keyword !== 'additionalProperties') broken.add(partOf(prefix, error));
      reportSchemaError({ schema: 'topology', file, root: value }, prefix, error, report);
    }
    if (errors.length >= MAX_ERRORS) isKnown = false;
  }
  return {
    isValid,
    isSound: (section, item) => isMap(value) && isKnown && !broken.has(nameOf(section, item)),
  };
}

export function countShapeErrors(file: SourceFile, value: unknown): number {
  const report = createReporter();
  validateTopology(file, value, report);
  return report.errorCount();
}

const nameOf = (section: string, item?: string | number): string =>
  item === undefined ? section : `${section}/${item}`;

/** The section, or the item of one, that an error is about: the root's validator looks at whole sections. */
function partOf([section, item]: Path, { path }: ValidationError): string {
  return section === undefined ? String(path[0] ?? '') : nameOf(String(section), item);
}
