import type { LaunchPlan, PlanProcess, PlanReplica, PlanRole } from '../../generated/plan.ts';
import type { RankMap } from '../mapping/map-ranks.ts';
import { gatherFacts } from '../mapping/placement-facts.ts';
import { lowerPlan } from '../plan/lower-plan.ts';
import { checkMapping } from '../rules/rules.ts';
import { shareWork } from '../sharing/share-work.ts';
import { stageLayers } from '../sharing/stage-layers.ts';
import { keySpan, valueSpan } from '../syntax/document.ts';
import type { Role } from '../syntax/topology.ts';
import type { HostPorts } from './assign-ports.ts';
import type { PlacedRole } from './map-role.ts';

/** A role as the plan has it; masters are filled in later. Null when a mistake was reported. */
export function planRole(placed: PlacedRole, ports: HostPorts['assigned'][number]): PlanRole | null {
  const { role, report } = placed;
  const plans = placed.replicas.map((ranks) => planReplica(placed, ranks));
  const [first] = plans;
  if (first == null || !plans.every((plan) => plan !== null)) return null;
  if (role.topology.launch.masterPort === 'auto' && role.world !== 'none')
    report.error('RP3060', keySpan(role.source, 'launch'), 'the port of a role is decided in the plan', {
      help: 'leave `master.port` out, or write a number',
    });
  const { mapping, workload, stages, launch } = first;
  const backend = agreed(plans, 'backend', 'gloo');
  const visibility = agreed(plans, 'visibility', 'isolated');
  const { source: _source, slots: _slots, gpusPerReplica: _size, topology: _topology, ...said } = role;
  return {
    ...said,
    ...{ backend, visibility, mapping, workload, stages, launch },
    replicas: plans.map((plan, number) => lowerReplica(plan, role, ports[number] ?? [])),
  };
}

/** What all replicas have; where their devices are unlike, `other`, which suits all devices. */
function agreed<K extends 'backend' | 'visibility'>(
  plans: readonly LaunchPlan[],
  key: K,
  other: LaunchPlan[K],
): LaunchPlan[K] {
  const [first] = plans;
  return first !== undefined && plans.every((plan) => plan[key] === first[key]) ? first[key] : other;
}

function lowerReplica(
  { ranks }: LaunchPlan,
  { world }: Role,
  ports: readonly Readonly<Record<string, number>>[],
): PlanReplica {
  const processes = ranks.map(({ node, localRank, gpu, gpus, cpuSlot, share, why }, at): PlanProcess => {
    const rank = world === 'none' ? null : at;
    return { node, localRank, gpu, gpus, cpuSlot, share, rank, ports: { ...ports[at] }, why };
  });
  return { master: null, processes };
}

/** One replica, through the phases of a plan of its own. */
function planReplica(placed: PlacedRole, ranks: RankMap): LaunchPlan | null {
  const { role, inventory, places, report } = placed;
  const facts = gatherFacts(inventory, ranks);
  const { topology } = role;
  const hasTeams = role.processes === 'replica' && ranks.starts !== null;
  const gpusPerRank = hasTeams ? ranks.slots.length / ranks.worldSize : topology.mapping.gpusPerRank;
  const mapping = { ...topology.mapping, gpusPerRank };
  const settings = { ...topology, slurm: null, mapping };
  const { groupSize, parallel } = topology.launch;
  const problem = { inventory, places, report, mapping, groupSize };
  const shares = shareWork(topology.workload, ranks, problem);
  checkMapping({ settings, inventory, ranks, facts, places, report });
  if (report.allErrorCount() > 0) return null;
  const layers = stageLayers(topology.stages, parallel, ranks, problem);
  return report.errorCount() > 0 ? null : lowerPlan(settings, inventory, ranks, facts, shares, layers);
}

/** Each world listens on a port of its first host that no other world, and no port of a role, has there. */
export function takeMasters(
  placed: readonly PlacedRole[],
  roles: readonly PlanRole[],
  ports: HostPorts,
): readonly PlanRole[] {
  const joined = new Map<string, { readonly master: PlanReplica['master']; size: number }>();
  return roles.map((role, at) => {
    const one = placed[at] as PlacedRole;
    const { launch } = one.role.topology;
    const listen = (node: string): NonNullable<PlanReplica['master']> => {
      const index = one.inventory.nodeByName.get(node) ?? 0;
      const wanted = launch.masterPort === 'auto' ? 0 : launch.masterPort;
      const { port, owner } = ports.takeMaster(one.role, index, wanted);
      const { master = {} } = launch.source ?? {};
      if (master.port !== undefined && port !== wanted && role.replicas.length === 1) {
        const message = `port ${wanted} on ${node} is ${owner?.port} of ${owner?.role.name}`;
        const help = `choose another, or leave it out: ${port} is free`;
        one.report.error('RP3067', valueSpan(master, 'port'), message, { help });
      }
      return { node, address: launch.masterAddress ?? one.inventory.nodes[index]?.address ?? null, port };
    };
    const replicas = role.replicas.map((replica) => {
      const first = replica.processes[0]?.node ?? '';
      if (role.world === 'none') return replica;
      if (role.world === 'own') return { ...replica, master: listen(first) };
      const world = joined.get(role.world) ?? { master: listen(first), size: 0 };
      joined.set(role.world, world);
      const processes = replica.processes.map((process) => ({ ...process, rank: world.size++ }));
      return { master: world.master, processes };
    });
    return { ...role, replicas };
  });
}
