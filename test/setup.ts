import { afterAll } from 'vitest';
import { endCommands } from './command/run-rankplan.ts';
import { removeFolders } from './scratch.ts';

// Test files share workers, and with them the modules that are no test files: those must not have hooks of their own.
afterAll(removeFolders);

/** What vitest calls before a worker ends, and waits for. */
interface Worker {
  readonly onCleanup: (listener: () => unknown) => void;
}
const { __vitest_worker__: worker } = globalThis as unknown as { readonly __vitest_worker__: Worker };
worker.onCleanup(endCommands);
