import { writeFileSync } from 'node:fs';
import { loadAddon } from '../native.ts';
import { ANSWER_DESCRIPTOR, type DriverAnswer, type Question } from './ask-driver.ts';

/** The process that asks the driver: its argument is a Question, the answer goes to a pipe. See ask-driver.ts. */
async function answer(question: Question): Promise<DriverAnswer> {
  const loaded = loadAddon(question);
  if (loaded.addon === null) return { kind: 'no-addon', failures: loaded.failures };
  return loaded.addon.discover({ library: question.library, timeoutMs: question.timeoutMs });
}

answer(JSON.parse(process.argv[2] ?? '') as Question).then((found) => {
  writeFileSync(ANSWER_DESCRIPTOR, JSON.stringify(found));
});
