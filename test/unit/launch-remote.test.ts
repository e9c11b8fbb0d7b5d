// launch.remote: how `run --all` reaches hosts, where the command line says nothing.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasExec } from '../native/exec-fixture.ts';
import { runJob, writeJob } from '../native/run-fixture.ts';
import { HANG_MS } from '../patience.ts';
import { makeFolder } from '../scratch.ts';

const HOSTS = [{ hosts: 'lab[1-3]', cpuRanks: 1 }];

/** Keeps its words, one a line, and starts a shell for the last; of ssh only what it is asked for a name's address. */
function writeTransport(name: string): {
  readonly path: string;
  readonly readWords: () => readonly string[];
} {
  const path = join(makeFolder('transport-'), name);
  const script = `#!/bin/bash
[[ " $* " != *' -G '* ]] || exit 0
words=$(printf '%s|' "\${@:1:$#-1}") && printf '%s\\n' "$words" >>"$0.words" # at once: there are several of it
host="$0.\${*: -2:1}" && mkdir -p "$host" && cd "$host" && HOME=$host exec sh -c "\${@: -1}"
`;
  writeFileSync(path, script, { mode: 0o755 });
  const read = () => (existsSync(`${path}.words`) ? readFileSync(`${path}.words`, 'utf8') : '');
  return { path, readWords: () => read().split('\n').sort().slice(1) };
}

function runAll(remote: object, words: readonly string[] = [], workdir = makeFolder('work-')) {
  const launch = { remote, workdir, master: { address: '127.0.0.2', port: 'auto' } };
  const job = writeJob({ nodes: HOSTS, script: 'echo "$RANKPLAN_RUN_DIR"', launch });
  return runJob(job, ['--all', '--patience', '60', '--timeout', '120', ...words]);
}

describe.skipIf(!hasExec)('launch.remote', { timeout: 3 * HANG_MS }, () => {
  it('is the command that reaches each host, in words that no shell reads', () => {
    const { path, readWords } = writeTransport('reach');
    expect(runAll({ command: [path, '--as', `it's $(me)`] })).toMatchObject({ status: 0 });
    for (const host of ['lab1', 'lab2', 'lab3']) expect(readWords()).toContain(`--as|it's $(me)|${host}|`);
  });

  it('runs on this machine under --dry-run, too, as check says', () => {
    const { path, readWords } = writeTransport('reach');
    expect(runAll({ command: [path] }, ['--dry-run'])).toMatchObject({ status: 0 });
    expect(readWords()).toContain('lab1|');
  });

  it('has a user and a port for ssh, and a directory for logs there', () => {
    const { path, readWords } = writeTransport('ssh');
    const directory = join(makeFolder('home-'), 'jobs');
    mkdirSync(directory);
    const remote = { command: [path, '-J', 'gate'], user: 'alice', port: 2222, directory };
    const { status, stdout, stderr } = runAll(remote, ['--tee']);
    expect(status, stderr).toBe(0);
    expect(stdout).toContain(` ${directory}/runs/`);
    for (const line of readWords())
      expect(line).toMatch(
        /^(?:-o\w+=\w+\|)*-J\|gate\|(?:-o\w+=\w+\|)*-l\|alice\|-p\|2222\|(?:-o\w+=\w+\|)*lab\d\|$/,
      );
  });

  it('gives way to --via', () => {
    const { path, readWords } = writeTransport('reach');
    const remote = { command: ['/nonexistent/reach'] };
    expect(runAll(remote, ['--via', path])).toMatchObject({ status: 0 });
    expect(readWords()).toContain('lab1|');
    const { status, stderr } = runAll(remote);
    expect(status).not.toBe(0);
    expect(stderr).toContain('/nonexistent/reach');
  });
});
