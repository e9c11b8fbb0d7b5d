import type { TopologyDocument } from '../../generated/topology.ts';
import { topologyNode as validateNode, topology as validateRoot } from '../../generated/validators.js';
import type { Reporter } from '../diagnostics/reporter.ts';
import type { SourceFile } from '../source/source-file.ts';
import { reportSchemaError, type SchemaName } from './explain-schema-error.ts';

/**
 * Checks a parsed document against the topology schema and reports each difference at its place. Nodes are validated
 * one at a time: with all errors collected, a whole document of mistakes would take quadratic time.
 */
export function validateTopology(
  file: SourceFile,
  value: unknown,
  report: Reporter,
): TopologyDocument | null {
  const errorsBefore = report.errorCount();
  const explain = (prefix: readonly (string | number)[], errors: typeof validateRoot.errors) => {
    for (const error of (errors ?? []).slice(0, MAX_ERRORS)) {
      reportSchemaError(SCHEMA, file, value, prefix, error, report);
    }
  };
  if (!validateRoot(value)) explain([], validateRoot.errors);
  const nodes = isObject(value) && Array.isArray(value['nodes']) ? value['nodes'] : [];
  nodes.forEach((node, index) => {
    if (!validateNode(node)) explain(['nodes', index], validateNode.errors);
  });
  return report.errorCount() > errorsBefore ? null : (value as TopologyDocument);
}

/** How many errors of one validator are explained; a map of a hundred thousand unknown keys has as many. */
const MAX_ERRORS = 1000;

const SCHEMA: SchemaName = 'topology';

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
