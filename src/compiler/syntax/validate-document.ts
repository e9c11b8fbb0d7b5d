import { createReporter, type Reporter } from '../diagnostics/reporter.ts';
import type { SourceFile } from '../source/source-file.ts';
import { reportSchemaError, SCHEMAS } from './explain-schema-error.ts';
import { type Path, schemaAt } from './schema-path.ts';
import {
  createValidator,
  isMap,
  MAX_ERRORS,
  type ValidationError,
  type Validator,
  withoutItems,
} from './schema-validator.ts';

const validateRoot = createValidator(withoutItems(SCHEMAS.topology, 'nodes', 'models'));
const validateNode = createValidator(SCHEMAS.topology, schemaAt(SCHEMAS.topology, ['nodes', 0]));
const validateModel = createValidator(SCHEMAS.topology, schemaAt(SCHEMAS.topology, ['models', 'A100']));

/** Whether a section, or one node or model of it, has the form that the schema asks for; unknown keys aside. */
export type IsSound = (section: string, item?: string | number) => boolean;

export interface Validity {
  /** Nothing is wrong: the value is a TopologyDocument. */
  readonly isValid: boolean;
  readonly isSound: IsSound;
}

/**
 * Checks a parsed document against the topology schema and reports each difference at its place. Nodes and models are
 * validated one at a time: a validator returns a bounded number of errors.
 */
export function validateTopology(file: SourceFile, value: unknown, report: Reporter): Validity {
  const broken = new Set<string>();
  let isValid = true;
  let isKnown = true;
  const refuse = (path: Path, error: ValidationError) => {
    isValid = false;
    if (error.keyword !== 'additionalProperties') broken.add(partOf(path, error));
    reportSchemaError({ schema: 'topology', file, root: value }, path, error, report);
  };
  const validate = (validator: Validator, part: unknown, path: Path) => {
    const errors = validator(part);
    for (const error of errors) refuse(path, error);
    if (errors.length >= MAX_ERRORS) isKnown = false;
  };
  validate(validateRoot, value, []);
  const { models, nodes } = isMap(value) ? value : {};
  for (const [name, model] of Object.entries(isMap(models) ? models : {})) {
    validate(validateModel, model, ['models', name]);
  }
  for (const [index, node] of (Array.isArray(nodes) ? nodes : []).entries()) {
    validate(validateNode, node, ['nodes', index]);
  }
  return {
    isValid,
    isSound: (section, item) => isMap(value) && isKnown && !broken.has(nameOf(section, item)),
  };
}

/** How many findings `validateTopology` has. */
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
