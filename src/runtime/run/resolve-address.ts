import { RunRefusal } from './run-refusal.ts';
import { normalizeAddress } from './this-host.ts';

const PATIENCE_MS = 20_000;

/** A RunRefusal if the name of the master's machine means nothing here: its ranks would try it for half an hour. */
export async function checkAddress(address: string): Promise<void> {
  if (address === 'localhost' || normalizeAddress(address) !== null) return;
  const { lookup } = await import('node:dns/promises'); // takes 4 ms to load, and most plans name an address
  const answer = lookup(address).then(
    () => 'known',
    () => 'unknown',
  );
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<'silent'>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, 'silent');
  });
  const outcome = await Promise.race([answer, patience]);
  clearTimeout(timer);
  if (outcome === 'known') return;
  const what =
    outcome === 'unknown'
      ? 'does not resolve on this host'
      : `is not resolved within ${PATIENCE_MS / 1000} seconds`;
  throw new RunRefusal(`the master address '${address}' ${what}`, 'mend it, or the name service');
}
