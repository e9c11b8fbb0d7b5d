import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { Option } from 'commander';
import { beforeAll, describe, expect, test } from 'vitest';
import { VERBS } from '../../src/cli/verbs/verbs.ts';
import { EMITTERS } from '../../src/emitters/emit-plan.ts';
import { runRankplan } from '../command/run-rankplan.ts';
import { makeFolder } from '../scratch.ts';
import { some } from '../stage.ts';
import { validatorOf } from '../validator.ts';

const cli = resolve('dist/rankplan.cjs');
const scratch = makeFolder('rankplan-cli-');

const GOOD = 'version: 1\nname: good\nnodes:\n  - { hosts: lab1, gpus: { count: 2 } }\n';
const BAD = 'version: 1\nname: bad\nnodes:\n  - { hosts: lab1, gpu: { count: 2 } }\n';

beforeAll(() => {
  writeFileSync(join(scratch, 'good.yaml'), GOOD);
  writeFileSync(join(scratch, 'bad.yaml'), BAD);
});

const rankplan = (args: readonly string[], options: { input?: string; env?: NodeJS.ProcessEnv } = {}) =>
  runRankplan(args, { cwd: scratch, ...options });

describe('exit status', () => {
  test.each([
    ['fine', ['check', 'good.yaml'], 0],
    ['findings', ['check', 'bad.yaml'], 1],
    ['findings in one of several files', ['check', 'good.yaml', 'bad.yaml'], 1],
    ['findings of compile', ['compile', 'bad.yaml', '-o', 'never'], 1],
    ['no verb', [], 2],
    ['an unknown verb', ['chekc'], 2],
    ['help for an unknown verb', ['help', 'chekc'], 2],
    ['help for a verb', ['help', 'check'], 0],
    ['a --root that is not there', ['check', '--root', 'nowhere', 'good.yaml'], 2],
    ['an unknown option', ['check', '--fast', 'good.yaml'], 2],
    ['a missing option', ['compile', 'good.yaml'], 2],
    ['a wrong choice', ['check', '--format', 'xml', 'good.yaml'], 2],
    ['an unknown emitter', ['compile', 'good.yaml', '-o', 'never', '--emit', 'k8s'], 2],
    ['an unknown code', ['explain', 'RP9999'], 2],
    ['a missing file', ['check', 'nowhere.yaml'], 3],
    ['a directory', ['check', '.'], 3],
    ['help', ['--help'], 0],
    ['version', ['--version'], 0],
  ])('%s', (_, args, expected) => {
    const { status, stdout, stderr } = rankplan(args);
    expect({ status, stdout, stderr }).toMatchObject({ status: expected });
    expect((stdout + stderr).trim()).not.toBe('');
    expect(stderr).not.toContain('    at ');
    expect(existsSync(join(scratch, 'never'))).toBe(false);
  });

  test('a working directory that was removed is no bug of rankplan', () => {
    const script = 'cd "$(mktemp -d)" && rmdir "$PWD" && exec "$0" "$@" 2>&1';
    const words = [process.execPath, cli, 'check', '--format', 'sarif', join(scratch, 'good.yaml')];
    const { status, stdout } = spawnSync('bash', ['-c', script, ...words], { encoding: 'utf8' });
    expect({ status, stdout }).toMatchObject({ status: 3, stdout: expect.stringContaining('was removed') });
  });

  test.runIf(existsSync('/dev/full')).each([['check', 'good.yaml'], ['show', 'good.yaml'], ['--version']])(
    'a full disk behind stdout, %s',
    (...args) => {
      const full = openSync('/dev/full', 'w');
      const { status, stderr } = spawnSync(process.execPath, [cli, ...args], {
        cwd: scratch,
        encoding: 'utf8',
        stdio: ['ignore', full, 'pipe'],
      });
      closeSync(full);
      expect(stderr).toBe('rankplan: cannot write to standard output: no space left on device\n');
      expect(status).toBe(3);
    },
  );

  test.runIf(existsSync('/dev/full'))('a full disk behind stderr', () => {
    const full = openSync('/dev/full', 'w');
    const { status } = spawnSync(process.execPath, [cli, 'compile', 'bad.yaml', '-o', 'never'], {
      cwd: scratch,
      stdio: ['ignore', 'ignore', full],
    });
    closeSync(full);
    expect(status).toBe(3);
  });

  test.each([
    ['text', 'good.yaml: ok: 2 ranks on 1 of 1 node'],
    ['json', '"errors": 1'],
  ])('a file that cannot be read does not hide the findings of others, %s', (format, other) => {
    const files = ['bad.yaml', 'nowhere.yaml', 'good.yaml', '.'];
    const { status, stdout, stderr } = rankplan(['check', '--format', format, ...files]);
    expect(stdout).toContain('RP1101');
    expect(stdout).toContain(other);
    expect(stderr).toBe(
      'rankplan: .: there is no topology in it: their names are rankplan.yaml, *.rankplan.yaml and topology.yaml\nrankplan: cannot read nowhere.yaml: no such file\n',
    );
    expect(status).toBe(3);
  });

  test('an unknown verb is answered with the nearest one', () => {
    expect(rankplan(['chekc']).stderr).toContain('check');
  });
});

