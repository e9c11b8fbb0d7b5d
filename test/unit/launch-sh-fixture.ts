import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emitLibrary } from '../../src/emitters/library.ts';
import { shellEmitter } from '../../src/emitters/shell/emit.ts';
import type { LaunchPlan, PlanGpu, PlanLaunch, PlanNode } from '../../src/generated/plan.ts';
import { planOf } from '../compile-text.ts';
import { EXEC, hasExec } from '../native/exec-fixture.ts';
import { makeFolder } from '../scratch.ts';

/** What stands in for plan.json, of which launch.sh reads the digest only. */
const PLAN_TEXT = 'the plan\n';
export const DIGEST = createHash('sha256').update(PLAN_TEXT).digest('hex');

/** What a plan says where nothing is asked for, also in fields to come. */
const BASE = planOf('version: 1\nname: base\nnodes: [{ hosts: localhost, cpuRanks: 1 }]\n');

/** Ports below the ephemeral range, one per plan, so that tests running at the same time do not meet. */
let nextPort = 20_000 + (process.pid % 1000) * 10;

export interface PlanOptions {
  readonly ranks?: number;
  readonly launch?: Partial<PlanLaunch>;
  readonly nodes?: readonly Partial<PlanNode>[];
  readonly master?: Partial<LaunchPlan['master']>;
}

/** A plan of `ranks` CPU ranks on each node; by default one node, this machine. */
export function makePlan({
  ranks = 1,
  launch = {},
  nodes = [{}],
  master = {},
}: PlanOptions = {}): LaunchPlan {
  const planNodes = nodes.map((node, nodeRank) => makeNode({ nodeRank, cpuRanks: ranks, ...node }));
  const slots = planNodes.flatMap((node) =>
    Array.from({ length: ranks }, (_, localRank) => ({ node, localRank })),
  );
  const [first] = planNodes;
  if (first === undefined) throw new Error('a plan has nodes');
  return {
    formatVersion: '1.0',
    name: 'test',
    worldSize: slots.length,
    backend: 'gloo',
    visibility: 'ordered',
    master: { node: first.name, address: first.address, port: nextPort++, ...master },
    mapping: {
      strategy: 'sequential',
      by: 'score',
      tolerance: null,
      order: 'block',
      ranksPerGpu: 1,
      gpusPerRank: 1,
      exclude: [],
    },
    workload: null,
    stages: null,
    launch: {
      ...BASE.launch,
      command: ['true'],
      graceSeconds: 5,
      ...launch,
    },
    slurm: null,
    levels: null,
    nodes: planNodes,
    ranks: slots.map(({ node, localRank }, rank) => ({
      rank,
      node: node.name,
      localRank,
      gpu: node.gpus[localRank]?.index ?? null,
      gpus: null,
      cpuSlot: node.gpus.length > 0 ? null : localRank,
      share: null,
      why: 'test',
    })),
  };
}

function makeNode(node: Partial<PlanNode>): PlanNode {
  const name = node.name ?? 'localhost';
  const defaults = {
    address: name,
    bind: 'name',
    class: null,
    nodeRank: 0,
    cpus: null,
    env: {},
    gpus: [],
    cpuRanks: 1,
    cpuSlot: null,
  };
  return { name, ...defaults, ...node } as PlanNode;
}

export const makeGpu = (index: number, uuid: string | null): PlanGpu => ({
  index,
  uuid,
  model: null,
  vendor: 'nvidia',
  memoryBytes: null,
  score: null,
  pace: null,
  fixedSeconds: null,
  maxSamples: null,
  gres: null,
  cpus: null,
  parent: null,
  island: null,
});

/** Writes launch.sh, its lib/ and the env files of a plan into a new directory, and returns its path. */
export function writeOutput(plan: LaunchPlan, folder = 'out'): string {
  const directory = join(makeFolder('rankplan-launch-'), folder);
  for (const name of ['env', 'lib']) mkdirSync(join(directory, name), { recursive: true });
  const artifacts = [
    ...shellEmitter.emit({ plan, planDigest: DIGEST }),
    ...emitLibrary(shellEmitter.library ?? []),
  ];
  for (const { path, content, executable } of artifacts) {
    const text = typeof content === 'string' ? content : content.join('');
    writeFileSync(join(directory, path), text, { mode: executable ? 0o755 : 0o644 });
  }
  writeFileSync(join(directory, 'plan.json'), PLAN_TEXT);
  for (const rank of plan.ranks)
    writeFileSync(join(directory, `env/rank-${rank.rank}.env`), renderEnv(plan, rank));
  return directory;
}

