// launch.remote: how launch.sh --all reaches hosts, where the command line says nothing.
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXEC, hasExec } from '../native/exec-fixture.ts';
import { makeFolder } from '../scratch.ts';
import { launcherUnder } from './launch-sh-fixture.ts';
import { HOSTS_MS, PATIENT, writeHosts } from './launch-sh-hosts-fixture.ts';

const NOTHING = { command: null, user: null, port: null, directory: null };

/** Keeps its words, one a line, and starts a shell for the last; of ssh only what it is asked for a name's address. */
function writeTransport(name: string): { readonly path: string; readonly readWords: () => string } {
  const path = join(makeFolder('transport-'), name);
  const script = `#!/bin/bash
[[ " $* " != *' -G '* ]] || exit 0
words=$(printf '%s|' "\${@:1:$#-1}") && printf '%s\\n' "$words" >>"$0.words" # at once: there are several of it
cd /; exec bash -c "\${@: -1}"
`;
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  return {
    path,
    readWords: () => (existsSync(`${path}.words`) ? readFileSync(`${path}.words`, 'utf8') : ''),
  };
}

describe.skipIf(!hasExec)('launch.remote', () => {
  const { launch } = launcherUnder({ RANKPLAN_EXEC: EXEC });

  it(
    'is the command that reaches each host, in words that no shell reads',
    async () => {
      const { path, readWords } = writeTransport('reach');
      const command = [path, `--as`, `it's $(me)`];
      const { directory } = writeHosts('echo here', { launch: { remote: { ...NOTHING, command } } });
      const { status, stderr } = await launch(directory, PATIENT);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const words = readWords().split('\n').sort().slice(1);
      expect(words).toEqual(['lab1', 'lab2', 'lab3'].map((host) => `--as|it's $(me)|${host}|`));
    },
    HOSTS_MS,
  );

  it(
    'runs on this machine under --dry-run, too, as check says',
    async () => {
      const { path, readWords } = writeTransport('reach');
      const { directory } = writeHosts('echo here', { launch: { remote: { ...NOTHING, command: [path] } } });
      const { status } = await launch(directory, [...PATIENT, '--dry-run']);
      expect(status).toBe(0);
      expect(readWords()).toContain('lab1|');
    },
    HOSTS_MS,
  );

  it(
    'has a user and a port for ssh, and a directory there',
    async () => {
      const { path, readWords } = writeTransport('ssh');
      const home = makeFolder('home-');
      const remote = {
        command: [path, '-J', 'gate'],
        user: 'alice',
        port: 2222,
        directory: `${home}/jobs/out`,
      };
      const { directory } = writeHosts('echo "$RANKPLAN_RUN_DIR"', { launch: { remote } });
      mkdirSync(join(home, 'jobs'));
      cpSync(directory, join(home, 'jobs/out'), { recursive: true });
      const { status, stdout, stderr } = await launch(directory, [...PATIENT, '--tee']);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toContain(` ${home}/jobs/out/runs/`);
      const words = readWords().split('\n').sort().slice(1);
      expect(words.length).toBe(3);
      for (const line of words)
        expect(line).toMatch(/^-J\|gate\|-l\|alice\|-p\|2222\|(?:-o\w+=\w+\|)+lab\d\|$/);
    },
    HOSTS_MS,
  );

  it(
    'is what the command line changes',
    async () => {
      const { path, readWords } = writeTransport('reach');
      const remote = { ...NOTHING, command: ['/nonexistent/reach'], directory: '/nonexistent' };
      const { directory } = writeHosts('echo here', { launch: { remote } });
      const { status, stderr } = await launch(directory, [...PATIENT, '--via', path, '--dir', directory]);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(readWords().split('\n').length).toBe(4);
      const refused = await launch(directory, PATIENT);
      expect(refused.status).toBe(78);
      expect(refused.stderr).toContain("'/nonexistent/reach' is not a command on this host");
    },
    HOSTS_MS,
  );
});
