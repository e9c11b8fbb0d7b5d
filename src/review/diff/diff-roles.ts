import { listReplicas, nameReplica } from '../../compiler/plan/replica-plan.ts';
import type { LaunchPlan, PlanProcess } from '../../generated/plan.ts';
import { listOwners, listSlotNames } from '../roles/describe-roles.ts';
import type { ProcessChange, ProcessPlace, RolesDiff, SlotChange } from './plan-diff.ts';

/** What differs of the roles of two plans: those of one name, and their replicas and processes of one number, are the same. */
export function diffRoles(old: LaunchPlan, next: LaunchPlan): RolesDiff {
  const [before, after] = [namesOf(old), namesOf(next)];
  return {
    added: after.filter((name) => !before.includes(name)),
    removed: before.filter((name) => !after.includes(name)),
    slots: listSlotChanges(old, next),
    processes: listProcessChanges(old, next),
  };
}

const namesOf = ({ roles }: LaunchPlan): readonly string[] => (roles ?? []).map(({ name }) => name);

/** The name that the ranks of such a plan find in ROLE_NAME. */
const ONLY_ROLE = 'default';

/** A plan of one program as a plan with one role. */
export function asRoles(plan: LaunchPlan): LaunchPlan {
  if (plan.roles !== null) return plan;
  const { backend, visibility, mapping, workload, stages, launch, master } = plan;
  const processes = plan.ranks.map((rank): PlanProcess => ({ ...rank, ports: {} }));
  const none = { colocate: null, ports: {}, dependsOn: {}, readiness: null, cpus: null };
  const runs = { end: true, critical: true, drainSeconds: 0, restarts: 0, world: 'own' } as const;
  const own = { backend, visibility, mapping, workload, stages, launch };
  const replicas = [{ master, processes }];
  const role = { name: ONLY_ROLE, processes: 'gpu' as const, ...none, ...runs, ...own, replicas };
  return { ...plan, end: 'roles', roles: [role], launch: { ...launch, command: null } };
}

function listPlaces(plan: LaunchPlan): ReadonlyMap<string, ProcessPlace> {
  const places = listReplicas(plan).flatMap((one) =>
    one.replica.processes.map(({ node, gpu, gpus, cpuSlot, share, rank, ports }, number) => {
      const place = { node, gpu, gpus, cpuSlot, share, rank, ports };
      return [`${nameReplica(one)} ${number}`, place] as const;
    }),
  );
  return new Map(places);
}

/** In the order of NEW, then those that went. */
function listProcessChanges(old: LaunchPlan, next: LaunchPlan): readonly ProcessChange[] {
  const [before, after] = [listPlaces(old), listPlaces(next)];
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((key): readonly ProcessChange[] => {
    const [from, to] = [before.get(key) ?? null, after.get(key) ?? null];
    if (JSON.stringify(from) === JSON.stringify(to)) return [];
    const [replica = '', process = ''] = key.split(' ');
    return [{ replica, process: Number(process), from, to }];
  });
}

/** Slots that both plans have and that other roles have in NEW; those that no role has in one of them are idle or in use now. */
function listSlotChanges(old: LaunchPlan, next: LaunchPlan): readonly SlotChange[] {
  const [before, after] = [listOwners(old), listOwners(next)];
  const known = new Set(listSlotNames(old));
  return listSlotNames(next).flatMap((slot) => {
    const [was, is] = [rolesOn(before, slot), rolesOn(after, slot)];
    const isOther = known.has(slot) && was.length > 0 && is.length > 0 && was.join() !== is.join();
    return isOther ? [{ slot, old: was, new: is }] : [];
  });
}

const rolesOn = (owners: ReturnType<typeof listOwners>, slot: string): readonly string[] => [
  ...new Set((owners.get(slot) ?? []).map(({ role }) => role.name)),
];