function renderEnv(plan: LaunchPlan, { rank, node, gpu, localRank }: LaunchPlan['ranks'][number]): string {
  const address = plan.master.address === null ? '"${RANKPLAN_MASTER_ADDR:?}"' : `'${plan.master.address}'`;
  const port = plan.master.port === 'auto' ? '"${MASTER_PORT:?}"' : `'${plan.master.port}'`;
  return `# rank ${rank}
unset HIP_VISIBLE_DEVICES ROCR_VISIBLE_DEVICES
export LOCAL_RANK='${localRank}'
export MASTER_ADDR=${address}
export MASTER_PORT=${port}
export RANK='${rank}'
export RANKPLAN_GPU='${gpu ?? ''}'
export RANKPLAN_NODE='${node}'
export RANKPLAN_PLAN='${DIGEST}'
export RANKPLAN_RANK='${rank}'
export WORLD_SIZE='${plan.worldSize}'
${Object.entries(plan.launch.env)
  .map(([name, value]) => `export ${name}='${value}'\n`)
  .join('')}`;
}

export interface Outcome {
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Launch {
  readonly child: ChildProcess;
  readonly ended: Promise<Outcome>;
}

export interface StartOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Nobody reads its standard output until the test says so. */
  readonly paused?: boolean;
}

/** Another bash than the system's, to hold launch.sh against. */
const TEST_BASH = process.env['RANKPLAN_TEST_BASH'];

/** Starts a program with its output captured. */
export function start(script: string, args: readonly string[] = [], options: StartOptions = {}): Launch {
  const shell = script.endsWith('launch.sh') && TEST_BASH !== undefined ? [TEST_BASH] : [];
  const [program = script, ...rest] = [...shell, script, ...args];
  const child = spawn(program, rest, {
    cwd: options.cwd ?? tmpdir(),
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output.stdout += text;
  });
  if (options.paused === true) child.stdout.pause();
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output.stderr += text;
  });
  const ended = new Promise<Outcome>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status, signal) => resolve({ status, signal, ...output }));
  });
  return { child, ended };
}

/** The ways in which launch.sh starts ranks: what holds in both is one test. */
export const WAYS: readonly (readonly [name: string, env: NodeJS.ProcessEnv])[] = [
  ['without rankplan-exec', { RANKPLAN_EXEC: '' }],
  ...(hasExec ? [['with rankplan-exec', { RANKPLAN_EXEC: EXEC }] as const] : []),
];

/** `start` and `launch` under these variables. */
export function launcherUnder(env: NodeJS.ProcessEnv) {
  const under = (options: StartOptions): StartOptions => ({ ...options, env: { ...env, ...options.env } });
  return {
    start: (script: string, args: readonly string[] = [], options: StartOptions = {}): Launch =>
      start(script, args, under(options)),
    launch: (directory: string, args: readonly string[] = [], options: StartOptions = {}) =>
      launch(directory, args, under(options)),
  };
}

export const launch = (
  directory: string,
  args: readonly string[] = [],
  options: StartOptions = {},
): Promise<Outcome> => start(join(directory, 'launch.sh'), args, options).ended;

/** An argument that only one test's processes carry. */
export const makeMarker = (): string => `marker-${randomUUID()}`;

/** Ranks that run a script of bash; `$1` is the marker. */
export function writeScript(
  script: string,
  ranks = 1,
  more: Partial<PlanLaunch> = {},
  folder?: string,
  master: PlanOptions['master'] = {},
) {
  const marker = makeMarker();
  const command = ['bash', '-c', script, 'rank', marker];
  const plan = makePlan({ ranks, launch: { command, ...more }, master });
  return { marker, directory: writeOutput(plan, folder) };
}

/** The processes with this text among their arguments or, when it was kept, their environment. */
export function findProcesses(marker: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter(
      (pid) =>
        tryRead(`/proc/${pid}/cmdline`).includes(marker) || tryRead(`/proc/${pid}/environ`).includes(marker),
    )
    .map(Number);
}

function tryRead(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/** Waits for a condition; the test's own time-out is what ends a vain wait. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** The directory of the only run. */
export function findRun(directory: string): string {
  const [run, ...others] = readdirSync(join(directory, 'runs'));
  if (run === undefined || others.length > 0) throw new Error(`expected one run in ${directory}`);
  return join(directory, 'runs', run);
}

export const readLog = (directory: string, name: string): string =>
  readFileSync(join(findRun(directory), name), 'utf8');
