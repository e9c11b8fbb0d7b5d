import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requireTool } from '../require-tool.ts';
import { type Hosts, hasHosts, startHosts } from './harness/hosts.ts';
import { RANKPLAN } from './launch.ts';
import { REACH_FAULTS, type ReachFault } from './reach-faults.ts';

/*
 * Hosts that look ready and do not reach each other: each fault is found before a rank starts, with the words that help, and
 * its clean twin, the same hosts after it, has no finding at all.
 */
const hasFirewall = spawnSync('nft', ['--version']).status === 0;
const isPossible = hasHosts && requireTool('nft', hasFirewall, 'apt-get install nftables');

describe.skipIf(!isPossible)('before ranks start', () => {
  let hosts: Hosts;
  beforeAll(async () => {
    hosts = await startHosts(4);
  });
  afterAll(() => hosts?.stop());

  const start = async ({ launch = {}, nodes = NODES, words = [] }: Partial<ReachFault>) => {
    const topology = {
      ...{ version: 1, name: 'reach', nodes },
      launch: { command: ['echo', 'a rank'], master: { port: 29_555 }, ...launch },
    };
    writeFileSync(hosts.launcher.path('/srv/work/job.yaml'), JSON.stringify(topology));
    const { status, stdout, stderr } = await hosts.launcher.run([
      ...RANKPLAN,
      ...['run', 'job.yaml', '--all', '--tee', '--no-verify', ...words],
    ]);
    return { status, text: stdout + stderr };
  };

  test('hosts that differ in the MTU alone are fine, and it is noted', async () => {
    const [lab1] = hosts.labs;
    await lab1?.run(['ip', 'link', 'set', 'eth0', 'mtu', '1400']);
    const { status, text } = await start({ words: ['--dry-run'] });
    await lab1?.run(['ip', 'link', 'set', 'eth0', 'mtu', '1500']);
    expect(status, text).toBe(0);
    expect(text).toContain(
      'note: the MTU of the interfaces differs: 1400 on lab1, 1500 on lab2 and 2 more hosts',
    );
  });

  test.each(REACH_FAULTS)('$name', async (fault) => {
    await fault.before?.(hosts);
    const found = await start(fault);
    await fault.after?.(hosts);
    if (fault.says === null) {
      expect.soft(found.text).not.toMatch(/RP524\d/);
      expect.soft(found.status, found.text).toBe(0);
    } else {
      expect.soft(found.text).toMatch(fault.says);
      expect.soft(found.status, found.text).toBe(fault.isWarning === true ? 0 : 78);
      if (fault.isWarning !== true) expect.soft(found.text).not.toContain('a rank\n');
    }
    const clean = await start(fault.twin === undefined ? {} : { ...fault, ...fault.twin });
    expect.soft(clean.text).not.toMatch(/RP524\d/);
    expect.soft(clean.status, clean.text).toBe(0);
  });
});

const NODES = [{ hosts: 'lab[1-4]', cpuRanks: 1 }];
