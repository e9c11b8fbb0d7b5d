import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
// @ts-expect-error: a script without types
import { readScenario } from '../../scripts/native/scenario.mjs';
import { runRankplan } from '../command/run-rankplan.ts';
import { requireTool } from '../integration/require-tool.ts';
import { makeFolder } from '../scratch.ts';

const FAKES = resolve('build/native');
const SCENARIOS = resolve('test/native/scenarios');
const FAKE_CUDA = join(FAKES, 'fake');
export const ADDON = resolve(`dist/native/${process.platform}-${process.arch}/rankplan.node`);

/** Whether native tests can run; in CI they must. */
export const hasNative = requireTool(
  "rankplan's native part",
  existsSync(ADDON) && existsSync(join(FAKES, 'guard.so')),
  'a C++ compiler, then `node scripts/build-native.mjs --tests`',
);

export interface FakeMachine {
  /** The variables under which a program sees that machine, and no driver of this one. */
  readonly env: NodeJS.ProcessEnv;
}

export interface MachineOptions {
  readonly by?: 'path' | 'linker';
  /** Lines of a scenario that come before its own, and so count instead of them. */
  readonly lines?: readonly string[];
}

/**
 * A machine of test/native/scenarios, or by its path from there (`../scores/eight-h100`: one to measure). Beside what
 * the fake driver reads, a scenario may say `library old|535|empty|none`, `addon none`, at its end `like NAME` of another
 * one, and what sysfs has: `pci.0000:3b:00.0 vendor=0x10de numa_node=0`, `online 0-63` (or `none`: unknown) for its CPUs. It is no
 * container, unless `pid-namespace` has another number, or `none`.
 */
export function fakeMachine(
  scenario: string,
  { by = 'path', lines: first = [] }: MachineOptions = {},
): FakeMachine {
  const home = makeFolder('rankplan-machine-');
  const own = join(SCENARIOS, `${scenario}.txt`);
  const path = join(home, 'scenario.txt');
  const lines: readonly string[] = [...first, ...readScenario(own)];
  writeFileSync(path, `${lines.join('\n')}\n`);
  const find = (key: string) =>
    lines.find((line) => line.startsWith(`${key} `))?.slice(key.length + 1) ?? null;
  const library = find('library');
  const folder = join(FAKES, library !== null && library !== 'none' ? `fake-${library}` : 'fake');
  const { RANKPLAN_NVML: _, CUDA_VISIBLE_DEVICES: __, ...env } = process.env;
  const reach =
    library === 'none'
      ? { RANKPLAN_FAKE_NO_DRIVER: '1' }
      : by === 'path'
        ? {
            RANKPLAN_NVML: join(folder, 'libnvidia-ml.so.1'),
            RANKPLAN_CUDA: join(FAKE_CUDA, 'libcuda.so.1'),
            RANKPLAN_CUBLAS: join(FAKE_CUDA, 'libcublas.so.13'),
          }
        : { LD_LIBRARY_PATH: folder };
  return {
    env: {
      ...env,
      ...reach,
      LD_PRELOAD: join(FAKES, 'guard.so'),
      RANKPLAN_FAKE_SCENARIO: path,
      RANKPLAN_FAKE_LIBRARIES: `${FAKES}/`,
      RANKPLAN_SYSFS: writeSysfs(lines),
      RANKPLAN_PROCFS: writeProcfs(find('pid-namespace') ?? '4026531836', find('osrelease') ?? '6.1.0'),
      // What imitated CUDA tells imitated NVML, and what rankplan keeps.
      RANKPLAN_FAKE_STATE: home,
      XDG_CACHE_HOME: home,
      ...(find('addon') === 'none' ? { RANKPLAN_NATIVE: '/nonexistent/rankplan.node' } : {}),
    },
  };
}

function writeSysfs(lines: readonly string[]): string {
  const root = makeFolder('rankplan-sysfs-');
  const online = lines.find((line) => line.startsWith('online '))?.slice('online '.length);
  if (online !== undefined && online !== 'none') {
    mkdirSync(join(root, 'devices/system/cpu'), { recursive: true });
    writeFileSync(join(root, 'devices/system/cpu/online'), `${online}\n`);
  }
  for (const line of lines) {
    const [, address, facts = ''] = /^pci\.(\S+) (.*)$/.exec(line) ?? [];
    if (address === undefined) continue;
    const folder = join(root, 'bus/pci/devices', address);
    mkdirSync(folder, { recursive: true });
    for (const fact of facts.split(' ')) {
      const [name = '', value = ''] = fact.split('=');
      writeFileSync(join(folder, name), `${value}\n`);
    }
  }
  return root;
}

/** What /proc tells of the system as a whole. */
function writeProcfs(namespace: string, osrelease: string): string {
  const root = makeFolder('rankplan-procfs-');
  mkdirSync(join(root, 'sys/kernel'), { recursive: true });
  writeFileSync(join(root, 'sys/kernel/osrelease'), `${osrelease}\n`);
  mkdirSync(join(root, 'self/ns'), { recursive: true });
  if (namespace !== 'none') symlinkSync(`pid:[${namespace}]`, join(root, 'self/ns/pid'));
  return root;
}

export interface Answer {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs rankplan as on that machine. */
export function rankplanOn(
  { env }: FakeMachine,
  args: readonly string[],
  cwd = '.',
  bundle = resolve('dist/rankplan.cjs'),
): Answer {
  const PATH = `${dirname(process.execPath)}:${process.env['PATH']}`;
  return runRankplan(args, { cwd, env: { ...env, PATH }, bundle });
}

export const SCENARIO_NAMES = readdirSync(SCENARIOS)
  .map((name) => name.replace(/\.txt$/, ''))
  .sort();

/** What `probe` tells of a scenario: what it tells of the one that it is like, if it has no file of its own. */
export function readExpected(scenario: string): string {
  const path = `test/native/expected/${scenario}.txt`;
  if (existsSync(path)) return readFileSync(path, 'utf8');
  const text = readFileSync(join(SCENARIOS, `${scenario}.txt`), 'utf8');
  const like = /^like (.+)$/m.exec(text)?.[1];
  return like === undefined ? '' : readExpected(like);
}
