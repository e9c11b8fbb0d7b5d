import { createServer, type Server } from 'node:net';

/** Ports of one cluster, in its own network, and the block's first, by which it is told from others. */
export interface PortBlock {
  readonly first: number;
  readonly ports: readonly number[];
  readonly release: () => void;
}

/*
 * Below the range from which Linux takes the ports of outgoing connections. A block is claimed by listening on its first
 * port, in the network of the tests, which ends with this process at the latest.
 */
const LOWEST = 10_240;
const HIGHEST = 32_000;
const BLOCK = 256;

/** Claims a block of `count` ports that no other cluster of this machine has. */
export async function claimPorts(count: number): Promise<PortBlock> {
  if (count >= BLOCK) throw new Error(`a cluster has fewer than ${BLOCK} ports, not ${count}`);
  const blocks = Math.floor((HIGHEST - LOWEST) / BLOCK);
  const start = Math.floor(Math.random() * blocks);
  for (let step = 0; step < blocks; step += 1) {
    const first = LOWEST + ((start + step) % blocks) * BLOCK;
    const claim = await listen(first);
    if (claim === null) continue;
    claim.unref();
    const ports = Array.from({ length: count }, (_, index) => first + 1 + index);
    return { first, ports, release: () => claim.close() };
  }
  throw new Error(`no free block of ports between ${LOWEST} and ${HIGHEST}`);
}

/** A server on that port of every address, or null where the port is taken. */
function listen(port: number): Promise<Server | null> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(null));
    server.listen(port, '0.0.0.0', () => done(server));
  });
}
