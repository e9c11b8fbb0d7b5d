import type { PlanRole } from '../../generated/plan.ts';

type Ordered = Pick<PlanRole, 'name' | 'dependsOn'>;

/** The roles in the order in which they are ended: a role goes before those that it depends on, which it may still use. */
export function orderEnds(roles: readonly Ordered[]): readonly (readonly string[])[] {
  const tiers: (readonly string[])[] = [];
  let left = roles;
  while (left.length > 0) {
    const used = new Set(left.flatMap(({ dependsOn }) => Object.keys(dependsOn)));
    const free = left.filter(({ name }) => !used.has(name));
    if (free.length === 0) throw new Error('roles wait for each other');
    tiers.push(free.map(({ name }) => name));
    left = left.filter((role) => !free.includes(role));
  }
  return tiers;
}
