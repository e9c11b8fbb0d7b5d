import { chmodSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives all tests a temporary directory of their own, and fails at the end of the run if they left something in it. */
export default function setUp(): () => void {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'rp-')); // short: the path of a socket has 107 bytes at most
  chmodSync(folder, 0o1777); // some tests run commands as other users
  process.env['TMPDIR'] = folder;
  return () => {
    const left = readdirSync(folder).sort();
    rmSync(folder, { recursive: true, force: true });
    if (left.length === 0) return;
    process.exitCode = 1; // vitest reports what is thrown here, and ends with 0
    throw new Error(`tests left ${left.length} entries in the temporary directory: ${left.join(', ')}`);
  };
}
