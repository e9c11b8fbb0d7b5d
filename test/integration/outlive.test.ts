import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hasNative } from '../native/fake-machine.ts';
import { HANG_MS, until } from '../patience.ts';
import { makeFolder } from '../scratch.ts';
import { requireTool } from './require-tool.ts';

/*
 * A job that outlives its terminal, started by each line that docs/several-hosts.md shows: its ranks run when the
 * terminal is gone, and verdict.json says how they ended. No systemd manages this machine, so a program with the
 * options of the page stands in for it: a session of its own, a clean environment, no terminal.
 */
const PAGE = 'docs/several-hosts.md';
const LINES = /```sh\n([\s\S]*?)```/.exec(readFileSync(PAGE, 'utf8'))?.[1]?.trim().split('\n') ?? [];
const SYSTEMD_RUN = `#!/bin/bash
environment=(HOME="$HOME" RANKPLAN_RUN_ID="$RANKPLAN_RUN_ID")
while [[ $1 == -* ]]; do
  case $1 in
    -E) environment+=("$2=\${!2}") && shift ;;
    --unit) shift ;;
    --user | --same-dir) ;;
    *) exit 1 ;;
  esac
  shift
done
setsid env -i "\${environment[@]}" "$@" </dev/null >/dev/null 2>&1 &
`;
const TOPOLOGY = `version: 1
name: outlive
nodes: [{ hosts: localhost, cpuRanks: 2 }]
launch:
  command: [bash, -c, ': >ready-$RANK; until [[ -e go ]]; do sleep 0.05; done; echo done']
  master: { port: auto }
`;

const hasTmux = requireTool('tmux', spawnSync('tmux', ['-V']).status === 0, 'apt-get install tmux');

test('the page has three ways', () => {
  expect(LINES.map((line) => line.split(' ')[0])).toEqual(['nohup', 'tmux', 'systemd-run']);
});

/** Starts the job in the shell of a login, and takes the terminal away when its ranks run. */
async function loseTerminal(line: string) {
  const folder = makeFolder('rankplan-outlive-');
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const rankplan = `#!/bin/sh\nexec '${process.execPath}' '${resolve('dist/rankplan.cjs')}' "$@"\n`;
  writeFileSync(join(bin, 'rankplan'), rankplan, { mode: 0o755 });
  writeFileSync(join(bin, 'systemd-run'), SYSTEMD_RUN, { mode: 0o755 });
  writeFileSync(join(folder, 'topology.yaml'), TOPOLOGY);
  const terminal = spawn('script', ['-qec', 'bash --norc -i', '/dev/null'], {
    cwd: folder,
    env: {
      ...process.env,
      ...{
        PATH: `${bin}:${process.env['PATH']}`,
        RANKPLAN_RUN_ID: 'long',
        SHELL: '/bin/bash',
        TERM: 'xterm',
      },
      ...{ TMUX_TMPDIR: folder, SSH_AUTH_SOCK: '' },
    },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  terminal.stdin.write(`${line}\n`);
  const has = (name: string) => existsSync(join(folder, name));
  await until('the ranks', () => has('ready-0') && has('ready-1'));
  const gone = new Promise((resume) => terminal.once('close', resume));
  terminal.kill('SIGKILL'); // the kernel takes the terminal away, and the shell gets HUP
  await gone;
  return {
    go: () => writeFileSync(join(folder, 'go'), ''),
    readVerdict: async () => {
      await until('the verdict', () => has('runs/long/verdict.json'));
      return JSON.parse(readFileSync(join(folder, 'runs/long/verdict.json'), 'utf8'));
    },
  };
}

describe.skipIf(!hasNative || !hasTmux)('when its terminal goes', { timeout: 3 * HANG_MS }, () => {
  test.each(LINES)('a job goes on that was started by %s', async (line) => {
    const { go, readVerdict } = await loseTerminal(line);
    go();
    const ranks = { planned: 2, well: 2, failed: 0 };
    expect(await readVerdict()).toMatchObject({ status: 0, ranks, failed: null });
  });

  test('any other job ends', async () => {
    const { readVerdict } = await loseTerminal('rankplan run topology.yaml --all');
    expect(await readVerdict()).toMatchObject({ status: 129, ranks: { planned: 2, well: 0 } });
  });
});
