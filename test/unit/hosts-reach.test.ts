import { chmodSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkAllOptions } from '../../src/cli/options.ts';
import { UsageError } from '../../src/cli/verb.ts';
import { chooseTransport, reachHost } from '../../src/runtime/hosts/reach-host.ts';
import { makeFolder } from '../scratch.ts';

const QUIET = [
  '-oRequestTTY=no',
  '-oBatchMode=yes',
  '-oConnectTimeout=10',
  '-oServerAliveInterval=5',
  '-oServerAliveCountMax=3',
];
const HERE = { name: 'lab1', is: (name: string) => name === 'lab1' || name === '10.0.0.1' };
const NO_REMOTE = { command: null, user: null, port: null, directory: null };

let programs = '';
beforeAll(() => {
  programs = makeFolder('rankplan-reach-');
  // It knows lab3 by another address, and refuses lab4.
  const ssh = `#!/bin/sh
for word; do :; done
case $word in lab3) echo hostname 192.0.2.3 ;; lab4) exit 255 ;; *) echo "user me"; echo "hostname $word" ;; esac
`;
  for (const name of ['ssh', 'srun', 'reach']) writeFileSync(join(programs, name), ssh);
  for (const name of ['ssh', 'srun']) chmodSync(join(programs, name), 0o755);
});

const command = (name: string): string => join(programs, name);
const ssh = () => chooseTransport({ ...NO_REMOTE, command: [command('ssh')] }, null);
const node = (name: string, address: string | null = null, bindsByName = true) => ({
  name,
  address,
  bindsByName,
});

describe('chooseTransport', () => {
  it('adds to the words for ssh what keeps it from asking, behind those of the user', () => {
    const remote = { ...NO_REMOTE, command: [command('ssh'), '-J', 'my gate'], user: 'alice', port: 2222 };
    expect(chooseTransport(remote, null)).toEqual({
      words: [command('ssh'), '-J', 'my gate', '-l', 'alice', '-p', '2222', ...QUIET],
      isSsh: true,
      isSrun: false,
      reachesThisHost: true,
    });
  });

  it('splits --via as a shell does without expanding, and takes it before launch.remote', () => {
    const { words, isSsh, reachesThisHost } = chooseTransport(
      { ...NO_REMOTE, user: 'alice' },
      ` ${command('srun')}\t-v  $HOME -o'ProxyCommand=nc %h %p'`,
    );
    expect(words).toEqual([command('srun'), '-v', '$HOME', '-oProxyCommand=nc %h %p']);
    expect({ isSsh, reachesThisHost }).toEqual({ isSsh: false, reachesThisHost: true });
  });

  it('reaches this machine directly only by ssh as the same user', () => {
    expect(ssh().reachesThisHost).toBe(false);
    const own = { ...NO_REMOTE, command: [command('ssh')], user: userInfo().username };
    expect(chooseTransport(own, null).reachesThisHost).toBe(false);
    expect(chooseTransport(own, command('ssh')).reachesThisHost).toBe(true);
  });

  it.each(['', ' ', 'ssh -o "User x', `"it's" o'clock`])('takes --via %j for a slip', (via) => {
    expect(() => checkAllOptions(true, { via })).toThrow(UsageError);
  });

  it.each(['nowhere-to-be-found', '', '  ', '/etc/passwd', '/etc'])('refuses --via %j', (via) => {
    expect(() => chooseTransport(null, via)).toThrow(
      'is not a command on this host, and --all reaches the others by it: install it, or give another with --via',
    );
  });
});

describe('reachHost', () => {
  it('has nothing between on this machine', async () => {
    expect(await reachHost(ssh(), node('lab1'), HERE)).toBeNull();
    expect(await reachHost(ssh(), node('n1', '10.0.0.1', false), HERE)).toBeNull();
    expect(await reachHost(chooseTransport(null, command('ssh')), node('lab1'), HERE)).not.toBeNull();
  });

  it('gives the address of the plan where the configuration of ssh has none', async () => {
    const words = async (...of: Parameters<typeof node>) =>
      (await reachHost(ssh(), node(...of), HERE))?.slice(1 + QUIET.length);
    expect(await words('lab2', '10.0.0.2')).toEqual(['-oHostName=10.0.0.2', 'lab2']);
    expect(await words('lab3', '10.0.0.3')).toEqual(['lab3']);
    expect(await words('lab4', '10.0.0.4')).toEqual(['lab4']);
    expect(await words('lab2')).toEqual(['lab2']);
    expect(await words('n2', '10.0.0.2', false)).toEqual(['10.0.0.2']);
  });

  it('starts a step beside all others in an allocation', async () => {
    const words = await reachHost(chooseTransport(null, command('srun')), node('n1', '10.0.0.9'), HERE);
    expect(words?.slice(1).join(' ')).toBe('-N1 -n1 -w n1 --overlap --cpu-bind=none --mem=0 /bin/sh -c');
  });
});
