import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';

/**
 * What happens to each bundle that a command line loads, in a folder that is like `dist`; `before` is what runs before it.
 */
export function cachesTaken(
  folder: string,
  args: readonly string[],
  { before = '', node = process.execPath }: { before?: string; node?: string } = {},
): readonly string[] {
  const told = `
    ${before}
    const vm = require('node:vm');
    vm.Script = class extends vm.Script {
      constructor(source, options) {
        super(source, options);
        const outcome = this.cachedDataRejected === false ? 'takes its cache' : 'is compiled';
        process.stderr.write(require('node:path').basename(options.filename) + ' ' + outcome + '\\n');
      }
    };
    process.argv = ${JSON.stringify([node, 'rankplan', ...args])};
    require(${JSON.stringify(join(folder, 'rankplan.cjs'))});`;
  const { status, stderr } = spawnSync(node, ['-e', told], {
    encoding: 'utf8',
    env: { ...process.env, RANKPLAN_EXEC: node },
  });
  expect(status).toBe(0);
  return stderr.trimEnd().split('\n');
}
