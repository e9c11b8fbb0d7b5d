import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readPage } from '../../documentation.ts';
import { GOLDEN_CASES, readFiles, selectShown } from '../../golden-cases.ts';
import { hasNative } from '../../native/fake-machine.ts';
import { makeFolder } from '../../scratch.ts';
import { COMMANDS } from '../node/commands.ts';
import { buildWheel, hasPython, installWheel, PYTHON, PYTHONS, run, succeed } from './pythons.ts';

/*
 * The wheel is built, installed into empty environments of each Python, and does what the command of this build does,
 * byte for byte.
 */
const CLI = resolve('dist/rankplan.cjs');
const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}` };

describe.skipIf(!hasPython || !hasNative)('the wheel', () => {
  let folder: string;
  let wheel: string;
  let bin: string;
  beforeAll(() => {
    folder = makeFolder("rankplan it's a wheel ");
    wheel = buildWheel(folder);
    bin = installWheel(PYTHON, wheel, join(folder, 'venv'));
  });

  test('has the same bytes each time, also where pip builds it, and 3 MB at most', () => {
    const again = buildWheel(makeFolder('rankplan-wheel-'));
    expect(basename(again)).toMatch(/^rankplan-[\d.]+-py3-none-manylinux_2_28_(x86_64|aarch64)\.whl$/);
    expect(readFileSync(again).equals(readFileSync(wheel))).toBe(true);
    const byPip = makeFolder('rankplan-pip-');
    const build = ['wheel', '--quiet', '--no-index', '--no-deps', '--no-build-isolation', '-w', byPip];
    succeed(PYTHON, ['-m', 'pip', '--disable-pip-version-check', ...build, './python']);
    expect(readdirSync(byPip)).toEqual([basename(wheel)]);
    expect(readFileSync(join(byPip, basename(wheel))).equals(readFileSync(wheel))).toBe(true);
    expect(statSync(wheel).size).toBeLessThan(3e6);
  });

  test('has what it records, programs that can be started, and no code cache', () => {
    const files = JSON.parse(
      succeed(join(bin, 'python'), [
        '-c',
        `import hashlib, importlib.metadata, json
entries = importlib.metadata.files("rankplan")
wrong = [str(e) for e in entries if e.hash and e.suffix != ".pyc" and
  __import__("base64").urlsafe_b64encode(hashlib.sha256(e.read_binary()).digest()).rstrip(b"=").decode() != e.hash.value]
print(json.dumps({"wrong": wrong, "paths": {str(e): str(e.locate()) for e in entries}}))`,
      ]),
    );
    expect(files.wrong).toEqual([]);
    const paths = Object.entries<string>(files.paths);
    const programs = paths.filter(([path]) => /_node\/dist\/native\/.*\/rankplan-(exec|probe)$/.test(path));
    // Of other machines, too: `run --all` sends each its own.
    expect(programs).toHaveLength(2 * readdirSync('dist/native').length);
    for (const [, path] of programs) expect(statSync(path).mode & 0o111).toBe(0o111);
    expect(paths.filter(([path]) => path.endsWith('.cache'))).toEqual([]);
    expect(paths.filter(([path]) => path.endsWith('man1/rankplan-run.1'))).toHaveLength(1);
  });

  test('compiles golden cases to the bytes of Node', () => {
    for (const golden of GOLDEN_CASES) {
      const { name, topology, args, expected } = golden;
      if (!name.startsWith('emit-') && !name.startsWith('example ')) continue;
      const output = makeFolder('rankplan-golden-');
      const { status } = run(join(bin, 'rankplan'), ['compile', topology, '-o', output, ...args], { env });
      expect({ name, status }).toEqual({ name, status: 0 });
      expect(selectShown(golden, readFiles(output))).toEqual(readFiles(expected));
    }
  });

  test('says what Node says, with its status', () => {
    for (const args of COMMANDS) {
      const expected = run(process.execPath, [CLI, ...args], { env });
      expect({ args, ...run(join(bin, 'rankplan'), args, { env }) }).toEqual({ args, ...expected });
    }
  });

  test('runs the ranks of the quickstart, by `run` and by the launcher that it compiles', () => {
    const output = join(folder, 'quick start');
    const options = { cwd: 'examples/quickstart', env };
    const rankplan = join(bin, 'rankplan');
    succeed(rankplan, ['compile', 'topology.yaml', '-o', output], options);
    const ran = succeed(rankplan, ['run', '--tee', output], options);
    succeed(join(output, 'launch.sh'), [], { ...options, env: { ...env, RANKPLAN_RUN_ID: 'page' } });
    const logs = [0, 1, 2, 3].map((rank) => readFileSync(join(output, `runs/page/rank-${rank}.out`), 'utf8'));
    for (const said of [ran, logs.join('')])
      expect(said.match(/CPU: all-reduce = \[10,30\]$/gm)).toHaveLength(4);
  });

  test('runs the example of a script that knows its place', () => {
    const page = readPage(readFileSync('examples/python-place/README.md', 'utf8'));
    const shown = page.find(({ command }) => command === 'rankplan run --tee topology.yaml');
    const example = join(folder, 'example');
    cpSync('examples/python-place', example, { recursive: true });
    const PATH = `${bin}${delimiter}${env.PATH}`;
    const options = { cwd: example, env: { ...env, PATH } };
    const said = succeed('rankplan', ['run', '--tee', 'topology.yaml'], options);
    expect(said.split('\n').sort()).toEqual(shown?.output.split('\n').sort());
  });

  test.each(PYTHONS)('works under Python %s', (_, python) => {
    const there = installWheel(python, wheel, join(makeFolder('rankplan-python-'), 'venv'));
    expect(succeed(join(there, 'rankplan'), ['check', 'examples/shares'], { env })).toBe(
      succeed(process.execPath, [CLI, 'check', 'examples/shares'], { env }),
    );
    const ask = 'import rankplan; print(rankplan.current().shares)';
    const rank = { RANKPLAN_RANK: '0', RANKPLAN_BATCH_SHARES: '3,1', RANKPLAN_LOCAL_RANK: '0' };
    const own = { RANKPLAN_NODE: 'lab1', RANKPLAN_PLAN: 'f0bb', RANKPLAN_GPU: '' };
    const place = { ...own, WORLD_SIZE: '2', GROUP_RANK: '0' };
    const local = { LOCAL_RANK: '0', LOCAL_WORLD_SIZE: '2' };
    const given = { env: { ...env, ...rank, ...place, ...local } };
    expect(succeed(join(there, 'python'), ['-c', ask], given)).toBe('(3, 1)\n');
  });
});
