import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matches, readPage } from '../../documentation.ts';
import { hasNative } from '../../native/fake-machine.ts';
import { hasTorch, PYTHON } from '../require-torch.ts';
import { type Host, type Hosts, hasHosts, startHosts } from './harness/hosts.ts';
import { RANKPLAN } from './launch.ts';

/* What the example shows of three machines is what happens on three machines. */
const PAGE = 'examples/three-machines/README.md';
const HOME = '/srv/work/three-machines';
/** By machine: how many GPUs it has, and their model. */
const GPUS = [
  [2, 'NVIDIA GeForce RTX 4090'],
  [2, 'NVIDIA GeForce RTX 3090'],
  [1, 'NVIDIA GeForce RTX 3060'],
] as const;
const canRun = hasNative && hasTorch && hasHosts;

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
      const variables = `PATH=/srv/bin:$PATH ${library} RANKPLAN_FAKE_SCENARIO=/srv/gpus.txt`;
      write(host, '/srv/home/root/.bashrc', `export ${variables}\n`);
      if (host !== desk) cpSync('examples/three-machines/train.py', host.path(`${HOME}/train.py`));
    }
    write(desk, '/srv/bin/rankplan', `#!/bin/sh\nexec ${RANKPLAN.join(' ')} "$@"\n`);
  });
  afterAll(() => hosts?.stop());

  const runAtDesk = (command: string) => {
    const env = { PATH: `/srv/bin:${process.env['PATH']}` };
    return hosts.launcher.run(['bash', '-c', `cd ${HOME} && ${command}`], { env });
  };

  test.each(readPage(readFileSync(PAGE, 'utf8')))('line $line: $command', async ({ command, output }) => {
    const { status, stdout, stderr } = await runAtDesk(command);
    const printed = stdout + stderr;
    expect(output === '' ? status === 0 : matches(printed, output), `${status}: ${printed}`).toBe(true);
  });

  test('a host without the program refuses, before any rank starts', async () => {
    await hosts.labs[2]?.run(['mv', HOME, `${HOME}-away`]);
    const { status, stderr } = await runAtDesk('rankplan run topology.yaml --all');
    const reason = `lab3: ${HOME}, where rankplan was called, is not on this host`;
    expect({ status, stderr }).toEqual({ status: 78, stderr: expect.stringContaining(reason) });
  });
});

function write(host: Host, path: string, text: string): void {
  mkdirSync(dirname(host.path(path)), { recursive: true });
  writeFileSync(host.path(path), text, { mode: 0o755 });
}
