import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runRankplan } from '../command/run-rankplan.ts';
import { makeFolder, writeFiles } from '../scratch.ts';
import { runs } from '../stage.ts';

const WRONG = '# lab\nversion: 1\nname: x # the job\nnodes:\n  - { hosts: n1, gpu: { count: "2" } }\n';
const RIGHT = '# lab\nversion: 1\nname: x # the job\nnodes:\n  - { hosts: n1, gpus: { count: 2 } }\n';
/** Nothing in it is certain. */
const UNCLEAR =
  'version: 1\nname: x\nnodes: [{ hosts: n1, gpus: { count: 1 } }]\nmapping: { worldSize: 9 }\n';

function folderWith(files: Readonly<Record<string, string>>) {
  const folder = makeFolder('fix-');
  writeFiles(folder, files);
  const check = (args: readonly string[], input = '') =>
    runRankplan(['check', ...args], { cwd: folder, input });
  return { folder, check, read: (name: string) => readFileSync(join(folder, name), 'utf8') };
}

describe('--fix', () => {
  test('fixes what is certain, tells it, and checks the result; a second time changes nothing', () => {
    const { folder, check, read } = folderWith({ 'a.yaml': WRONG });
    expect(check(['--fix', 'a.yaml'])).toEqual({
      status: 0,
      stdout:
        'a.yaml:5:18: fixed[RP1101]: Change to `gpus`\na.yaml:5:33: fixed[RP1103]: Write `2`\na.yaml: ok: 2 ranks on 1 of 1 node\n',
      stderr: '',
    });
    expect(read('a.yaml')).toBe(RIGHT);
    const { ino, mtimeMs } = statSync(join(folder, 'a.yaml'));
    expect(check(['--fix', 'a.yaml']).stdout).toBe('a.yaml: ok: 2 ranks on 1 of 1 node\n');
    expect(statSync(join(folder, 'a.yaml'))).toMatchObject({ ino, mtimeMs });
    expect(readdirSync(folder)).toEqual(['a.yaml']);
  });

  test('leaves a guess to its user, and its status is that of what is left', () => {
    const { check, read } = folderWith({ 'a.yaml': UNCLEAR });
    const { status, stdout } = check(['--fix', 'a.yaml']);
    expect({ status, stdout }).toEqual({ status: 1, stdout: expect.stringContaining('error[RP3002]') });
    expect(read('a.yaml')).toBe(UNCLEAR);
  });

  test.each([
    ['CRLF', WRONG.replaceAll('\n', '\r\n'), RIGHT.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\ufeff${WRONG}`, `\ufeff${RIGHT}`],
    ['no line end at the end', WRONG.trimEnd(), RIGHT.trimEnd()],
    ['no version', WRONG.replace('version: 1\n', ''), RIGHT],
    [
      'no version, CRLF',
      WRONG.replace('version: 1\n', '').replaceAll('\n', '\r\n'),
      RIGHT.replaceAll('\n', '\r\n'),
    ],
    [
      'characters of two and four bytes',
      WRONG.replace('lab', 'L\u00e4b \u{1f4a5}'),
      RIGHT.replace('lab', 'L\u00e4b \u{1f4a5}'),
    ],
  ])('keeps all else of a file with %s', (_, before, after) => {
    const { check, read } = folderWith({ 'a.yaml': before });
    expect(check(['--fix', 'a.yaml'])).toMatchObject({ status: 0, stderr: '' });
    expect(read('a.yaml')).toBe(after);
  });

  test('keeps a link, and the mode of the file that it leads to', () => {
    const { folder, check, read } = folderWith({ 'a.yaml': WRONG });
    chmodSync(join(folder, 'a.yaml'), 0o640);
    symlinkSync('a.yaml', join(folder, 'link.yaml'));
    expect(check(['--fix', 'link.yaml'])).toMatchObject({ status: 0, stderr: '' });
    expect(lstatSync(join(folder, 'link.yaml')).isSymbolicLink()).toBe(true);
    expect(statSync(join(folder, 'a.yaml')).mode & 0o7777).toBe(0o640);
    expect(read('a.yaml')).toBe(RIGHT);
  });

  test.each([
    ['is read-only', 'a.yaml', (path: string) => chmodSync(path, 0o444), 'read-only'],
    ['has a second name', 'a.yaml', (path: string) => linkSync(path, `${path}.too`), 'several names'],
    ['has no room for a name beside it', `${'a'.repeat(250)}.yaml`, () => {}, ''],
  ])('leaves a file that %s, says why, and fixes the others', (_, name, prepare, why) => {
    const { folder, check, read } = folderWith({ [name]: WRONG, 'b.yaml': WRONG });
    prepare(join(folder, name));
    const names = readdirSync(folder);
    const { status, stderr } = check(['--fix', name, 'b.yaml']);
    expect({ status, stderr }).toEqual({
      status: 3,
      stderr: expect.stringMatching(`which is as it was: .*${why}`),
    });
    expect([read(name), read('b.yaml')]).toEqual([WRONG, RIGHT]);
    expect(readdirSync(folder)).toEqual(names);
  });

  test('keeps the owner of a file', () => {
    const { folder, check } = folderWith({ 'a.yaml': WRONG });
    if (process.getuid?.() === 0) chownSync(join(folder, 'a.yaml'), 65_534, 65_533);
    const { uid, gid } = statSync(join(folder, 'a.yaml'));
    expect(check(['--fix', 'a.yaml'])).toMatchObject({ status: 0, stderr: '' });
    expect(statSync(join(folder, 'a.yaml'))).toMatchObject({ uid, gid });
  });

  test('fixes no saved plan, and nothing of an inventory file', () => {
    const inventory = '{"formatVersion": "1.0", "node": 7, "gpus": []}';
    const { check, read } = folderWith({
      'a.yaml': 'version: 1\nname: x\nnodes: [{ hosts: n1, inventory: n1.json }]\n',
      'n1.json': inventory,
      'plan.json': '{\n  "formatVersion": "1.0",\n  "name": 7\n}\n',
    });
    expect(check(['--fix', 'a.yaml', 'plan.json'])).toMatchObject({ status: 1, stderr: '' });
    expect(check(['a.yaml', 'plan.json']).stdout).not.toContain('--fix');
    expect([read('n1.json'), read('plan.json')]).toEqual([
      inventory,
      '{\n  "formatVersion": "1.0",\n  "name": 7\n}\n',
    ]);
  });

  test('leaves what --disable leaves out', () => {
    const text = `${RIGHT}# rankplan-ignore RP3007: later\n`;
    const { check, read } = folderWith({ 'a.yaml': text });
    expect(check(['--fix', '--disable', 'RP1202', 'a.yaml'])).toMatchObject({ status: 0, stderr: '' });
    expect(read('a.yaml')).toBe(text);
    expect(check(['--fix', 'a.yaml']).stdout).toContain('a.yaml:6:19: fixed[RP1202]: Remove the comment\n');
    expect(read('a.yaml')).toBe(RIGHT);
  });

  test('keeps machine-readable output apart from its words', () => {
    const { check } = folderWith({ 'a.yaml': WRONG });
    const { status, stdout, stderr } = check(['--fix', '--format', 'json', 'a.yaml']);
    expect({ status, errors: JSON.parse(stdout).errors }).toEqual({ status: 0, errors: 0 });
    expect(stderr).toContain('fixed[RP1101]');
  });

  test.each([
    [['--fix', '-'], 'needs a file'],
    [['--diff', '--format', 'json', 'a.yaml'], 'prints a patch'],
  ])('%j is refused', (args, why) => {
    const { check, read } = folderWith({ 'a.yaml': WRONG });
    expect(check(args, WRONG)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(why) });
    expect(read('a.yaml')).toBe(WRONG);
  });
});