describe('--debug', () => {
  test('tells on stderr what was decided, and changes nothing else', () => {
    const plain = rankplan(['check', 'good.yaml']);
    const { status, stdout, stderr } = rankplan(['--debug', 'check', 'good.yaml']);
    expect({ status, stdout }).toEqual({ status: plain.status, stdout: plain.stdout });
    expect(plain.stderr).toBe('');
    expect(stderr).toMatch(/^rankplan: debug: check .*good\.yaml/);
    expect(stderr).toContain('"worldSize":2');
  });

  test('shows where a refusal comes from', () => {
    const { status, stderr } = rankplan(['check', 'good.yaml', '--debug', '--root', 'nowhere']);
    expect(status).toBe(2);
    expect(stderr).toContain('    at ');
  });

  test('is named by the message of a bug, and then shows its stack', () => {
    const preload = join(scratch, 'bug.cjs');
    writeFileSync(preload, "require('node:fs').existsSync = () => { throw new TypeError('provoked'); };\n");
    const run = (...flags: string[]) =>
      spawnSync(process.execPath, ['--require', preload, cli, 'show', 'good.yaml', ...flags], {
        cwd: scratch,
        encoding: 'utf8',
      });
    const { status, stderr } = run();
    expect({ status, stderr }).toEqual({ status: 70, stderr: expect.stringContaining('`--debug`') });
    expect(stderr).toContain('TypeError: provoked');
    expect(stderr).not.toContain('    at ');
    expect(run('--debug').stderr).toMatch(/TypeError: provoked\n {4}at /);
  });

  test('behind -- belongs to the command of the user', () => {
    const { status, stderr } = rankplan('run good.yaml --dry-run --no-verify -- true --debug'.split(' '));
    expect(stderr).not.toContain('debug:');
    expect(status).not.toBe(2);
  });
});

test('options are declared by the names that commander gives them', () => {
  for (const { options } of VERBS) {
    for (const [name, { flags }] of Object.entries(options))
      expect(new Option(flags).attributeName()).toBe(name);
  }
});

test('every verb has help with examples that start with rankplan or a pipe into it', () => {
  for (const { name, examples } of VERBS) {
    const { stdout, status } = rankplan([name, '--help']);
    expect(status).toBe(0);
    expect(examples.length).toBeGreaterThan(0);
    for (const [command] of examples) expect(stdout).toContain(command);
  }
});

test('the help of compile names every emitter', () => {
  const { stdout } = rankplan(['compile', '--help']);
  for (const { name } of EMITTERS) expect(stdout).toContain(name);
});

