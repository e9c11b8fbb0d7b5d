import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LaunchPlan, PlanGpu, PlanLaunch, PlanNode, PlanRank } from '../../src/generated/plan.ts';
import { planOf } from '../compile-text.ts';
import { makeMarker } from '../native/exec-fixture.ts';
import { makeFolder } from '../scratch.ts';
import { writeDirectory } from '../write-directory.ts';

/** What a plan says where the topology says little. */
const BASE = planOf({
  version: 1,
  name: 'test',
  nodes: [{ hosts: 'localhost', gpus: { count: 1 }, cpuRanks: 1 }],
  launch: { command: ['true'], backend: 'gloo', grace: '5s' },
});
const [NODE] = BASE.nodes;
const [GPU] = NODE?.gpus ?? [];
const [RANK] = BASE.ranks;

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
  const planNodes = nodes.map(
    (node, nodeRank) =>
      ({
        ...NODE,
        address: node.name ?? 'localhost',
        nodeRank,
        gpus: [],
        cpuRanks: ranks,
        ...node,
      }) as PlanNode,
  );
  const slots = planNodes.flatMap((node) =>
    Array.from({ length: ranks }, (_, localRank) => ({ node, localRank })),
  );
  const { name = '', address = null } = planNodes[0] ?? {};
  return {
    ...BASE,
    worldSize: slots.length,
    master: { node: name, address, port: nextPort++, ...master },
    launch: { ...BASE.launch, ...launch },
    nodes: planNodes,
    ranks: slots.map(({ node, localRank }, rank) => {
      const gpu = node.gpus[localRank]?.index ?? null;
      const place = { rank, node: node.name, localRank, gpu, cpuSlot: gpu === null ? localRank : null };
      return { ...RANK, ...place } as PlanRank;
    }),
  };
}

export const makeGpu = (index: number, uuid: string): PlanGpu => ({ ...GPU, index, uuid }) as PlanGpu;

/** Writes what `compile` writes of a plan into a new directory, and returns its path. */
export function writeOutput(plan: LaunchPlan, folder = 'out'): string {
  const directory = join(makeFolder('rankplan-launch-'), folder);
  writeDirectory(directory, plan, ['shell']);
  return directory;
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

export const launch = (
  directory: string,
  args: readonly string[] = [],
  options: StartOptions = {},
): Promise<Outcome> => start(join(directory, 'launch.sh'), args, options).ended;

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
