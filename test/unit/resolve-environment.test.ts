import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRankEnvironments } from '../../src/compiler/plan/rank-environment.ts';
import { resolveEnvironment } from '../../src/compiler/plan/resolve-environment.ts';
import { addSetup } from '../../src/compiler/plan/setup-command.ts';
import { envEmitter } from '../../src/emitters/env/emit.ts';
import type { LaunchPlan, PlanRank } from '../../src/generated/plan.ts';
import { planOf } from '../compile-text.ts';
import { readBeside } from '../read-beside.ts';
import { makeFolder } from '../scratch.ts';

const scratch = makeFolder('rankplan-environment-');

const DIGEST = '0123456789abcdef'.repeat(4);
type Environment = Record<string, string>;

/** What bash makes of each rank's env file, by `inherited`. */
function sourceAll(plan: LaunchPlan, ranks: readonly PlanRank[], inherited: Environment) {
  const wanted = new Set(ranks.map(({ rank }) => `env/rank-${rank}.env`));
  const files: string[] = [];
  for (const { path, content } of envEmitter.emit({ plan, planDigest: DIGEST })) {
    if (!wanted.has(path)) continue;
    files.push(join(scratch, path.replace('/', '-')));
    writeFileSync(files.at(-1) ?? '', typeof content === 'string' ? content : content.join(''));
  }
  const script = 'for f; do (source "$f" && exec env -0); printf "\\1"; done';
  const { stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', ...files], {
    encoding: 'utf8',
    env: inherited,
    stdio: ['ignore', 'pipe', 'pipe'], // bash takes a socket for a remote shell's
    maxBuffer: 64 * 1024 * 1024,
  });
  expect(stderr).toBe('');
  const own = new Set(['_', 'PWD', 'SHLVL']);
  return stdout
    .split('\x01')
    .slice(0, -1)
    .map((text) =>
      Object.fromEntries(
        text
          .split('\0')
          .slice(0, -1)
          .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)] as const)
          .filter(([name]) => !own.has(name)),
      ),
    );
}

function resolveAll(plan: LaunchPlan, ranks: readonly PlanRank[], inherited: Environment) {
  const environmentOf = createRankEnvironments(plan);
  return ranks.map((rank) => {
    const result: Environment = { ...inherited };
    for (const [name, value] of resolveEnvironment(environmentOf(rank), rank, inherited)) {
      if (value === null) delete result[name];
      else result[name] = value;
    }
    return result;
  });
}

const LAUNCHER = { MASTER_PORT: '12345', RANKPLAN_MASTER_ADDR: 'n1', PATH: process.env['PATH'] ?? '' };
const CALLERS: readonly Environment[] = [
  LAUNCHER,
  {
    ...LAUNCHER,
    SLURM_JOB_ID: '4711',
    SLURM_RESTART_COUNT: '2',
    OMP_NUM_THREADS: '8',
    HIP_VISIBLE_DEVICES: '1',
  },
  { ...LAUNCHER, SLURM_JOB_ID: '', OMP_NUM_THREADS: '', CUDA_VISIBLE_DEVICES: '7', RANK: '99' },
];

describe('a resolved environment is what sourcing the env file gives', () => {
  test.each(readdirSync('test/inventories'))('%s', (name) => {
    const folder = join('test/inventories', name);
    const written = readFileSync(join(folder, 'topology.yaml'), 'utf8');
    const text = name === 'two-vendors' ? `${written}launch: { visibility: isolated }\n` : written;
    const plan = planOf(text, readBeside(folder));
    const ranks = plan.ranks.slice(0, 20);
    for (const inherited of CALLERS)
      expect(resolveAll(plan, ranks, inherited)).toEqual(sourceAll(plan, ranks, inherited));
  });

  test('values are taken as they are, and what stands above counts', () => {
    const env = { SLURM_JOB_ID: 'planned', ODD: `a'b"$HOME\`id\`\\ \n ü`, EMPTY: '', OMP_NUM_THREADS: '3' };
    const plan = planOf({ nodes: [{ hosts: 'n1', cpuRanks: 2, env: { NODE: 'n' } }], launch: { env } });
    for (const inherited of CALLERS)
      expect(resolveAll(plan, plan.ranks, inherited)).toEqual(sourceAll(plan, plan.ranks, inherited));
  });

  test('without what a launcher has to set it cannot be resolved', () => {
    const launch = { master: { port: 'auto' } };
    const plan = planOf({ nodes: [{ hosts: 'n1', cpuRanks: 2 }], launch });
    expect(() => resolveAll(plan, plan.ranks, {})).toThrow('MASTER_PORT is set by the launcher');
  });
});

describe('launch.setup', () => {
  const run = (setup: readonly string[], command: readonly string[]) => {
    const [program = '', ...args] = addSetup(setup, command);
    const { status, stdout } = spawnSync(program, args, { encoding: 'utf8' });
    return { status, stdout };
  };

  test.each([
    [['export A=1', 'declare -x B=2'], 'a ok: 12'],
    [['set -- x y', 'A=1'], 'a ok: '],
    [['return 0', 'export A=1'], 'a ok: '],
    [['true # \\'], 'a ok: '],
    [['false', 'no_such_command_xyz 2>/dev/null'], 'a ok: '],
    [['cat <<END', 'text', 'END'], 'text\na ok: '],
  ])('%j', (setup, stdout) => {
    const command = ['bash', '-c', 'printf "%s ok: %s%s" "$1" "$A" "$B"', 'bash', 'a'];
    expect(run(setup, command)).toEqual({ status: 0, stdout });
  });

  test('may end the rank, and leaves a missing command to the shell', () => {
    expect(run(['exit 9'], ['true']).status).toBe(9);
    expect(run([':'], ['no-such-program']).status).toBe(127);
  });

  test('that is empty takes no shell', () => {
    expect(addSetup([], ['true', 'x'])).toEqual(['true', 'x']);
  });
});
