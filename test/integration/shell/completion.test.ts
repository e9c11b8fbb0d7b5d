import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../../scratch.ts';
import { requireTool } from '../require-tool.ts';

const has = (tool: string) => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0;

/** What each shell is started with, and what is typed first. */
const SHELLS = [
  { shell: 'bash', start: 'bash --norc --noprofile -i', setUp: 'eval "$(rankplan completion bash)"' },
  {
    shell: 'zsh',
    start: 'zsh -f -i',
    setUp: 'autoload -U compinit; compinit -u -D; eval "$(rankplan completion zsh)"',
  },
  {
    shell: 'zsh',
    start: 'zsh -f -i',
    setUp: 'rankplan completion zsh >_rankplan; fpath=($PWD $fpath); autoload -U compinit; compinit -u -D',
  },
  { shell: 'fish', start: 'fish --no-config -i', setUp: 'rankplan completion fish | source' },
] as const;

const TOPOLOGY =
  'version: 1\nname: t\nnodes: [{ hosts: lab1, gpus: { count: 1 } }, { hosts: bx, cpuRanks: 2 }]\n';

/** A folder with a topology, and with a `rankplan` that answers TABs and otherwise writes down what it is called with. */
function makeLab(): string {
  const folder = makeFolder('rankplan-completion-');
  mkdirSync(join(folder, 'out of it'));
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'our lab.yaml'), TOPOLOGY);
  writeFileSync(
    join(folder, 'bin/rankplan'),
    `#!/bin/sh
if [ "$1" = completion ]; then exec '${process.execPath}' '${resolve('dist/rankplan.cjs')}' "$@"; fi
printf 'got'; printf ' <%s>' "$@"; echo
`,
  );
  chmodSync(join(folder, 'bin/rankplan'), 0o755);
  return folder;
}

/** What the lines become, typed with their tabs into the shell on a terminal. */
async function typeLines({ start, setUp }: (typeof SHELLS)[number], lines: readonly string[]) {
  const folder = makeLab();
  const child = spawn('script', ['-qec', start, '/dev/null'], {
    cwd: folder,
    env: { ...process.env, PATH: `${folder}/bin:${process.env['PATH']}`, HOME: folder, TERM: 'dumb' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  child.stdin.write([setUp, ...lines, 'exit'].map((line) => `${line}\n`).join(''));
  await new Promise((done) => child.on('close', done));
  return [...text.matchAll(/^got (.*)\r$/gm)].map(([, words]) => words);
}

const CASES = [
  ['rankplan verif\t', '<verify>'],
  ['rankplan help expl\t', '<help> <explain>'],
  ['rankplan check --form\tsari\t', '<check> <--format> <sarif>'],
  ['rankplan check --format=sari\t', '<check> <--format=sarif>'],
  ['rankplan check our\t', '<check> <our lab.yaml>'],
  ['rankplan compile our\t -o ou\tx', '<compile> <our lab.yaml> <-o> <out of it/x>'],
  ['rankplan compile our\t --output=out\tx', '<compile> <our lab.yaml> <--output=out of it/x>'],
  ['rankplan compile our\t --emit env,torch\t', '<compile> <our lab.yaml> <--emit> <env,torchrun>'],
  ['rankplan run our\t -- our\t', '<run> <our lab.yaml> <--> <our lab.yaml>'],
  ['rankplan nonsense x\t', '<nonsense> <x>'],
] as const;

describe.each(SHELLS)('$shell, by $setUp', (shell) => {
  const isThere = requireTool(shell.shell, has(shell.shell), `apt-get install ${shell.shell}`);
  test.skipIf(!isThere)('completes each line as it is typed', async () => {
    const got = await typeLines(
      shell,
      CASES.map(([line]) => line),
    );
    expect(got).toEqual(CASES.map(([, expected]) => expected));
  });
});