test.each(['json', 'sarif'])('an edit in %s has the line ends of its file', (format) => {
  const { check } = folderWith({ 'a.yaml': WRONG.replace('version: 1\n', '').replaceAll('\n', '\r\n') });
  expect(check(['--format', format, 'a.yaml']).stdout).toContain('"version: 1\\r\\n"');
});

describe('--diff', () => {
  test('shows a patch that makes what --fix makes, and writes nothing', () => {
    const names = ['a.yaml', 'with blank.yaml', '"quoted"\n.yaml'];
    const texts = [WRONG, `\ufeff${WRONG.replaceAll('\n', '\r\n')}`, WRONG.trimEnd()];
    const { folder, check, read } = folderWith(
      Object.fromEntries(names.map((name, i) => [name, texts[i] ?? ''])),
    );
    const { status, stdout, stderr } = check(['--diff', ...names]);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: '6 edits in 3 files: `rankplan check --fix` makes them\n',
    });
    expect(names.map(read)).toEqual(texts);
    const { status: applied, stderr: why } = spawnSync('git', ['apply', '--unsafe-paths', '-'], {
      cwd: folder,
      input: stdout,
      encoding: 'utf8',
    });
    expect({ applied, why }).toEqual({ applied: 0, why: '' });
    const patched = names.map(read);
    for (const [i, name] of names.entries()) writeFileSync(join(folder, name), texts[i] ?? '');
    expect(check(['--fix', '--quiet', ...names])).toMatchObject({ status: 0, stdout: '' });
    expect(names.map(read)).toEqual(patched);
  });

  test('of a file that is named from here, as git takes it', () => {
    const { check } = folderWith({ 'a.yaml': WRONG });
    expect(check(['--diff', './a.yaml']).stdout).toMatch(/^--- a\/a\.yaml\n\+\+\+ b\/a\.yaml\n/);
  });

  test('of stdin, and with --fix', () => {
    const { check, read } = folderWith({ 'a.yaml': WRONG });
    expect(check(['--diff', '-'], WRONG).stdout).toContain('+++ b/<stdin>\n');
    const { status, stdout, stderr } = check(['--fix', '--diff', 'a.yaml']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining('fixed[RP1103]') });
    expect(stdout).toMatch(/^--- a\/a\.yaml\n\+\+\+ b\/a\.yaml\n@@ -2,4 \+2,4 @@\n/);
    expect(read('a.yaml')).toBe(RIGHT);
  });

  test('is silent where nothing is certain', () => {
    const { check } = folderWith({ 'a.yaml': UNCLEAR });
    expect(check(['--diff', 'a.yaml'])).toEqual({ status: 0, stdout: '', stderr: '' });
  });
});

