import { within } from '../within.ts';
import { RunRefusal } from './run-refusal.ts';
import { normalizeAddress } from './this-host.ts';

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
    throw new RunRefusal(`the master address '${address}' ${problem}`, 'mend it, or the name service');
}
