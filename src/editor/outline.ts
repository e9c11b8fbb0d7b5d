import type { DocumentSymbol } from 'vscode-languageserver-protocol';
import { type Container, containerSpan, keySpan, valueSpan } from '../compiler/syntax/document.ts';
import type { Topology } from '../compiler/syntax/topology.ts';
import { rangeOf } from './ranges.ts';

// SymbolKind of the protocol.
const [MODULE, CLASS, STRUCT] = [2, 5, 23] as const;

/** The sections of a topology; below them its models, nodes and roles. */
export function outline({ source, nodes }: Topology): DocumentSymbol[] {
  const nodesInside = nodes.map(({ source: node, hosts }) =>
    symbol(listHosts(hosts), STRUCT, containerSpan(node), valueSpan(node, 'hosts')),
  );
  const namesOf = (map: Container = {}) =>
    Object.keys(map).map((name) => symbol(name, CLASS, valueSpan(map, name), keySpan(map, name), true));
  const { models, roles } = source;
  const inside: Readonly<Record<string, DocumentSymbol[]>> = {
    ...{ nodes: nodesInside, models: namesOf(models), roles: namesOf(roles) },
  };
  return Object.keys(source).map((key) => ({
    ...symbol(key, MODULE, valueSpan(source, key), keySpan(source, key), true),
    children: inside[key] ?? [],
  }));
}

const listHosts = (hosts: readonly string[]): string =>
  hosts.length <= 2 ? hosts.join(', ') : `${hosts[0]} … ${hosts.at(-1)} (${hosts.length})`;

type Span = ReturnType<typeof keySpan>;

/** A symbol's range must hold that of its name; of an entry of a map it begins there. */
function symbol(name: string, kind: 2 | 5 | 23, whole: Span, of: Span, fromName = false): DocumentSymbol {
  const start = fromName ? of.start : Math.min(whole.start, of.start);
  const range = rangeOf({ ...whole, start, end: Math.max(whole.end, of.end) });
  return { name: name === '' ? '(none)' : name, kind, range, selectionRange: rangeOf(of) };
}
