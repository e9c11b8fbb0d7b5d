import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matches, readPage } from '../../documentation.ts';
import { requireTool } from '../require-tool.ts';
import { canHaveHosts, type Hosts, startHosts } from './harness/hosts.ts';

/* What the example shows of three machines is what happens on three machines. */
const PAGE = 'examples/three-machines/README.md';
const HOME = '/srv/work/three-machines';
const PYTHON = process.env['RANKPLAN_TEST_PYTHON'] ?? 'python3';
const hasTorch = spawnSync(PYTHON, ['-c', 'import torch.distributed']).status === 0;
const canRun =
  requireTool('torch', hasTorch, 'pip install torch, or set RANKPLAN_TEST_PYTHON') &&
  requireTool('sshd', canHaveHosts(), 'apt-get install openssh-server, and be root');

describe.skipIf(!canRun)(PAGE, () => {
  let hosts: Hosts;
  beforeAll(async () => {
    hosts = await startHosts(3);
    const desk = hosts.launcher;
    cpSync('examples/three-machines', desk.path(HOME), { recursive: true });
    for (const host of [desk, ...hosts.labs]) {
      // What a login finds: the PyTorch of these tests, and at the desk rankplan.
      mkdirSync(host.path('/srv/bin'));
      const programs = { python3: PYTHON, rankplan: `${process.execPath} ${resolve('dist/rankplan.cjs')}` };
      for (const [name, program] of Object.entries(programs))
        writeFileSync(join(host.path('/srv/bin'), name), `#!/bin/sh\nexec ${program} "$@"\n`, {
          mode: 0o755,
        });
      writeFileSync(host.path('/srv/home/root/.bashrc'), 'PATH=/srv/bin:$PATH\n');
    }
  });
  afterAll(() => hosts?.stop());

  test.each(readPage(readFileSync(PAGE, 'utf8')))('line $line: $command', async ({ command, output }) => {
    const words = ['bash', '-c', `cd ${HOME} && ${command}`];
    const env = { PATH: `/srv/bin:${process.env['PATH']}` };
    const { status, stdout, stderr } = await hosts.launcher.run(words, { env });
    // The machines of the page have GPUs, and these none.
    const printed = (stdout + stderr).replaceAll(/.*: warning: nvidia-smi is missing.*\n/g, '');
    expect(output === '' ? status === 0 : matches(printed, output), `${status}: ${printed}`).toBe(true);
  });

  test('a host without the program refuses, before any rank starts', async () => {
    await hosts.labs[2]?.run(['mv', HOME, `${HOME}-away`]);
    const words = ['bash', '-c', `cd ${HOME} && out/launch.sh --all --dir ${HOME}/out`];
    const { status, stderr } = await hosts.launcher.run(words);
    expect({ status, stderr }).toEqual({ status: 78, stderr: expect.stringMatching(/lab3 .*No such file/) });
  });
});
