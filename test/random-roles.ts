import fc from 'fast-check';
import type { NaiveRole } from './naive-roles.ts';

/** What a role would have, if there are enough slots. */
export const wish = fc.record({
  hasGpus: fc.boolean(),
  /** Whether every second replica has CPU slots. */
  isMixed: fc.boolean(),
  processes: fc.constantFrom('gpu', 'node', 'replica'),
  world: fc.constantFrom('own', 'none', 'joint'),
  replicas: fc.integer({ min: 1, max: 3 }),
  size: fc.integer({ min: 1, max: 5 }),
  count: fc.integer({ min: 1, max: 3 }),
  /** The role before it that it shares slots with, if there is one. */
  colocate: fc.option(fc.nat(3), { freq: 3 }),
});
export type Wish = typeof wish extends fc.Arbitrary<infer W> ? W : never;
const machines = fc.array(fc.record({ gpus: fc.nat(8), cpuRanks: fc.nat(5) }), {
  minLength: 1,
  maxLength: 4,
});
type Machines = readonly { readonly gpus: number; readonly cpuRanks: number }[];

/** Machines, and roles that use slots of them. */
export const problemOf = (wishes: fc.Arbitrary<Wish>, on: fc.Arbitrary<Machines> = machines) =>
  fc
    .record({
      machines: on,
      wishes: fc.array(wishes, { minLength: 1, maxLength: 5 }),
      order: fc.infiniteStream(fc.nat(999)),
    })
    .map(({ machines: list, wishes, order }) => ({ machines: list, roles: allot(list, wishes, order) }))
    .filter(({ roles }) => roles.length > 0);

/** Gives each role free slots, in some order, as far as there are some. */
function allot(list: Machines, wishes: readonly Wish[], order: fc.Stream<number>): readonly NaiveRole[] {
  const shuffle = (slots: string[]) =>
    slots
      .map((slot) => [order.next().value ?? 0, slot] as const)
      .sort(([a], [b]) => a - b)
      .map(([, slot]) => slot);
  const gpus = list.map((machine, n) =>
    shuffle(Array.from({ length: machine.gpus }, (_, i) => `n${n}:${i}`)),
  );
  const cpus = list.map((machine, n) => Array.from({ length: machine.cpuRanks }, (_, i) => `n${n}:cpu${i}`));
  const made: NaiveRole[] = [];
  for (const [i, one] of wishes.entries()) {
    const { hasGpus, isMixed, replicas, size, colocate, ...wanted } = one;
    const owner = colocate === null ? undefined : made[colocate];
    const named = { name: `r${i}`, world: wanted.world, base: 10_000 + 500 * i, count: wanted.count };
    if (owner !== undefined) made.push({ ...named, colocate: owner.name, ...share(owner, one) });
    if (owner !== undefined) continue;
    const processes = hasGpus ? wanted.processes : 'gpu';
    const found: string[][][] = [];
    for (let replica = 0; replica < replicas; replica++) {
      const hasCpus = !hasGpus || (isMixed && processes === 'gpu' && replica % 2 === 1);
      const taken = take(hasCpus ? cpus : gpus, size, processes);
      if (taken === null) break;
      found.push(taken);
    }
    if (found.length > 0) made.push({ ...named, processes, replicas: found });
  }
  return made;
}

/** The slots of another role in its order, in processes as far as these slots can be. */
function share(owner: NaiveRole, wanted: Wish): Pick<NaiveRole, 'processes' | 'replicas'> {
  const slots = owner.replicas.flat(2);
  const hasCpus = slots.some((slot) => slot.includes('cpu'));
  // A CPU slot before a GPU of one replica is a mistake.
  const isMixed = hasCpus && slots.some((slot) => !slot.includes('cpu'));
  const many = isMixed ? owner.replicas.length : wanted.replicas;
  const count = slots.length % many === 0 ? many : 1;
  const size = slots.length / count;
  const lots = Array.from({ length: count }, (_, i) => slots.slice(i * size, (i + 1) * size));
  const nodesOf = (lot: string[]) => [...new Set(lot.map((slot) => slot.replace(/:.*/, '')))];
  const isWhole = lots.every((lot) => nodesOf(lot).length === 1);
  const processes = hasCpus || (wanted.processes === 'replica' && !isWhole) ? 'gpu' : wanted.processes;
  const divide = (lot: string[]) =>
    processes === 'gpu'
      ? lot.map((slot) => [slot])
      : nodesOf(lot).map((node) => lot.filter((slot) => slot.startsWith(`${node}:`)));
  return { processes, replicas: lots.map(divide) };
}

/** The slots of one replica, by process; null if too few are left. */
function take(free: string[][], size: number, processes: NaiveRole['processes']): string[][] | null {
  if (processes === 'replica') {
    const node = free.find((slots) => slots.length >= size);
    return node === undefined ? null : [node.splice(0, size)];
  }
  if (free.flat().length < size) return null;
  const groups = free.map((slots, n) => {
    const before = free.slice(0, n).reduce((sum, { length }) => sum + length, 0);
    return Math.max(0, Math.min(slots.length, size - before));
  });
  const taken = groups.map((count, n) => free[n]?.splice(0, count) ?? []).filter(({ length }) => length > 0);
  return processes === 'node' ? taken : taken.flat().map((slot) => [slot]);
}

const WORDS = (name: string) => [
  '{{self.p.port}}',
  `{{${name}.p.urls}}`,
  '{{self.replica}}.{{self.process}}',
  '{{self.leader}}',
  `{{${name}.p.json}}`,
];

/** The topology of these roles. */
export function rolesDocument(list: Machines, roles: readonly NaiveRole[]) {
  const described = joinWorlds(roles).map((role, i) => {
    const { name, processes, base, count, replicas, world } = role;
    return [
      name,
      {
        ...{ slots: role.colocate === undefined ? replicas.flat(2) : undefined, colocate: role.colocate },
        ...{
          replicas: replicas.length,
          processes,
          world,
        },
        ports: { p: { base, count } },
        dependsOn: Object.fromEntries(roles.slice(0, i).map((one) => [one.name, 'ready'])),
        launch: { command: ['x', ...WORDS(name)], env: { TEXT: WORDS(name).join(' ') } },
      },
    ] as const;
  });
  const nodes = list.map(({ gpus, cpuRanks }, n) => ({
    hosts: `n${n}`,
    ...(gpus > 0 ? { gpus: { count: gpus } } : {}),
    cpuRanks: cpuRanks + 1,
  }));
  return { version: 1, name: 'x', nodes, end: 'signal', roles: Object.fromEntries(described) };
}

/** The roles, each in the world that its topology gives it. */
export function joinWorlds(roles: readonly NaiveRole[]): readonly NaiveRole[] {
  const isAlone = roles.filter(({ world }) => world === 'joint').length < 2;
  return roles.map((role) => ({ ...role, world: role.world === 'joint' && isAlone ? 'own' : role.world }));
}
