import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { listNames, tryRead } from '../try-read.ts';
import { within } from '../within.ts';
import type { HostNetwork, Interface } from './network.ts';

const PATIENCE_MS = 10_000;

/** The network of this machine. `master`: null if it is not known. */
export async function readNetwork(master: string | null, sysfs = '/sys'): Promise<HostNetwork> {
  const ownName = hostname();
  const [own, route] = await Promise.all([findAddresses(ownName), findRoute(master)]);
  return { ownName, ownAddresses: own, interfaces: listInterfaces(sysfs), routeFrom: route };
}

/** Node.js lists only interfaces that are up, running and have an address; sysfs lists the others. */
function listInterfaces(sysfs: string): readonly Interface[] {
  const known = networkInterfaces();
  const folder = join(sysfs, 'class/net');
  const others = listNames(folder).filter((name) => known[name] === undefined);
  const up = Object.entries(known).map(([name, addresses = []]) => ({
    ...{ name, isUp: true, mtu: Number(tryRead(join(folder, name, 'mtu')) ?? 0) || null },
    addresses: addresses.map(({ address }) => address),
  }));
  return [
    ...up,
    ...others.map((name) => ({ name, isUp: isRunning(join(folder, name)), mtu: null, addresses: [] })),
  ];
}

const isRunning = (folder: string): boolean => tryRead(join(folder, 'operstate'))?.trim() === 'up';

async function findAddresses(name: string): Promise<readonly string[]> {
  const found = lookup(name, { all: true, order: 'verbatim' }).then(
    (entries) => [...new Set(entries.map(({ address }) => address))],
    () => [],
  );
  return (await within(PATIENCE_MS, found)) ?? [];
}

/** connect() on a UDP socket sends no packet, but makes the kernel select the source address: the result. */
async function findRoute(master: string | null): Promise<string | null> {
  const [address] = master === null ? [] : await findAddresses(master);
  if (address === undefined) return null;
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
  try {
    const connected = once(socket, 'connect');
    socket.connect(1, address);
    await connected;
    return socket.address().address;
  } catch {
    return null;
  } finally {
    socket.close();
  }
}
