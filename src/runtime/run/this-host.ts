import { execFileSync } from 'node:child_process';
import { hostname, networkInterfaces } from 'node:os';
import { attempt } from '../try-read.ts';
import { within } from '../within.ts';
import { RunRefusal } from './run-refusal.ts';

/** How this machine is recognized. */
export interface ThisHost {
  readonly name: string;
  /** Whether a name or an address is this machine's. */
  readonly is: (nameOrAddress: string) => boolean;
}

/**
 * This host is known by its name, its short name and its addresses, and is always localhost. What the kernel does not
 * know, the domain, is looked up only where a dotted name may be it.
 */
export function identifyThisHost(): ThisHost {
  const name = hostname();
  const [short = name] = name.split('.');
  const names = new Set(['localhost', name, short]);
  let fullName: string | null = null;
  let addresses: ReadonlySet<string> | null = null;
  const is = (given: string): boolean => {
    if (names.has(given)) return true;
    const address = normalizeAddress(given);
    if (address !== null) {
      addresses ??= listAddresses();
      return addresses.has(address);
    }
    if (!given.startsWith(`${short}.`)) return false;
    fullName ??= askFullName().trim();
    return given === fullName;
  };
  return { name, is };
}

function listAddresses(): ReadonlySet<string> {
  const found = Object.values(networkInterfaces()).flatMap((of) => (of ?? []).map(({ address }) => address));
  const normalized = found.map((address) => normalizeAddress(address) ?? address);
  return new Set(['127.0.0.1', ...normalized]);
}

/** IPv6 has many spellings of one address; a URL has one. Null if the text is not an address. */
export function normalizeAddress(text: string): string | null {
  if (/^\d+(\.\d+){3}$/.test(text)) return text;
  if (!text.includes(':')) return null;
  const plain = text.replace(/%.*$/, '');
  return URL.canParse(`http://[${plain}]/`) ? new URL(`http://[${plain}]/`).hostname : null;
}

const ASKING_MS = 5000;

const askFullName = (): string =>
  attempt(() => execFileSync('hostname', ['-f'], { encoding: 'utf8', timeout: ASKING_MS, stdio: 'pipe' })) ??
  '';

const PATIENCE_MS = 20_000;

/** A RunRefusal if the name of the master's machine means nothing here: its ranks would try it for half an hour. */
export async function checkAddress(address: string): Promise<void> {
  if (address === 'localhost' || normalizeAddress(address) !== null) return;
  const { lookup } = await import('node:dns/promises'); // takes 4 ms to load, and most plans name an address
  const found = await within(
    PATIENCE_MS,
    lookup(address).catch(() => 'does not resolve on this host'),
  );
  const problem = found ?? `is not resolved within ${PATIENCE_MS / 1000} seconds`;
  if (typeof problem === 'string')
    throw new RunRefusal(`the master address '${address}' ${problem}`, 'correct it, or the name service');
}
