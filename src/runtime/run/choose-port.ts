import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { CLIENT_PORTS } from '../../compiler/values/address.ts';
import { tryRead, tryReadLink } from '../try-read.ts';
import { RunRefusal } from './run-refusal.ts';

/**
 * The port that all ranks use, which may be wanted as `auto`; a RunRefusal if it cannot be known, or if it is taken
 * where rank 0 will listen. `nodeCount`: how many nodes have ranks; `isMaster`: rank 0 listens on this machine.
 */
export async function choosePort(
  wanted: number | string,
  nodeCount: number,
  isMaster: boolean,
): Promise<number> {
  const problem = `the plan leaves the port open and has ${nodeCount} nodes`;
  if (wanted === 'auto' && nodeCount > 1)
    throw new RunRefusal(problem, 'give the same --port on each, or start the ranks of all with --all');
  if (wanted === 'auto') return pickFreePort();
  if (isMaster) checkPort(Number(wanted));
  return Number(wanted);
}

/** A RunRefusal if something listens on the port, on which rank 0 will listen. */
export function checkPort(port: number): void {
  const holder = findHolder(port);
  if (holder === null) return;
  const problem = `port ${port} is taken on this host, rank 0's${holder}`;
  throw new RunRefusal(problem, 'stop that program or choose another --port');
}

const LISTEN = '0A';

/**
 * Who listens on a TCP port, of whatever address, like ` by python3 (process 4711)`, empty if that cannot be seen; null if the
 * port is free.
 */
export function findHolder(port: number): string | null {
  const rows = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => (tryRead(table) ?? '').split('\n'));
  const found = rows
    .map((row) => row.trim().split(/\s+/))
    .findLast(
      ([, local = '', , state]) =>
        state === LISTEN && Number.parseInt(local.split(':')[1] ?? '', 16) === port,
    );
  const [, , , , , , , , , inode = ''] = found ?? [];
  return found === undefined ? null : describeHolder(inode);
}

/** The first and last port that the kernel gives to clients; those of most machines if it does not say. */
export function readClientPorts(): readonly [first: number, last: number] {
  const range = tryRead('/proc/sys/net/ipv4/ip_local_port_range') ?? '';
  const [first = CLIENT_PORTS[0], last = CLIENT_PORTS[1]] = range.match(/\d+/g)?.map(Number) ?? [];
  return [first, last];
}

const CHOICES = 10_000;
const LOWEST = 1025;
const TRIES = 1000;

/**
 * Below the range from which the kernel gives ports to clients: none takes it between now and rank 0's bind, which may
 * be seconds later; nor does another run, as each claims what it chose.
 */
export async function pickFreePort(): Promise<number> {
  const [start] = readClientPorts();
  const end = start >= LOWEST + CHOICES ? start : CLIENT_PORTS[0];
  for (let i = 0; i < TRIES; i++) {
    const port = end - 1 - Math.floor(Math.random() * CHOICES);
    if ((await isFree(port)) && (await claim(port))) return port;
  }
  throw new RunRefusal('there is no free port for rank 0', 'choose one with --port');
}

/** Listens there for a moment: to read the table of all sockets takes longer than to start some ranks. */
async function isFree(port: number): Promise<boolean> {
  const server = await listen(port);
  if (server !== null) await new Promise((done) => server.close(done));
  return server !== null;
}

/** Until this process ends. An abstract socket is of the network namespace, as the port is, and no file is left of it. */
async function claim(port: number): Promise<boolean> {
  const server = await listen(`\0rankplan-port-${port}`);
  server?.unref();
  return server !== null;
}

/** Null if something listens there. */
const listen = (place: number | string): Promise<Server | null> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(place, () => resolve(server));
  });

/** Like ` by python3 (process 4711)`; empty if it cannot be seen, as of another user's process. */
function describeHolder(inode: string): string {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const files = readdirSync(`/proc/${pid}/fd`).map((file) => tryReadLink(`/proc/${pid}/fd/${file}`));
      if (!files.includes(`socket:[${inode}]`)) continue;
      const name = readFileSync(`/proc/${pid}/comm`, 'latin1').trimEnd();
      return ` by ${name.replace(/[^ -~]/g, '?')} (process ${pid})`;
    } catch {
      // The process is another user's, or has ended.
    }
  }
  return '';
}