test('check says that there is something to fix', () => {
  const { check } = folderWith({ 'a.yaml': WRONG });
  expect(check(['a.yaml']).stdout).toMatch(
    /`rankplan check --fix` fixes 1 of them; `--diff` shows the edits\n$/,
  );
  expect(check(['-q', 'a.yaml']).stdout).not.toContain('--fix');
});

test.each(['env: true', 'gpus: 4'])('a key with a meaning elsewhere gets no other name: %s', (key) => {
  const role = `roles:\n  one: { slots: [n1], end: true, launch: { command: [a] }, ${key} }\n`;
  const { check, read } = folderWith({ 'a.yaml': RIGHT + role });
  expect(check(['--fix', 'a.yaml']).status).toBe(1);
  expect(read('a.yaml')).toBe(RIGHT + role);
});

test('what --fix left is not said to be fixed by it', () => {
  const text = WRONG.replace('gpu: { count: "2" }', 'gpus: { count: !!str 2 }');
  const { check, read } = folderWith({ 'a.yaml': text });
  const { status, stdout } = check(['--fix', 'a.yaml']);
  expect({ status, stdout }).toEqual({ status: 1, stdout: expect.not.stringContaining('--fix') });
  expect(read('a.yaml')).toBe(text);
});

test('a block of text, and a name where maps are due, are left as they are', () => {
  const text = 'version: 1\nname: x\nnodes: n1\nslurm:\n  cpusPerTask: |-\n    8\n';
  const { check } = folderWith({ 'a.yaml': text });
  expect(check(['--diff', 'a.yaml'])).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(check(['a.yaml']).stdout).not.toContain('--fix');
});

