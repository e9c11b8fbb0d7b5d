import type { LaunchPlan, PlanProcess, PlanRank, PlanReplica, PlanRole } from '../../generated/plan.ts';
import { remember } from '../source/remember.ts';

export interface ReplicaOf {
  readonly role: PlanRole;
  readonly replica: PlanReplica;
  /** From 0, among those of its role. */
  readonly number: number;
  /** The position of its first process among all of the plan. */
  readonly first: number;
}

/** Every replica of a plan with roles, in the order of `ranks`. */
export function listReplicas({ roles }: Pick<LaunchPlan, 'roles'>): readonly ReplicaOf[] {
  let first = 0;
  return (roles ?? []).flatMap((role) =>
    role.replicas.map((replica, number) => {
      const one = { role, replica, number, first };
      first += replica.processes.length;
      return one;
    }),
  );
}

/** `server-1`: how people and files name a replica. */
export const nameReplica = ({ role, number }: Pick<ReplicaOf, 'role' | 'number'>): string =>
  `${role.name}-${number}`;

function toRank(process: PlanProcess, rank: number): PlanRank {
  const { node, localRank, gpu, gpus, cpuSlot, share, why } = process;
  return { rank, node, localRank, gpu, gpus, cpuSlot, share, why };
}

/** The processes of these replicas as the ranks of one plan; a local rank is the position on the node among all. */
function joinRanks(replicas: readonly ReplicaOf[]): PlanRank[] {
  const here = new Map<string, number>();
  return replicas
    .flatMap(({ replica }) => replica.processes)
    .map((process, rank) => {
      const localRank = here.get(process.node) ?? 0;
      here.set(process.node, localRank + 1);
      return { ...toRank(process, rank), localRank };
    });
}

/** A plan with roles has a rank for each process of all of them. */
export function withRanks(plan: LaunchPlan): LaunchPlan {
  return plan.roles === null ? plan : { ...plan, ranks: joinRanks(listReplicas(plan)) };
}

export function changeProcesses(
  roles: LaunchPlan['roles'],
  process: (one: PlanProcess) => PlanProcess,
  master: (one: NonNullable<PlanReplica['master']>) => NonNullable<PlanReplica['master']>,
): LaunchPlan['roles'] {
  if (roles === null) return null;
  const change = (replica: PlanReplica): PlanReplica => ({
    master: replica.master && master(replica.master),
    processes: replica.processes.map(process),
  });
  return roles.map((role) => ({ ...role, replicas: role.replicas.map(change) }));
}

type Colocated = Pick<PlanRole, 'name' | 'colocate'>;

/** Whether two roles share GPUs in turns; more than two may. */
export function areColocated(a: Colocated, b: Colocated, roles: readonly Colocated[]): boolean {
  const ownersOf = (role: Colocated): ReadonlySet<string> => {
    const found = new Set([role.name]);
    for (const own of found) {
      const { colocate } = roles.find(({ name }) => name === own) ?? role;
      if (colocate !== null) found.add(colocate);
    }
    return found;
  };
  const others = ownersOf(b);
  return [...ownersOf(a)].some((name) => others.has(name));
}

export interface Listener {
  readonly node: string;
  readonly name: string;
  readonly port: number;
}

/** All ports of a replica's processes, with the name of each; and that of its world. */
export function listListeners(one: ReplicaOf): readonly Listener[] {
  const { master, processes } = one.replica;
  const own = listPorts(one);
  // Of a world that roles share the first has the master.
  if (master === null || processes[0]?.rank !== 0) return own;
  return [{ node: master.node, name: 'the master', port: Number(master.port) }, ...own];
}

export const portsOfProcess = (role: PlanRole, { node, ports }: PlanProcess): readonly Listener[] =>
  Object.entries(ports).flatMap(([name, first]) =>
    Array.from({ length: role.ports[name]?.count ?? 1 }, (_, i) => ({ node, name, port: first + i })),
  );

export const listPorts = ({ role, replica }: ReplicaOf): readonly Listener[] =>
  replica.processes.flatMap((process) => portsOfProcess(role, process));

/** Numbers the nodes in the order in which they first appear among these ranks. */
export function numberNodes(nodes: LaunchPlan['nodes'], ranks: readonly Pick<PlanRank, 'node'>[]) {
  const order = new Map([...new Set(ranks.map(({ node }) => node))].map((name, at) => [name, at]));
  return nodes.map((node) => {
    const nodeRank = order.get(node.name) ?? null;
    return nodeRank === node.nodeRank ? node : { ...node, nodeRank };
  });
}

/** A replica as a plan of its own, as everything sees it that starts, checks or watches ranks; `end` says that it is one of several. */
export function planOfReplica(plan: LaunchPlan, { role, replica }: ReplicaOf): LaunchPlan {
  const { backend, visibility, mapping, workload, stages, launch } = role;
  const ranks = replica.processes.map(toRank);
  const { node = '' } = ranks[0] ?? {};
  const address = plan.nodes.find(({ name }) => name === node)?.address ?? null;
  return {
    ...plan,
    ...{ roles: null, worldSize: ranks.length, backend, visibility },
    ...{ mapping, workload, stages, launch, nodes: numberNodes(plan.nodes, ranks), ranks },
    master: replica.master ?? { node, address, port: 'auto' },
  };
}

/** The ranks of a replica's world, as a plan, and where those of the replica begin; null if it has no world. */
export function worldOfReplica(plan: LaunchPlan, one: ReplicaOf) {
  const { world } = one.role;
  if (world === 'none') return null;
  if (world === 'own') return { plan: planOfReplica(plan, one), offset: 0 };
  return { plan: worldsOf(plan)(world), offset: one.replica.processes[0]?.rank ?? 0 };
}

/** The worlds of a plan by name, each put together once: the ranks of one are those of all roles with its name. */
const worldsOf = remember(
  (plan: LaunchPlan) =>
    remember((world: string): LaunchPlan => {
      const members = listReplicas(plan).filter(({ role }) => role.world === world);
      const ranks = joinRanks(members);
      const own = planOfReplica(plan, members[0] as ReplicaOf);
      return { ...own, worldSize: ranks.length, ranks, nodes: numberNodes(plan.nodes, ranks) };
    }),
  new WeakMap(),
);

/** A process of a replica as a rank of its world; null without one. */
export const rankInWorld = (world: ReturnType<typeof worldOfReplica>, process: number): PlanRank | null =>
  world?.plan.ranks[world.offset + process] ?? null;
