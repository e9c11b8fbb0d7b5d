// Everything that is built from native/. A new program is a line here.

const EXEC = ['main.c', 'base', 'logs', 'look', 'ranks', 'serve', 'tell'].map(
  (source) => `native/exec/${source}`,
);
const SCENARIO = 'native/test/fake/scenario.c';
const FAKE_NVML = ['native/test/fake/nvml', SCENARIO];
const FAKE_CUDA = ['allocations', 'clock', 'contexts', 'copies', 'faults', 'launches', 'visible'].map(
  (part) => `native/test/fake-cuda/${part}.c`,
);
const PROBE_TEST = [
  'native/core/own-runtime.cpp',
  'native/probe/buffer-size.cpp',
  'native/core/json-writer.cpp',
  'native/probe/quality.cpp',
  'native/probe/statistics.cpp',
  'native/test/probe-test.cpp',
];

const testOnly = (kind, name, sources, defines = []) => ({ name, kind, ships: false, sources, defines });

/**
 * `ships`: part of the package; the others are for the tests.
 * `kind`: `addon` is loaded by Node, `library` by the dynamic linker, `program` runs.
 * `prefersStatic`: linked without the system's libraries where it can be: half the memory, and no versions of symbols.
 * `sources`: files, or folders of which every source is taken.
 */
export const PRODUCTS = [
  { name: 'rankplan.node', kind: 'addon', ships: true, sources: ['native/core', 'native/addon'] },
  {
    name: 'rankplan-probe',
    kind: 'program',
    ships: true,
    sources: ['native/core', 'native/cuda', 'native/probe'],
    libraries: ['-Wl,--wrap=__libc_start_main'], // see native/probe/old-start.c
  },
  { name: 'rankplan-exec', kind: 'program', ships: true, sources: EXEC, prefersStatic: true },
  testOnly('library', 'fake/libnvidia-ml.so.1', FAKE_NVML),
  testOnly('library', 'fake-old/libnvidia-ml.so.1', FAKE_NVML, ['FAKE_OLD_DRIVER']),
  testOnly('library', 'fake-535/libnvidia-ml.so.1', FAKE_NVML, ['FAKE_535_DRIVER']),
  testOnly('library', 'fake-empty/libnvidia-ml.so.1', ['native/test/fake/stub.c']),
  testOnly('program', 'core-test', ['native/core', 'native/test/core-test.cpp']),
  testOnly('library', 'fake/libcuda.so.1', [...FAKE_CUDA, SCENARIO]),
  testOnly('library', 'fake/libcublas.so.13', ['native/test/fake-cuda/fake-cublas.c', SCENARIO]),
  testOnly('program', 'probe-test', PROBE_TEST),
  testOnly('program', 'rankplan-exec-scanning', EXEC, ['LISTS_NO_CHILDREN']),
  testOnly('program', 'hold-gpu', ['native/test/hold-gpu.c']),
  testOnly('library', 'guard.so', ['native/test/fake/guard.c']),
];
