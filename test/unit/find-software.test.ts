import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findSoftware, readLibraryVersion } from '../../src/runtime/software/find-software.ts';
import { runRankplan } from '../command/run-rankplan.ts';
import { makeFolder } from '../scratch.ts';

/** Files under a new folder by path; a text is written, null is a folder, `-> x` a link. */
function place(files: Readonly<Record<string, string | null>>): string {
  const root = makeFolder('rankplan-software-');
  for (const [path, text] of Object.entries(files)) {
    const own = join(root, path);
    mkdirSync(text === null ? own : dirname(own), { recursive: true });
    if (text?.startsWith('-> ')) symlinkSync(text.slice(3), own);
    else if (text !== null) writeFileSync(own, text.replaceAll('ROOT', root), { mode: 0o755 });
  }
  return root;
}

const LIB = 'lib/python3.12/site-packages';
/** A Python by itself, as conda and images have it. */
const PYTHON = {
  'py/bin/python3.12': '\x7fELF',
  'py/bin/python3': '-> python3.12',
  'py/bin/python': '-> python3.12',
  [`py/${LIB}/torch-2.9.1+cu128.dist-info`]: null,
  [`py/${LIB}/nvidia_nccl_cu12-2.27.5.dist-info`]: null,
  [`py/${LIB}/lightning-2.6.6.dist-info`]: null,
};
const FOUND = { nccl: '2.27.5', torch: '2.9.1+cu128' };
const IN_VENV = { torch: '2.13.0', vllm: '0.22.0' };

const findIn = (
  root: string,
  command: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) => findSoftware({ command, directory: root, environment: { PATH: join(root, 'py/bin'), ...environment } });

describe('versions are found in the files of the Python that a command starts', () => {
  const root = place({
    ...PYTHON,
    'venv/pyvenv.cfg': 'home = ROOT/py/bin\ninclude-system-site-packages = false\nversion = 3.12.4\n',
    'venv/bin/python': '-> ../../py/bin/python3.12',
    [`venv/${LIB}/torch-2.13.0.dist-info`]: null,
    [`venv/${LIB}/vllm-0.22.0.dist-info`]: null,
    'both/pyvenv.cfg': 'home = ROOT/py/bin\ninclude-system-site-packages = true\n',
    'both/bin/python': '-> ../../py/bin/python3.12',
    [`both/${LIB}/torch-2.13.0.dist-info`]: null,
    'venv/bin/vllm': '#!ROOT/venv/bin/python\nimport sys\n',
    'venv/bin/long': "#!/bin/sh\n'''exec' \"ROOT/venv/bin/python\" \"$0\" \"$@\"\n' '''\n",
    'py/bin/tool': '#!/usr/bin/env python3\n',
    'py/bin/shell': '#!/bin/sh\nexec python train.py\n',
    'extra/torch-2.1.0.dist-info': null,
    'fabric.py': 'import os\nfrom lightning.fabric import Fabric\n',
    'old.py': '  import pytorch_lightning as pl\n',
    'train.py': '# import lightning\nimport torch\n',
  });
  test.each([
    ['python train.py', FOUND],
    ['python3 -u train.py', FOUND],
    [`${join(root, 'py/bin/python3.12')} -m train`, FOUND],
    ['env A=1 nice -n 5 numactl -N 0 python train.py', FOUND],
    ['tool x', FOUND],
    ['venv/bin/python train.py', IN_VENV],
    ['venv/bin/vllm serve', IN_VENV],
    ['venv/bin/long', IN_VENV],
    ['both/bin/python train.py', { nccl: '2.27.5', torch: '2.13.0' }],
    ['python -W ignore fabric.py', { ...FOUND, lightning: '2.6.6' }],
    ['python old.py', { ...FOUND, lightning: '2.6.6' }],
    ['python -c "import lightning"', FOUND],
    ['python nowhere.py', FOUND],
    ['shell', {}],
    ['apptainer exec x.sif python train.py', {}],
    ['bash -c python', {}],
    ['nothing-there', {}],
    ['env', {}],
    ['', {}],
  ])('%s', (line, versions) => expect(findIn(root, line.split(' '))).toEqual(versions));

  test('PYTHONPATH comes first, and another PATH is another Python', () => {
    expect(findIn(root, ['python'], { PYTHONPATH: `${root}/extra:x` })).toEqual({
      nccl: '2.27.5',
      torch: '2.1.0',
    });
    expect(findIn(root, ['python'], { PATH: `${root}/venv/bin` })).toEqual(IN_VENV);
  });
});

