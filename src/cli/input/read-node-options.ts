import { UsageError } from '../verb.ts';
import { parseHosts } from './parse-binding.ts';

/** Which node this machine is, the machines of a `bind: job` plan, and the master port; null if not given. */
export function readNodeOptions({
  node,
  nodes,
  port,
}: Readonly<Record<'node' | 'nodes' | 'port', string | null>>) {
  return {
    node,
    hosts: nodes === null ? null : parseHosts(nodes),
    port: port === null ? null : parsePort(port),
  };
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65_535) return port;
  throw new UsageError(`--port '${text}' is not a port: give a number from 1 to 65535`);
}
