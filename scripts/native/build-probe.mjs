// What is built for measuring: rankplan-probe, and for its tests a CUDA driver and a cuBLAS that do not exist.

export const PROBE = {
  name: 'rankplan-probe',
  kind: 'program',
  ships: true,
  sources: ['native/core', 'native/cuda', 'native/probe'],
  // See native/probe/old-start.c.
  libraries: ['-Wl,--wrap=__libc_start_main'],
};

const cuda = ['allocations', 'clock', 'contexts', 'copies', 'faults', 'launches', 'visible'];

const library = (name, sources) => ({ name, kind: 'library', ships: false, sources });

export const FAKE_CUDA = [
  library('fake/libcuda.so.1', [
    ...cuda.map((part) => `native/test/fake-cuda/${part}.c`),
    'native/test/fake/scenario.c',
  ]),
  library('fake/libcublas.so.13', ['native/test/fake-cuda/fake-cublas.c', 'native/test/fake/scenario.c']),
  {
    name: 'probe-test',
    kind: 'program',
    ships: false,
    sources: [
      'native/core/own-runtime.cpp',
      'native/probe/buffer-size.cpp',
      'native/core/json-writer.cpp',
      'native/probe/quality.cpp',
      'native/probe/statistics.cpp',
      'native/test/probe-test.cpp',
    ],
  },
];