describe('a folder', () => {
  const OK = RIGHT;

  function tree(files: Readonly<Record<string, string>>) {
    const folder = makeFolder('folder-');
    writeFiles(folder, files);
    return { folder, check: (...args: string[]) => runRankplan(['check', ...args], { cwd: folder }) };
  }

  test('has the topologies in it and below, in order, and a line of totals', () => {
    const { check } = tree({
      'b.rankplan.yaml': OK,
      'a/rankplan.yaml': WRONG,
      'a/deep/topology.yaml': `${OK}models: { unused: {} }\n`,
      'a/other.yaml': 'no topology',
      '.hidden/rankplan.yaml': WRONG,
      'node_modules/x/rankplan.yaml': WRONG,
      'slurm/topology.yaml': '# Slurm\n---\n- topology: tree\n  cluster_default: true\n',
    });
    const { status, stdout } = check('.');
    expect(status).toBe(1);
    expect(stdout.match(/^\S+(?=:\d+:\d+: |: ok)/gm)).toEqual([
      'a/deep/topology.yaml',
      'a/deep/topology.yaml',
      'a/rankplan.yaml',
      'b.rankplan.yaml',
    ]);
    expect(stdout).toContain('\n3 files: 1 ok, 1 with warnings, 1 with errors (1 error, 1 warning)\n');
    expect(check('-q', '.').stdout).not.toContain('3 files');
  });

  test('that was compiled has its plan; below another one it is not looked at', () => {
    const { folder, check } = tree({ 'rankplan.yaml': OK });
    expect(runRankplan(['compile', '-o', 'out'], { cwd: folder }).status).toBe(0);
    expect(check('out').stdout).toBe('out/plan.json: ok: 2 ranks on 1 of 1 node\n');
    expect(check('.').stdout).toBe('rankplan.yaml: ok: 2 ranks on 1 of 1 node\n');
  });

  test('without a topology is no success', () => {
    const { check } = tree({ 'a/x.yaml': OK, 'b/rankplan.yaml': OK });
    expect(check('a')).toMatchObject({
      status: 3,
      stdout: '',
      stderr: expect.stringMatching(/^rankplan: a: .*\*\.rankplan\.yaml/),
    });
    expect(check('a', 'b')).toMatchObject({
      status: 3,
      stdout: expect.stringContaining('b/rankplan.yaml: ok'),
    });
  });

  test('with links that lead in circles, a pipe, a dead link', () => {
    const { folder, check } = tree({ 'a/rankplan.yaml': OK });
    symlinkSync('..', join(folder, 'a/up'));
    symlinkSync('nowhere', join(folder, 'a/dead.rankplan.yaml'));
    spawnSync('mkfifo', [join(folder, 'a/pipe.rankplan.yaml'), join(folder, 'topology.yaml')]);
    const { status, stdout, stderr } = check('.');
    expect({ status, stdout }).toEqual({
      status: 3,
      stdout: 'a/rankplan.yaml: ok: 2 ranks on 1 of 1 node\n2 files: 1 ok, 1 not read\n',
    });
    expect(stderr).toMatch(/^rankplan: cannot read a\/dead\.rankplan\.yaml: no such file.*\n$/);
  });

  test('is taken once with what it has', () => {
    const { check } = tree({ 'a/rankplan.yaml': OK });
    expect(check('a', 'a/rankplan.yaml', '.').stdout).toBe('a/rankplan.yaml: ok: 2 ranks on 1 of 1 node\n');
  });
});

test('a slip in each line is fixed in one go, however many there are', () => {
  const lines = (key: string) =>
    Array.from({ length: runs(2000, 300) }, (_, i) => `  - { hosts: n${i}, ${key}: { count: 1 } }\n`).join(
      '',
    );
  const { check, read } = folderWith({ 'a.yaml': `version: 1\nname: x\nnodes:\n${lines('gpu')}` });
  expect(check(['--fix', '-q', 'a.yaml'])).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(read('a.yaml')).toBe(`version: 1\nname: x\nnodes:\n${lines('gpus')}`);
});