describe('where no wheel says it', () => {
  const text = `${'\0'.repeat(5_000_000)}NCCL version 2.31.2+cuda13.3\0`;
  test('the library that PyTorch brings along does', () => {
    const own = 'py/bin/python3.12';
    const root = place({
      [own]: '',
      'py/bin/python': '-> python3.12',
      [`py/${LIB}/torch-2.9.1.dist-info`]: null,
      [`py/${LIB}/torch/lib/libnccl.so.2`]: text,
    });
    expect(findIn(root, ['python'])).toEqual({ nccl: '2.31.2', torch: '2.9.1' });
  });
  test('what lies at the one path of the wheels for CUDA 12 and 13 counts, not the name of a folder', () => {
    const root = place({
      ...PYTHON,
      [`py/${LIB}/nvidia_nccl_cu13-2.30.7.dist-info`]: null,
      [`py/${LIB}/nvidia/nccl/lib/libnccl.so.2`]: text,
    });
    expect(findIn(root, ['python'])).toEqual({ ...FOUND, nccl: '2.31.2' });
    writeFileSync(join(root, `py/${LIB}/nvidia/nccl/lib/libnccl.so.2`), 'of no version');
    expect(findIn(root, ['python'])).toEqual(FOUND);
  });
  test('so does one that is preloaded, before a wheel', () => {
    const root = place({ ...PYTHON, 'libnccl.so.2': text });
    expect(findIn(root, ['python'], { LD_PRELOAD: `x.so:${root}/libnccl.so.2` })).toEqual({
      ...FOUND,
      nccl: '2.31.2',
    });
  });
  test.each([0, 1, 60, 100, 127, 128, 129])(
    'the text may lie across the pieces that are read (%s)',
    (before) => {
      const path = join(place({ lib: `${'x'.repeat((1 << 22) - before)}RCCL version 2.27.7+hip7.2` }), 'lib');
      expect(readLibraryVersion(path)).toBe('2.27.7');
    },
  );
  test.each(['', 'NCCL version', 'NCCL version %s'])('%j says nothing', (content) =>
    expect(readLibraryVersion(join(place({ lib: content }), 'lib'))).toBeNull(),
  );
  test('nor does a folder, nor what is not there', () => {
    expect(readLibraryVersion(makeFolder('rankplan-software-'))).toBeNull();
    expect(readLibraryVersion('/nowhere/libnccl.so.2')).toBeNull();
  });
});

describe('verify and run tell what is known of the versions that are here', () => {
  const write = (software: string) =>
    place({
      ...PYTHON,
      'train.py': 'import lightning\n',
      'topology.yaml': `version: 1
name: t
nodes:
  - { hosts: other, address: 10.0.0.1, cpuRanks: 1 }
  - { hosts: localhost, cpuRanks: 2 }
launch: { checkNetwork: false, command: [ROOT/py/bin/python, train.py], master: { port: 29500 }${software} }
`,
    });
  const codesOf = (text: string) => [...text.matchAll(/\[(RP60\d\d)\]/g)].map(([, code]) => code);
  const ask = (root: string, plan: string, ...words: readonly string[]) => {
    const { stdout, stderr, status } = runRankplan([...words, plan], { cwd: root });
    return { told: codesOf(stdout + stderr), status };
  };
  test.each([
    ['', ['RP6008']],
    [', software: { torch: 2.9.1 }', ['RP6008']],
    [', software: { torch: 2.13.0 }', ['RP6008', 'RP6014']],
    [', software: { lightning: 2.6.6 }', ['RP6008']],
  ])('with%s', (software, told) => {
    const root = write(software);
    expect(ask(root, 'topology.yaml', 'verify').told.sort()).toEqual(told);
    expect(ask(root, 'topology.yaml', 'run', '--dry-run').told.sort()).toEqual(told);
    runRankplan(['compile', 'topology.yaml', '-o', 'out'], { cwd: root });
    expect(ask(root, 'out', 'run', '--dry-run').told.sort()).toEqual(told);
    expect(ask(root, 'out', 'run', '--dry-run', '--no-verify').told).toEqual(
      software.includes('lightning') ? ['RP6008'] : [],
    );
  });
  test('the comment that leaves it out is of use', () => {
    const root = write(' } # rankplan-ignore RP6008: another trainer\nslurm: {');
    expect(ask(root, 'topology.yaml', 'verify')).toEqual({ told: [], status: 0 });
    expect(runRankplan(['check', 'topology.yaml'], { cwd: root }).stdout).not.toContain('RP1202');
  });
});
