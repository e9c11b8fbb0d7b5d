import type { Location } from 'vscode-languageserver-protocol';
import { keySpan } from '../compiler/syntax/document.ts';
import type { Path } from '../compiler/syntax/schema-path.ts';
import type { Topology } from '../compiler/syntax/topology.ts';
import { locate, type Request } from './locate.ts';
import { roleAt, selectorAt } from './offer-values.ts';
import { rangeOf } from './ranges.ts';

/** A topology may have ten thousand inventory files; an editor shows a list of them. */
const MAX_FILES = 100;

const AT_START = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** The definition of the word at the cursor: an inventory file, a model, a role, the node that a selector names. */
export function define(request: Request, uriOfInventory: (path: string) => string | null): Location[] {
  const { document, offset, known } = request;
  const place = locate(document.getText(), offset);
  const { topology } = known();
  if (place === null || topology === null) return [];
  const { path, word } = place;
  const { roles } = topology.source;
  const role = roleAt(place);
  if (role !== null && roles !== undefined && Object.hasOwn(roles, role))
    return [{ uri: document.uri, range: rangeOf(keySpan(roles, role)) }];
  if (place.kind !== 'value') return [];
  const entry = typeof path[1] === 'number' && path[0] === 'nodes' ? topology.nodes[path[1]] : undefined;
  if (entry !== undefined && path[2] === 'inventory')
    return entry.hosts
      .slice(0, MAX_FILES)
      .map((host) => uriOfInventory((entry.inventory ?? '').replaceAll('{host}', host)))
      .filter((uri) => uri !== null)
      .map((uri) => ({ uri, range: AT_START }));
  const span = path.at(-1) === 'model' ? findModel(topology, word) : findNode(topology, path);
  return span === null ? [] : [{ uri: document.uri, range: rangeOf(span) }];
}

function findModel({ source: { models } }: Topology, name: string) {
  return models !== undefined && Object.hasOwn(models, name) ? keySpan(models, name) : null;
}

function findNode(topology: Topology, path: Path) {
  const [host = ''] = selectorAt(topology, path)?.hosts ?? [];
  const entry = topology.nodes.find(({ hosts }) => hosts.includes(host));
  return entry === undefined ? null : entry.hostSpan(entry.hosts.indexOf(host));
}