describe('check', () => {
  test('prints findings on stdout with place, code, source line, caret and help', () => {
    const { stdout, stderr } = rankplan(['check', 'bad.yaml']);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^bad\.yaml:4:20: error\[RP1101\]: unknown key `gpu`; did you mean `gpus`\?\n/);
    expect(stdout).toContain('  4 |   - { hosts: lab1, gpu: { count: 2 } }\n    |                    ^^^\n');
    expect(stdout).toContain('help:');
  });

  test('names paths as the user gave them', () => {
    expect(rankplan(['check', './bad.yaml']).stdout).toMatch(/^\.\/bad\.yaml:/);
    expect(rankplan(['check', join(scratch, 'bad.yaml')]).stdout.startsWith(`${scratch}/bad.yaml:`)).toBe(
      true,
    );
  });

  test('reads stdin as -, YAML and JSON', () => {
    expect(rankplan(['check', '-'], { input: GOOD }).stdout).toContain('<stdin>: ok: 2 ranks');
    const json = JSON.stringify({ version: 1, name: 'j', nodes: [{ hosts: 'a', cpuRanks: 3 }] });
    expect(rankplan(['check', '-'], { input: json }).stdout).toContain('ok: 3 ranks');
    expect(
      rankplan(['check', '-'], { input: '{"version": 1, "name": "j", "nodes": [{"host": "a"}]}' }).stdout,
    ).toMatch(/^<stdin>:1:40: error\[RP1101\]/m);
  });

  test('json is of the diagnostics schema', () => {
    const { stdout, status } = rankplan(['check', '--format', 'json', 'bad.yaml']);
    const validate = validatorOf('diagnostics');
    expect(validate(JSON.parse(stdout))).toBe(true);
    expect(JSON.parse(stdout)).toMatchObject({ errors: 1, diagnostics: [{ code: 'RP1101' }] });
    expect(status).toBe(1);
  });

  test('colours only a terminal, and never with NO_COLOR', () => {
    expect(rankplan(['check', 'bad.yaml']).stdout).not.toContain('\u001b');
    const onTerminal = (environment: string) =>
      spawnSync(
        'script',
        ['-qec', `${environment} ${process.execPath} ${cli} check ${scratch}/bad.yaml`, '/dev/null'],
        {
          encoding: 'utf8',
          env: { ...process.env, TERM: 'xterm' },
          input: '',
        },
      );
    if (spawnSync('script', ['--version']).error !== undefined) return; // util-linux is on nearly every machine
    const plain = onTerminal('NO_COLOR=1').stdout;
    expect(plain).toContain('RP1101');
    expect(plain).not.toContain('\u001b[');
    expect(onTerminal('env -u NO_COLOR').stdout).toContain('\u001b[1;31m');
  });

  test('does not let a file control the terminal', () => {
    const { stdout } = rankplan(['check', '-'], { input: 'version: 1\nname: "x\u009b31m"\nnodes: []\n' });
    expect(stdout).not.toContain('\u009b');
  });

  test('survives a reader that closes early', () => {
    const { stderr, status } = spawnSync(
      'bash',
      ['-c', `${process.execPath} ${cli} check ${scratch}/bad.yaml | true; echo "\${PIPESTATUS[0]}"`],
      {
        encoding: 'utf8',
      },
    );
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});

describe('inventory files', () => {
  const topology = (path: string) =>
    `version: 1\nname: inv\nnodes:\n  - { hosts: lab1, inventory: ${JSON.stringify(path)} }\n`;
  const inventory = JSON.stringify({
    formatVersion: '1.0',
    node: 'lab1',
    gpus: [{ index: 0 }, { index: 1 }],
  });

  test('are found relative to the topology, from any directory', () => {
    mkdirSync(join(scratch, 'lab', 'inventory'), { recursive: true });
    writeFileSync(join(scratch, 'lab', 'topology.yaml'), topology('inventory/{host}.json'));
    writeFileSync(join(scratch, 'lab', 'inventory', 'lab1.json'), inventory);
    expect(rankplan(['check', 'lab/topology.yaml']).stdout).toContain('ok: 2 ranks');
  });

  test('stay inside the folder of the topology, links included, unless --root says otherwise', () => {
    mkdirSync(join(scratch, 'in'), { recursive: true });
    writeFileSync(join(scratch, 'outside.json'), inventory);
    writeFileSync(join(scratch, 'in', 'topology.yaml'), topology('../outside.json'));
    expect(rankplan(['check', 'in/topology.yaml']).stdout).toContain('RP2010');
    expect(rankplan(['check', '--root', '.', 'in/topology.yaml']).stdout).toContain('ok: 2 ranks');
    spawnSync('ln', ['-s', '../outside.json', join(scratch, 'in', 'link.json')]);
    writeFileSync(join(scratch, 'in', 'topology.yaml'), topology('link.json'));
    expect(rankplan(['check', 'in/topology.yaml']).stdout).toContain('RP2010');
  });

  test('a missing one is a finding; a pipe or a folder is refused without being opened', () => {
    const check = (path: string) => {
      writeFileSync(join(scratch, 'inv.yaml'), topology(path));
      return rankplan(['check', 'inv.yaml']);
    };
    expect(check('none.json')).toMatchObject({ status: 1, stdout: expect.stringContaining('RP2011') });
    spawnSync('mkfifo', [join(scratch, 'fifo')]);
    expect(check('fifo')).toMatchObject({ status: 1, stdout: expect.stringContaining('RP2011') });
    expect(check('lab')).toMatchObject({ status: 1, stdout: expect.stringContaining('RP2011') });
  });
});

describe('a path that cannot be', () => {
  const LONG = 'a'.repeat(5_000);
  const commands = [
    ['check', LONG],
    ['check', `good.yaml/${LONG}`],
    ['check', '--root', LONG, 'good.yaml'],
    ['check', '--slurm-nodes', LONG, 'good.yaml'],
    ['compile', LONG, '-o', 'out'],
    ['compile', 'good.yaml', '-o', LONG],
    ['show', LONG],
    ['diff', LONG, 'good.yaml'],
    ['diff', '--against', 'main', LONG],
    ['explain', LONG, '--rank', '0'],
    ['bind', LONG, '--nodes', 'a'],
    ['init', '--from', LONG],
    ['init', LONG],
    ['lsp', '--root', LONG],
    ['probe', '-o', LONG],
    ['run', LONG],
    ['verify', LONG],
  ];
  test.each(some(commands))('is no bug: %s', (...args) => {
    const { status, stderr } = rankplan(args);
    expect(stderr).not.toContain('bug');
    expect([0, 2, 3]).toContain(status);
  });
});

describe('compile', () => {
  test('a saved plan gives the same artifacts as its topology', () => {
    expect(rankplan(['compile', 'good.yaml', '-o', 'one']).status).toBe(0);
    expect(rankplan(['compile', 'one/plan.json', '-o', 'two']).status).toBe(0);
    expect(spawnSync('diff', ['-r', 'one', 'two'], { cwd: scratch, encoding: 'utf8' }).stdout).toBe('');
  });

  test('--check tells what is stale and writes nothing', () => {
    expect(rankplan(['compile', 'good.yaml', '-o', 'checked', '--check'])).toMatchObject({ status: 1 });
    expect(existsSync(join(scratch, 'checked'))).toBe(false);
    rankplan(['compile', 'good.yaml', '-o', 'checked']);
    expect(rankplan(['compile', 'good.yaml', '-o', 'checked', '--check'])).toMatchObject({ status: 0 });
    writeFileSync(join(scratch, 'more.yaml'), GOOD.replace('count: 2', 'count: 3'));
    const { status, stdout } = rankplan(['compile', 'more.yaml', '-o', 'checked', '--check']);
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^more\.yaml:1:1: error\[RP4003\]: checked: \d+ files are stale \(plan\.json, hosts, 2 env files, launch\.sh\): no rank moves, 1 added; step time unknown/,
    );
    expect(stdout).toMatch(/^more\.yaml:1:1: error\[RP4003\]: checked: env\/rank-2\.env is missing$/m);
    expect(stdout).toContain('run `rankplan compile more.yaml -o checked` and commit');
    expect(existsSync(join(scratch, 'checked/env/rank-2.env'))).toBe(false);
  });

  test('--check advises what compile then does, and with the same options', () => {
    rankplan(['compile', 'good.yaml', '-o', 'advised', '--emit', 'env']);
    const check = (...args: string[]) =>
      rankplan(['compile', 'good.yaml', '-o', 'advised', '--check', ...args]);
    expect(check('--emit', 'env').status).toBe(0);
    expect(check().stdout).toMatch(/^good\.yaml:1:1: error\[RP4003\]: advised: launch\.sh is missing$/m);
    chmodSync(join(scratch, 'advised/plan.json'), 0o755);
    expect(check('--emit', 'env').stdout).toMatch(
      /not executable as it was written[\s\S]*-o advised --emit env` and commit/,
    );
    writeFileSync(join(scratch, 'advised/env/rank-1.env'), '\u001b[31mmine\n');
    const { stdout } = check('--emit', 'env');
    expect(stdout).toMatch(/^advised\/env\/rank-1\.env:1:1: error\[RP4003\]: .* was edited after/m);
    expect(stdout).toContain('  1 | \ufffd[31mmine\n');
    expect(stdout).toContain('help: compiling would refuse');
    rmSync(join(scratch, 'advised/env/rank-1.env'));
    expect(rankplan(['compile', 'good.yaml', '-o', 'advised', '--emit', 'env']).status).toBe(0);
    expect(check('--emit', 'env').stdout).toBe('advised: up to date\n');
  });

  test('a plan that contradicts itself is refused, and a mark at the start of one is passed over', () => {
    rankplan(['compile', 'good.yaml', '-o', 'plan', '--emit', '']);
    const plan = readFileSync(join(scratch, 'plan/plan.json'), 'utf8');
    writeFileSync(join(scratch, 'broken.json'), plan.replace('"worldSize": 2', '"worldSize": 3'));
    expect(rankplan(['compile', 'broken.json', '-o', 'never'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('RP4005'),
    });
    writeFileSync(join(scratch, 'bom.json'), `\ufeff${plan}`);
    expect(rankplan(['compile', 'bom.json', '-o', 'bom', '--emit', '']).status).toBe(0);
    expect(readFileSync(join(scratch, 'bom/plan.json'), 'utf8')).toBe(plan);
  });
});

describe('init', () => {
  test('writes a topology that check and compile take, and never overwrites one', () => {
    expect(rankplan(['init', 'fresh.yaml', '--gpus', '8', '--host', 'dgx[01-02]']).status).toBe(0);
    expect(rankplan(['check', 'fresh.yaml']).stdout).toContain('ok: 16 ranks on 2 of 2 nodes');
    const text = readFileSync(join(scratch, 'fresh.yaml'), 'utf8');
    expect(rankplan(['init', 'fresh.yaml'])).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('exists already'),
    });
    expect(readFileSync(join(scratch, 'fresh.yaml'), 'utf8')).toBe(text);
  });

  test('names the schema relative to the topology, wherever rankplan is or would be installed', () => {
    const modeline = (path: string, cwd = scratch) => {
      expect(runRankplan(['init', path], { cwd })).toMatchObject({ status: 0, stderr: '' });
      const [first = ''] = readFileSync(join(cwd, path), 'utf8').split('\n');
      return /\$schema=(.*)/.exec(first)?.[1] ?? null;
    };
    const schema = 'node_modules/rankplan/schemas/topology.schema.json';
    mkdirSync(join(scratch, 'project/a/b'), { recursive: true });
    expect(modeline('plain.yaml')).toBe(`./${schema}`);
    expect(modeline('project/none.yaml')).toBeNull();
    writeFileSync(join(scratch, 'project/package.json'), '{}');
    expect(modeline('project/a/b/declared.yaml')).toBe(`../../${schema}`);
    expect(modeline('declared.yaml', join(scratch, 'project/a'))).toBe(`../${schema}`);
    mkdirSync(join(scratch, 'project/a', schema, '..'), { recursive: true });
    writeFileSync(join(scratch, 'project/a', schema), '{}');
    expect(modeline('project/a/b/installed.yaml')).toBe(`../${schema}`);
    expect(modeline('project/a/installed.yaml')).toBe(`./${schema}`);
  });
});

test('show prints a table, and the plan as JSON', () => {
  expect(rankplan(['show', 'good.yaml']).stdout).toContain('   1  lab1    1      1  cuda:1');
  rankplan(['compile', 'good.yaml', '-o', 'shown', '--emit', '']);
  const plan = readFileSync(join(scratch, 'shown/plan.json'), 'utf8');
  expect(rankplan(['show', '--format', 'json', 'good.yaml']).stdout).toBe(plan);
  expect(rankplan(['show', 'shown/plan.json']).stdout).toBe(rankplan(['show', 'good.yaml']).stdout);
  expect(rankplan(['show', 'shown'])).toEqual(rankplan(['show', 'good.yaml']));
});

test.each([
  ['svg', /^<svg xmlns/],
  ['html', /^<!DOCTYPE html>/],
])('show --format %s draws the same from a topology and from its saved plan', (format, start) => {
  rankplan(['compile', 'good.yaml', '-o', 'drawn', '--emit', '']);
  const { status, stdout, stderr } = rankplan(['show', '--format', format, 'drawn/plan.json']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(start);
  expect(rankplan(['show', '--format', format, 'good.yaml']).stdout).toBe(stdout);
  expect(rankplan(['show', '--format', format, 'bad.yaml'])).toMatchObject({ status: 1, stdout: '' });
});
