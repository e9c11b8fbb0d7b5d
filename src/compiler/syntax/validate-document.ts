import type { TopologyDocument } from '../../generated/topology.ts';
import {
  type ValidationError,
  type Validator,
  topologyModel as validateModel,
  topologyNode as validateNode,
  topology as validateRoot,
} from '../../generated/validators.js';
import type { Reporter } from '../diagnostics/reporter.ts';
import type { SourceFile } from '../source/source-file.ts';
import { reportSchemaError } from './explain-schema-error.ts';

/** Whether a section, or one node or model of it, has the form that the schema asks for; unknown keys aside. */
export type IsSound = (section: string, item?: string | number) => boolean;

export interface Validity {
  /** Null when anything is wrong. */
  readonly document: TopologyDocument | null;
  readonly isSound: IsSound;
}

/**
 * Checks a parsed document against the topology schema and reports each difference at its place. Nodes and models are
 * validated one at a time: with all errors collected, a whole document of mistakes would take quadratic time.
 */
export function validateTopology(file: SourceFile, value: unknown, report: Reporter): Validity {
  const broken = new Set<string>();
  const errorsBefore = report.errorCount();
  const explain = (path: Path, error: ValidationError) =>
    reportSchemaError('topology', file, value, path, error, report);
  const validate = (validator: Validator, part: unknown, path: Path) => {
    if (validator(part)) return;
    const errors = validator.errors ?? [];
    for (const error of errors) if (error.keyword !== 'additionalProperties') broken.add(partOf(path, error));
    for (const error of errors.slice(0, MAX_ERRORS)) explain(path, error);
  };
  validate(validateRoot, value, []);
  const { models, nodes } = isMap(value) ? value : {};
  for (const [name, model] of Object.entries(isMap(models) ? models : {})) {
    validate(validateModel, model, ['models', name]);
  }
  for (const [index, node] of (Array.isArray(nodes) ? nodes : []).entries()) {
    if (hasTooManyGpus(node)) {
      broken.add(nameOf('nodes', index));
      explain(['nodes', index, 'gpus'], TOO_MANY_GPUS);
    } else validate(validateNode, node, ['nodes', index]);
  }
  const isValid = report.errorCount() === errorsBefore;
  return {
    document: isValid ? (value as TopologyDocument) : null,
    isSound: (section, item) => isMap(value) && !broken.has(nameOf(section, item)),
  };
}

const nameOf = (section: string, item?: string | number): string =>
  item === undefined ? section : `${section}/${item}`;

/** The section, or the item of one, that an error is about: the root's validator looks at whole sections. */
function partOf([section, item]: Path, { instancePath }: ValidationError): string {
  return section === undefined ? (instancePath.split('/')[1] ?? '') : nameOf(String(section), item);
}

type Path = readonly (string | number)[];

/** How many errors of one validator are explained; a map of a hundred thousand unknown keys has as many. */
const MAX_ERRORS = 1000;

/** As the schema says; looked at first, because within one node the validator's time is quadratic again. */
const MAX_GPUS = 4096;
const TOO_MANY_GPUS = { instancePath: '', schemaPath: '', keyword: 'maxItems', params: { limit: MAX_GPUS } };

const hasTooManyGpus = (node: unknown): boolean =>
  isMap(node) && Array.isArray(node['gpus']) && node['gpus'].length > MAX_GPUS;

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
