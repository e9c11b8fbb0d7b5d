import { LATER_FIELDS, leaveOut } from '../../compiler/plan/plan-format.ts';
import { groupBy } from '../../compiler/values/lists.ts';
import type { LaunchPlan, PlanNode, PlanRole } from '../../generated/plan.ts';
import type { SlotUniverse } from '../mapping/slot-universe.ts';
import { nameMaster } from '../roles/describe-roles.ts';
import { judgeRoleSetting, judgeSetting } from './dangers.ts';
import type { Pair, SettingChange, Value } from './plan-diff.ts';

/** Values of the plan that are neither ranks nor GPUs, which have lists of their own. */
export function listSettings(old: LaunchPlan, next: LaunchPlan, universe: SlotUniverse) {
  return [
    ...compare(jobSettings(old), jobSettings(next), []),
    ...listRoleSettings(old, next),
    ...listNodeSettings(universe, { old: old.levels, new: next.levels }),
  ];
}

/** The name, the world size and the master are at the head of the diff. */
function jobSettings(plan: LaunchPlan): Settings {
  const kept = leaveOut(plan, LATER_FIELDS);
  const { backend, visibility, mapping, workload, stages = null, launch, slurm, levels = null } = kept;
  const job = slurm && { ...slurm, directives: nameFlags(slurm.directives) };
  const program = { backend, visibility, levels, mapping, workload, stages };
  const own = plan.roles === null ? program : { end: plan.end, levels };
  return { ...own, launch, slurm: job } as unknown as Settings; // interfaces have no index signature
}

/**
 * What changed of roles that both plans have, unless it did so for all of them, on top; of an added one what it runs and
 * where it listens. A removed one is named as such.
 */
function listRoleSettings(old: LaunchPlan, next: LaunchPlan): readonly SettingChange[] {
  const before = new Map((old.roles ?? []).map((role) => [role.name, role]));
  const onTop = new Set(compare(jobSettings(old), jobSettings(next), []).map(nameChange));
  return (next.roles ?? []).flatMap((role) => {
    const known = before.get(role.name);
    // An added role is compared with what stands on top for all.
    const { command: _, ...shared } = next.launch;
    const was = known ? roleSettings(known, role) : ({ launch: shared } as unknown as Settings);
    const changes = compare(was, roleSettings(role, known), []).map((change) => ({
      ...change,
      path: ['roles', role.name, ...change.path],
      ...judgeRoleSetting(change.path, change.old, change.new),
    }));
    return changes.filter(
      (change) =>
        !onTop.has(nameChange({ ...change, path: change.path.slice(2) })) &&
        (known !== undefined || ['code', 'hosts', 'program'].includes(change.danger)),
    );
  });
}

const nameChange = ({ path, old, new: next }: SettingChange): string => JSON.stringify([path, old, next]);

/** Processes, with their GPUs, are listed one by one; masters are those of replicas that the other plan has, too. */
function roleSettings({ name: _, replicas, ports, ...role }: PlanRole, other?: PlanRole): Settings {
  const both = replicas.slice(0, other?.replicas.length);
  const masters = Object.fromEntries(both.map(nameMaster).entries());
  const mapping = { ...role.mapping, gpusPerRank: null };
  // As a topology has them: a number where each process has one.
  const written = Object.entries(ports).map(([name, port]) => [name, port.count === 1 ? port.base : port]);
  const counted = { mapping, replicas: replicas.length, ports: Object.fromEntries(written), masters };
  return { ...role, ...counted } as unknown as Settings;
}

/** An option without a value is null in the plan, which reads as not set here; a topology has `true`. */
const nameFlags = (directives: Readonly<Record<string, string | null>>): Settings =>
  Object.fromEntries(Object.entries(directives).map(([name, value]) => [name, value ?? true]));

type Settings = { readonly [key: string]: Value };

const isMap = (value: Value | undefined): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const saysNothing = (value: Value | undefined): boolean =>
  value == null || (Array.isArray(value) && value.length === 0);

/** Compares map by map; lists and scalars are compared, and shown, as a whole. Paths begin after `top`. */
function compare(
  old: Settings,
  next: Settings,
  top: readonly string[],
  above: readonly string[] = top,
): SettingChange[] {
  const keys = [...new Set([...Object.keys(old), ...Object.keys(next)])];
  return keys.flatMap((key): SettingChange[] => {
    const before = Object.hasOwn(old, key) ? old[key] : undefined;
    const after = Object.hasOwn(next, key) ? next[key] : undefined;
    const path = [...above, key];
    if (isMap(before) || isMap(after)) {
      // A section that one plan lacks is shown by the values that the other has.
      if ((isMap(before) || before == null) && (isMap(after) || after == null))
        return compare(before ?? {}, after ?? {}, top, path);
    }
    if (before === after || JSON.stringify(before) === JSON.stringify(after)) return [];
    // A section comes with every key that it may have: those that say nothing would hide what does.
    if (saysNothing(before) && saysNothing(after)) return [];
    const set = { old: before !== undefined, new: after !== undefined };
    const values = { old: before ?? null, new: after ?? null };
    const judgement = judgeSetting(path, values.old, values.new);
    return [{ path: path.slice(top.length), nodes: [], ...values, set, ...judgement }];
  });
}

type Levels = Pair<readonly string[] | null>;

function nodeSettings(node: PlanNode, levels: Levels['old']): Settings {
  const { address, bind, cpus, env, spare, cpuSlot } = node;
  const places = levels?.map((level, i) => [level, node.domain?.[i] ?? null]);
  return { address, bind, cpus, env, spare, cpuSlot, domain: places ? Object.fromEntries(places) : null };
}

/** What changed of nodes that both plans have; the same change of many nodes is one. */
function listNodeSettings({ nodes }: SlotUniverse, levels: Levels): SettingChange[] {
  const changes = nodes.flatMap(({ name, old, new: next }) => {
    if (old === null || next === null) return [];
    const [before, after] = [nodeSettings(old, levels.old), nodeSettings(next, levels.new)];
    return compare(before, after, ['nodes']).map((change) => ({ change, name }));
  });
  const keyOf = ({ path, old, new: next, set }: SettingChange) => JSON.stringify([path, old, next, set]);
  const groups = groupBy(changes, ({ change }) => keyOf(change));
  return [...groups.values()].map((group) => ({ ...group[0].change, nodes: group.map(({ name }) => name) }));
}
