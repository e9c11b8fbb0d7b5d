import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFolder } from '../../scratch.ts';
import { requireTool } from '../require-tool.ts';
import { compileJob } from './compile-job.ts';
import { canHaveHosts, type Hosts, startHosts } from './harness/hosts.ts';

/* What many hosts need, on six. */
const JOB = '/srv/work/job';
const GATE = '/srv/gate';
const canRun = requireTool('sshd', canHaveHosts(), 'apt-get install openssh-server, and be root');

describe.skipIf(!canRun)('many hosts', () => {
  let hosts: Hosts;
  beforeAll(async () => {
    hosts = await startHosts(6);
    const folder = makeFolder('rankplan-many-');
    const out = compileJob(
      folder,
      'job',
      "nodes: [{ hosts: 'lab[1-6]', cpuRanks: 2 }]\nlaunch: { command: ['true'] }\n",
    );
    for (const host of [hosts.launcher, ...hosts.labs]) cpSync(out, host.path(JOB), { recursive: true });
  });
  afterAll(() => hosts?.stop());

  const throttled = (): number =>
    readFileSync(hosts.launcher.path(`${GATE}.log`), 'utf8').split('MaxStartups throttling').length - 1;

  test('a gate that drops connections lets all of them through, one after another', async () => {
    const { launcher } = hosts;
    await launcher.run(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', GATE]);
    const key = readFileSync(launcher.path(`${GATE}.pub`), 'utf8');
    const known = launcher.path('/srv/home/root/.ssh/known_hosts');
    writeFileSync(known, `${readFileSync(known, 'utf8')}[launcher]:2222 ${key}`);
    const options = ['-oPidFile=none', '-oMaxStartups=2:100:2', '-oPort=2222', '-oLogLevel=VERBOSE'];
    const gate = await launcher.run([
      '/usr/sbin/sshd',
      '-f',
      '/dev/null',
      '-h',
      GATE,
      '-E',
      `${GATE}.log`,
      ...options,
    ]);
    expect(gate).toMatchObject({ status: 0, stderr: '' });
    const ended = await launcher.run([
      `${JOB}/launch.sh`,
      '--all',
      '--via',
      'ssh -J launcher:2222',
      '--timeout',
      '300',
    ]);
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(throttled()).toBeGreaterThan(0);
  });
});
