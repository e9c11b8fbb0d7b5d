import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { loadAddon } from '../native.ts';
import { ANSWER_DESCRIPTOR, type DriverPlaces, type DriverQuestion } from './driver-session.ts';

/**
 * The process that asks the driver (see driver-session.ts): its argument are DriverPlaces, each line of stdin is a
 * DriverQuestion. It ends with its stdin, at once.
 */
const places = JSON.parse(process.argv[2] ?? '') as DriverPlaces;
const loaded = loadAddon(places);

async function answer(line: string): Promise<void> {
  const { ask, timeoutMs } = JSON.parse(line) as DriverQuestion;
  const { library } = places;
  const told =
    loaded.addon === null
      ? { kind: 'no-addon', failures: loaded.failures }
      : await loaded.addon[ask]({ library, timeoutMs, keepsDriver: true });
  writeSync(ANSWER_DESCRIPTOR, `${JSON.stringify(told)}\n`);
}

createInterface({ input: process.stdin })
  .on('line', (line) => void answer(line))
  // `process.exit` would wait for a thread that the driver holds.
  .on('close', () => process.kill(process.pid, 'SIGKILL'));
