// Everything that is built from native/. A new program is a line here.

import { FAKE_CUDA, PROBE } from './build-probe.mjs';

const EXEC = ['main.c', 'base', 'logs', 'look', 'ranks', 'serve', 'tell'].map(
  (source) => `native/exec/${source}`,
);

/**
 * `ships`: part of the package; the others are for the tests.
 * `kind`: `addon` is loaded by Node, `library` by the dynamic linker, `program` runs.
 * `prefersStatic`: linked without the system's libraries where it can be: half the memory, and no versions of symbols.
 * `sources`: files, or folders of which every source is taken.
 */
export const PRODUCTS = [
  { name: 'rankplan.node', kind: 'addon', ships: true, sources: ['native/core', 'native/addon'] },
  PROBE,
  { name: 'rankplan-exec', kind: 'program', ships: true, sources: EXEC, prefersStatic: true },
  {
    name: 'fake/libnvidia-ml.so.1',
    kind: 'library',
    ships: false,
    sources: ['native/test/fake/nvml', 'native/test/fake/scenario.c'],
  },
  {
    name: 'fake-old/libnvidia-ml.so.1',
    kind: 'library',
    ships: false,
    sources: ['native/test/fake/nvml', 'native/test/fake/scenario.c'],
    defines: ['FAKE_OLD_DRIVER'],
  },
  {
    name: 'fake-535/libnvidia-ml.so.1',
    kind: 'library',
    ships: false,
    sources: ['native/test/fake/nvml', 'native/test/fake/scenario.c'],
    defines: ['FAKE_535_DRIVER'],
  },
  {
    name: 'fake-empty/libnvidia-ml.so.1',
    kind: 'library',
    ships: false,
    sources: ['native/test/fake/stub.c'],
  },
  {
    name: 'core-test',
    kind: 'program',
    ships: false,
    sources: ['native/core', 'native/test/core-test.cpp'],
  },
  ...FAKE_CUDA,
  {
    name: 'rankplan-exec-scanning',
    kind: 'program',
    ships: false,
    sources: EXEC,
    defines: ['LISTS_NO_CHILDREN'],
  },
  { name: 'hold-gpu', kind: 'program', ships: false, sources: ['native/test/hold-gpu.c'] },
  { name: 'guard.so', kind: 'library', ships: false, sources: ['native/test/fake/guard.c'] },
];
