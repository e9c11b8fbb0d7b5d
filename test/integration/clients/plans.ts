import type { LaunchPlan } from '../../../src/generated/plan.ts';
import { planOf } from '../../compile-text.ts';

/** Four ranks in another shape; `where` has the node of each rank, as the page shows it. */
export interface Shape {
  readonly name: string;
  readonly where: string;
  readonly gpus: Readonly<Record<string, readonly number[]>>;
  readonly mapping: object;
}

const SEQUENTIAL = { strategy: 'sequential' };
const RANKED = { strategy: 'performance-ranked' };
const BY_SCORE = { ...RANKED, order: 'score' };
const EXPLICIT = { strategy: 'explicit', ranks: ['c:2', 'd:0', 'c:0', 'c:1'] };

/** GPUs by their scores. Nodes of another size have other names: Slurm gives a job what a node has, not what a plan takes. */
export const SHAPES: readonly Shape[] = [
  { name: '2+2 sequential', where: 'aabb', gpus: { a: [1, 1], b: [1, 1] }, mapping: SEQUENTIAL },
  { name: '2+2 ranked', where: 'bbaa', gpus: { a: [70, 90], b: [100, 80] }, mapping: RANKED },
  { name: '3+1 sequential', where: 'cccd', gpus: { c: [1, 1, 1], d: [1] }, mapping: SEQUENTIAL },
  { name: '3+1 explicit', where: 'cdcc', gpus: { c: [1, 1, 1], d: [1] }, mapping: EXPLICIT },
  { name: '1+2+1 ranked', where: 'gfef', gpus: { e: [80], f: [90, 70], g: [100] }, mapping: BY_SCORE },
];

/** Of this machine; `a` is the first. */
const addressOf = (host: string): string => `127.0.0.${host.charCodeAt(0) - 95}`;

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
    ...(target === 'here' ? { address: addressOf(host) } : {}),
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
