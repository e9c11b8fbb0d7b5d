import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../patience.ts';
import { ranksLeft } from './fault-bed.ts';
import { type Host, type Hosts, hasHosts, startHosts } from './harness/hosts.ts';
import { launch, placeTopology } from './launch.ts';

/* What many hosts need: a gate before six, and 256 of them. */
const JOB = '/srv/work/job.yaml';
const GATE = '/srv/gate';
/** All of them share the cores of one machine. */
const START_MS = 300_000;

describe.skipIf(!hasHosts)('many hosts', () => {
  let hosts: Hosts;
  beforeAll(async () => {
    hosts = await startHosts(6);
    placeTopology(hosts, JOB, "nodes: [{ hosts: 'lab[1-6]', cpuRanks: 2 }]\nlaunch: { command: ['true'] }\n");
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
    const files = ['-f', '/dev/null', '-h', GATE, '-E', `${GATE}.log`];
    const gate = await launcher.run(['/usr/sbin/sshd', ...files, ...options]);
    expect(gate).toMatchObject({ status: 0, stderr: '' });
    const ended = await launcher.run([...launch(JOB), '--via', 'ssh -J launcher:2222', '--timeout', '300']);
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(throttled()).toBeGreaterThan(0);
  });
});

/**
 * The launcher and the labs know each other's adapters: the switch copies each broadcast that asks for one to 257 ports, and
 * a busy kernel drops most of so many.
 */
async function introduce({ launcher, labs }: Hosts): Promise<void> {
  const know = (host: Host, others: readonly Host[]) => {
    const lines = others.map(({ address }) => {
      const adapter = address.split('.').map((part) => Number(part).toString(16).padStart(2, '0'));
      return `neigh replace ${address} lladdr 02:00:${adapter.join(':')} dev eth0 nud permanent\n`;
    });
    return host.run(['bash', '-c', 'ip -batch - <<<"$0"', lines.join('')]);
  };
  const results = [await know(launcher, labs)];
  for (const lab of labs) results.push(await know(lab, [launcher]));
  expect(results.map(({ status, stderr }) => `${status} ${stderr}`.trim())).toEqual(results.map(() => '0'));
}

describe.skipIf(!hasHosts)('256 hosts', () => {
  const COUNT = 256;
  let hosts: Hosts;
  beforeAll(async () => {
    hosts = await startHosts(COUNT);
    const command = '[bash, -c, \'echo "$RANK on $HOSTNAME"; exit $((RANK == 200 ? 7 : 0))\']';
    const nodes = `nodes: [{ hosts: 'lab[1-${COUNT}]', cpuRanks: 1 }]`;
    placeTopology(hosts, JOB, `${nodes}\nlaunch: { command: ${command} }\n`);
    await introduce(hosts);
  }, START_MS);
  afterAll(() => hosts?.stop());

  test(
    'are reached without a tree, and the one whose rank fails is named',
    async () => {
      // Namespaces of one kernel share its table of neighbours (1,024 of them): pairs of 256 hosts do not fit.
      const words = [...launch(JOB), '--tee', '--timeout', '300', '--patience', '60', '--no-network'];
      const { status, stdout, stderr } = await hosts.launcher.run(words);
      expect(status, stderr).toBe(7);
      expect(stderr).toMatch(/^rankplan: lab201: rank 200 .*status 7/m);
      expect(stdout).toContain('[rank 200 lab201] 200 on lab201\n');
      await until('nothing is left', () => hosts.labs.flatMap(ranksLeft).length === 0);
    },
    START_MS,
  );
});
