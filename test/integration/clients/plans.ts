import type { LaunchPlan } from '../../../src/generated/plan.ts';
import { planOf } from '../../compile-text.ts';

/** Four ranks in another shape; `where` has the node of each rank, as the page shows it. */
export interface Shape {
  readonly name: string;
  readonly where: string;
  readonly gpus: Readonly<Record<string, readonly number[]>>;
  readonly mapping: object;
}

/** GPUs by their scores. */
export const SHAPES: readonly Shape[] = [
  {
    name: '2+2 sequential',
    where: 'aabb',
    gpus: { a: [1, 1], b: [1, 1] },
    mapping: { strategy: 'sequential' },
  },
  {
    name: '2+2 ranked',
    where: 'bbaa',
    gpus: { a: [70, 90], b: [100, 80] },
    mapping: { strategy: 'performance-ranked' },
  },
  {
    name: '3+1 sequential',
    where: 'aaab',
    gpus: { a: [1, 1, 1], b: [1] },
    mapping: { strategy: 'sequential' },
  },
  {
    name: '3+1 explicit',
    where: 'abaa',
    gpus: { a: [1, 1, 1], b: [1] },
    mapping: {
      strategy: 'explicit',
      ranks: ['a:2', 'b:0', 'a:0', 'a:1'],
    },
  },
  {
    name: '1+2+1 ranked',
    where: 'cbab',
    gpus: { a: [80], b: [90, 70], c: [100] },
    mapping: { strategy: 'performance-ranked', order: 'score' },
  },
];

const ADDRESSES: Readonly<Record<string, string>> = { a: '127.0.0.2', b: '127.0.0.3', c: '127.0.0.4' };

const ENV = { OMP_NUM_THREADS: '1', GLOO_SOCKET_IFNAME: 'lo' };

/** The plan of a shape: on addresses of this machine, or for a Slurm cluster. */
export function shapedPlan(
  shape: Shape,
  command: readonly string[],
  target: 'here' | 'slurm',
  launch: object = {},
): LaunchPlan {
  const nodes = Object.entries(shape.gpus).map(([host, scores]) => ({
    hosts: host,
    cpus: 8,
    gpus: scores.map((score, index) => ({ index, score })),
    ...(target === 'here' ? { address: ADDRESSES[host] } : {}),
  }));
  const plan = planOf({
    version: 1,
    name: 'client',
    nodes,
    mapping: shape.mapping,
    launch: { backend: 'gloo', command, env: ENV, ...launch },
    ...(target === 'slurm' ? { slurm: { time: 10 } } : {}),
  });
  const where = plan.ranks.map(({ node }) => node).join('');
  if (where !== shape.where) throw new Error(`${shape.name}: ranks are on ${where}, not on ${shape.where}`);
  return plan;
}
