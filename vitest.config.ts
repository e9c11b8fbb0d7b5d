import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { HANG_MS } from './test/patience.ts';

/** Files with tables of which `npm test` takes a part, beside the properties (test/stage.ts). */
const SAMPLED = ['test/unit', 'test/native']
  .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`))
  .filter((path) => path.endsWith('.test.ts') && readFileSync(path, 'utf8').includes("/stage.ts'"));

export default defineConfig({
  test: {
    // Longer than what is waited for inside a test, so that the reason is told.
    testTimeout: 2 * HANG_MS,
    hookTimeout: 2 * HANG_MS,
    setupFiles: ['test/setup.ts'],
    isolate: false, // a third of the time went into loading the same modules for each file
    maxWorkers: '100%',
    slowTestThreshold: 10_000, // what is quicker is not listed
    expect: { poll: { timeout: HANG_MS } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          globalSetup: ['test/leftovers.ts'],
          include: [
            'test/unit/**/*.test.ts',
            'test/native/**/*.test.ts',
            'test/property/**/*.test.ts',
            'test/golden/**/*.test.ts',
          ],
          maxWorkers: Math.max(4, availableParallelism()), // they mostly wait: for processes, or for a time to be over
          sequence: { groupOrder: 2 },
        },
      },
      // What takes minutes: `npm run test:long`. Some files are in both stages, and have more cases here (test/stage.ts).
      {
        extends: true,
        test: {
          name: 'long',
          include: ['test/long/**/*.test.ts', 'test/property/**/*.test.ts', ...SAMPLED],
          env: { RANKPLAN_TEST_STAGE: 'long' },
        },
      },
      // Needs other software: shellcheck, dash, torch.
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          exclude: ['clients', 'hosts', 'slurm'].map((name) => `test/integration/${name}/**`),
          fileParallelism: false,
        },
      },
      // Several hosts, as namespaces with an sshd each: needs root. They mostly wait, so three files run at once.
      {
        extends: true,
        test: {
          name: 'hosts',
          include: ['test/integration/hosts/**/*.test.ts'],
          maxWorkers: 3,
          sequence: { groupOrder: 4 },
        },
      },
      // What people train with, under every launcher: needs torch with its frameworks, and a Slurm.
      {
        extends: true,
        test: {
          name: 'clients',
          include: ['test/integration/clients/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
      // Real Slurm clusters: needs root and three Slurms. Jobs mostly wait, so four files run at once.
      {
        extends: true,
        test: {
          name: 'slurm',
          include: ['test/integration/slurm/**/*.test.ts'],
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
