import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cachesTaken } from '../../caches-taken.ts';
import { GOLDEN_CASES, readFiles, selectShown } from '../../golden-cases.ts';
import { fakeMachine, hasNative } from '../../native/fake-machine.ts';
import { makeFolder } from '../../scratch.ts';
import { requireTool } from '../require-tool.ts';
import { COMMANDS } from './commands.ts';

/*
 * One build of rankplan, that of the Node that runs this, under every Node that package.json promises and under what
 * is not Node: it must do the same there, byte for byte. `scripts/install-runtimes.mjs` installs them.
 */
const RUNTIMES = 'build/runtimes/node_modules';
const CLI = resolve('dist/rankplan.cjs');
const EXAMPLE = 'examples/heterogeneous/topology.yaml';
const scratch = makeFolder('rankplan-node-');

const { supported, tooOld, others } = JSON.parse(readFileSync('test/integration/node/runtimes.json', 'utf8'));

interface Runtime {
  readonly name: string;
  /** The program, and what comes before a script. */
  readonly program: string;
  readonly options: readonly string[];
}

const node = (version: string): Runtime => ({
  name: `Node ${version}`,
  program: resolve(RUNTIMES, `node-${version}/bin/node`),
  options: [],
});
const other = (spec: string): Runtime => {
  const [name = ''] = spec.split('@');
  return {
    name,
    program: resolve(RUNTIMES, '.bin', name),
    options: name === 'deno' ? ['run', '--allow-all'] : [],
  };
};
const HERE: Runtime = { name: 'this Node', program: process.execPath, options: [] };
const NODES: readonly Runtime[] = supported.map(node);
const OTHERS: readonly Runtime[] = others.map(other);
const TOO_OLD: readonly Runtime[] = tooOld.map(node);

const missing = [...NODES, ...OTHERS, ...TOO_OLD].filter(({ program }) => !existsSync(program));
const canRun = requireTool(
  missing.map(({ name }) => name).join(', '),
  missing.length === 0,
  'node scripts/install-runtimes.mjs',
);

describe.runIf(canRun).each([...NODES, ...OTHERS])('$name', (runtime) => {
  test('compiles the golden cases to the same bytes', async () => {
    await Promise.all(
      GOLDEN_CASES.map(async (golden) => {
        const { name, topology, args, expected } = golden;
        const output = mkdtempSync(join(scratch, 'golden-'));
        const { status, stderr } = await rankplan(runtime, ['compile', topology, '-o', output, ...args]);
        expect({ name, status, stderr: status === 0 ? '' : stderr }).toEqual({ name, status: 0, stderr: '' });
        expect(selectShown(golden, readFiles(output))).toEqual(readFiles(expected));
      }),
    );
  });

  test('says the same as this Node', async () => {
    await Promise.all(
      COMMANDS.map(async (args) => expect(await rankplan(runtime, args)).toEqual(await saidHere(args))),
    );
  });

  test('runs ranks on CPUs', async () => {
    const output = mkdtempSync(join(scratch, 'run-'));
    const { status, stderr } = await rankplan(runtime, ['run', '--logs', output, 'topology.yaml'], {
      cwd: 'examples/quickstart',
    });
    expect({ status, stderr }).toMatchObject({ status: 0 });
    const logs = Object.values(readFiles(output)).map(({ text }) => text);
    expect(logs.filter((text) => text.endsWith('CPU: all-reduce = [10,30]\n'))).toHaveLength(4);
  });

  test.runIf(hasNative)('loads the addon, and asks an imitated driver', async () => {
    const { env } = fakeMachine('four-l40s');
    const asked = await rankplan(runtime, ['probe'], { env });
    expect(asked).toMatchObject({ status: 0, stderr: '' });
    expect(asked).toEqual(await rankplan(HERE, ['probe'], { env }));
  });
});

describe.runIf(canRun).each(NODES)('$name', ({ program }) => {
  test('uses the code cache if it made it, and else not', async () => {
    const buildOf = 'JSON.stringify([process.versions, process.config.variables])';
    const [theirs, ours] = [
      await run(program, ['-p', buildOf]),
      await run(process.execPath, ['-p', buildOf]),
    ];
    const expected = theirs.stdout === ours.stdout ? 'cli.cjs takes its cache' : 'cli.cjs is compiled';
    expect(cachesTaken(resolve('dist'), ['check', EXAMPLE], { node: program })).toEqual([expected]);
  });
});

test.runIf(canRun).each(TOO_OLD)('$name is told that it is too old', async (runtime) => {
  for (const args of [['--version'], ['check', EXAMPLE]]) {
    const { status, stdout, stderr } = await rankplan(runtime, args);
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
    expect(stderr).toMatch(/^rankplan: needs Node 20\.19 or newer.*\n$/);
  }
});

/** Asked once for all runtimes. */
const answers = new Map<readonly string[], ReturnType<typeof rankplan>>();
function saidHere(args: readonly string[]): ReturnType<typeof rankplan> {
  const answer = answers.get(args) ?? rankplan(HERE, args);
  answers.set(args, answer);
  return answer;
}

interface Surroundings {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

function rankplan({ program, options }: Runtime, args: readonly string[], surroundings: Surroundings = {}) {
  return run(program, [...options, CLI, ...args], surroundings);
}

/** Ranks that say `node` get the same, too. */
function run(program: string, args: readonly string[], { cwd = '.', env = process.env }: Surroundings = {}) {
  const PATH = `${dirname(program)}:${process.env['PATH']}`;
  return new Promise<{ status: number; stdout: string; stderr: string }>((done) => {
    execFile(program, args, { cwd, env: { ...env, PATH }, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      done({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}
