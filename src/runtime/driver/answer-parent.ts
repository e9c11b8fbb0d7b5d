import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { loadAddon } from '../native.ts';
import { ANSWER_DESCRIPTOR, type DriverPlaces, type DriverQuestion } from './driver-session.ts';

/**
 * The process that calls the driver (see driver-session.ts): its argument is DriverPlaces, each line of stdin is a
 * DriverQuestion. Before the answer come the lines of its progress. It ends with its stdin, at once.
 */
const places = JSON.parse(process.argv[2] ?? '') as DriverPlaces;
const loaded = loadAddon(places);

async function answer(ask: DriverQuestion): Promise<void> {
  const { library } = places;
  const found =
    loaded.addon === null
      ? JSON.stringify({ kind: 'no-addon', failures: loaded.failures })
      : await loaded.addon[ask]({ library, keepsDriver: true, progress: ANSWER_DESCRIPTOR });
  writeSync(ANSWER_DESCRIPTOR, `${found}\n`);
}

createInterface({ input: process.stdin })
  .on('line', (line) => void answer(line as DriverQuestion))
  // `process.exit` would wait for a thread that the driver holds.
  .on('close', () => process.kill(process.pid, 'SIGKILL'));
