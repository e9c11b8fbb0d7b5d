import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matches, readPage } from '../../documentation.ts';
import { hasNative } from '../../native/fake-machine.ts';
import { requireTool } from '../require-tool.ts';
import { canHaveHosts, type Host, type Hosts, startHosts } from './harness/hosts.ts';

/* What the example shows of three machines is what happens on three machines. */
const PAGE = 'examples/three-machines/README.md';
const HOME = '/srv/work/three-machines';
const PYTHON = process.env['RANKPLAN_TEST_PYTHON'] ?? 'python3';
const hasTorch = spawnSync(PYTHON, ['-c', 'import torch.distributed']).status === 0;
/** By machine: how many GPUs it has, and their model. */
const GPUS = [
  [2, 'NVIDIA GeForce RTX 4090'],
  [2, 'NVIDIA GeForce RTX 3090'],
  [1, 'NVIDIA GeForce RTX 3060'],
] as const;
const canRun =
  hasNative &&
  requireTool('torch', hasTorch, 'pip install torch, or set RANKPLAN_TEST_PYTHON') &&
  requireTool('sshd', canHaveHosts(), 'apt-get install openssh-server, and be root');

describe.skipIf(!canRun)(PAGE, () => {
  let hosts: Hosts;
  beforeAll(async () => {
    hosts = await startHosts(3);
    const desk = hosts.launcher;
    cpSync('examples/three-machines', desk.path(HOME), { recursive: true });
    for (const [i, host] of [desk, ...hosts.labs].entries()) {
      // What a login finds: the PyTorch of these tests, the driver of its GPUs, and at the desk rankplan.
      const [count, model] = GPUS[i - 1] ?? [0, ''];
      const gpus = Array.from({ length: count }, (_, gpu) => `gpu.${gpu}.uuid GPU-0${i}0${gpu}\n`);
      const driver = `driver 580.95.05\ncuda 13000\ngpus ${count}\ngpu.*.name ${model}\n`;
      write(host, '/srv/gpus.txt', driver + gpus.join(''));
      write(host, '/srv/bin/python3', `#!/bin/sh\nexec ${PYTHON} "$@"\n`);
      const library = `RANKPLAN_NVML=${resolve('build/native/fake/libnvidia-ml.so.1')}`;
      write(
        host,
        '/srv/home/root/.bashrc',
        `export PATH=/srv/bin:$PATH ${library} RANKPLAN_FAKE_SCENARIO=/srv/gpus.txt\n`,
      );
      if (host !== desk) cpSync('examples/three-machines/train.py', host.path(`${HOME}/train.py`));
    }
    write(
      desk,
      '/srv/bin/rankplan',
      `#!/bin/sh\nexec ${process.execPath} ${resolve('dist/rankplan.cjs')} "$@"\n`,
    );
  });
  afterAll(() => hosts?.stop());

  test.each(readPage(readFileSync(PAGE, 'utf8')))('line $line: $command', async ({ command, output }) => {
    const words = ['bash', '-c', `cd ${HOME} && ${command}`];
    const env = { PATH: `/srv/bin:${process.env['PATH']}` };
    const { status, stdout, stderr } = await hosts.launcher.run(words, { env });
    const printed = stdout + stderr;
    expect(output === '' ? status === 0 : matches(printed, output), `${status}: ${printed}`).toBe(true);
  });

  test('a host without the program refuses, before any rank starts', async () => {
    await hosts.labs[2]?.run(['mv', HOME, `${HOME}-away`]);
    const words = ['bash', '-c', `cd ${HOME} && rankplan run topology.yaml --all`];
    const { status, stderr } = await hosts.launcher.run(words, {
      env: { PATH: `/srv/bin:${process.env['PATH']}` },
    });
    const reason = `lab3: ${HOME}, where rankplan was called, is not on this host`;
    expect({ status, stderr }).toEqual({ status: 78, stderr: expect.stringContaining(reason) });
  });
});

function write(host: Host, path: string, text: string): void {
  mkdirSync(dirname(host.path(path)), { recursive: true });
  writeFileSync(host.path(path), text, { mode: 0o755 });
}
