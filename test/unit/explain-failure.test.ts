import { afterEach, expect, test } from 'vitest';
import { createReporter } from '../../src/compiler/diagnostics/reporter.ts';
import { explainSilence } from '../../src/runtime/probe/explain-failure.ts';

const { platform, arch } = process;
const pretend = (machine: object): void => {
  for (const [name, value] of Object.entries(machine)) Object.defineProperty(process, name, { value });
};
afterEach(() => pretend({ platform, arch }));

test.each([
  [{ platform: 'linux', arch: 'x64' }, /the package has one/],
  [{ platform: 'linux', arch: 'arm64' }, /the package has one/],
  [{ platform: 'linux', arch: 'riscv64' }, /the package has none for linux-riscv64.*npm run build:native/],
  [{ platform: 'darwin', arch: 'arm64' }, /^GPUs are discovered on Linux only, not on darwin(?!.*build)/],
  [{ platform: 'win32', arch: 'x64' }, /^GPUs are discovered on Linux only, not on win32(?!.*build)/],
])('where the addon is missing on %o, the help is what can work there', (machine, expected) => {
  pretend(machine);
  const report = createReporter();
  const asked = { explicit: null, library: null, sysfs: null, timeoutMs: 1000 };
  explainSilence({ kind: 'no-addon', failures: [] }, asked, report);
  expect(report.diagnostics().map(({ code, help }) => ({ code, help }))).toEqual([
    { code: 'RP5207', help: expect.stringMatching(expected) },
  ]);
});
