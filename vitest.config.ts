import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'test/unit/**/*.test.ts',
            'test/native/**/*.test.ts',
            'test/property/**/*.test.ts',
            'test/golden/**/*.test.ts',
          ],
        },
      },
      // Needs other software: shellcheck, dash, torch.
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          exclude: ['test/integration/slurm/**'],
          fileParallelism: false,
        },
      },
      // Real Slurm clusters: needs root and three Slurms. Jobs mostly wait, so three files run at once.
      {
        extends: true,
        test: {
          name: 'slurm',
          include: ['test/integration/slurm/**/*.test.ts'],
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
