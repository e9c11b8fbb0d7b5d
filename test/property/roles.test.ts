import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createReporter } from '../../src/compiler/diagnostics/reporter.ts';
import { parsePlan } from '../../src/compiler/plan/parse-plan.ts';
import { hostsOfPlan } from '../../src/compiler/plan/placeholders.ts';
import { createProcessEnvironments, wordsOfProcess } from '../../src/compiler/plan/process-environment.ts';
import { listReplicas, nameReplica, planOfReplica } from '../../src/compiler/plan/replica-plan.ts';
import { resolveEnvironment } from '../../src/compiler/plan/resolve-environment.ts';
import type { LaunchPlan } from '../../src/generated/plan.ts';
import { compileText, errorCodes, planOf, planText } from '../compile-text.ts';
import { describeNaively, type NaiveProcess, type NaiveRole } from '../naive-roles.ts';
import { runs } from '../stage.ts';

const wish = fc.record({
  hasGpus: fc.boolean(),
  /** Whether every second replica has CPU slots. */
  isMixed: fc.boolean(),
  processes: fc.constantFrom('gpu', 'node', 'replica'),
  world: fc.constantFrom('own', 'none', 'joint'),
  replicas: fc.integer({ min: 1, max: 3 }),
  size: fc.integer({ min: 1, max: 5 }),
  count: fc.integer({ min: 1, max: 3 }),
});
const machines = fc.array(fc.record({ gpus: fc.nat(8), cpuRanks: fc.nat(5) }), {
  minLength: 1,
  maxLength: 4,
});
type Machines = readonly { readonly gpus: number; readonly cpuRanks: number }[];

const problem = fc
  .record({
    machines,
    wishes: fc.array(wish, { minLength: 1, maxLength: 5 }),
    order: fc.infiniteStream(fc.nat(999)),
  })
  .map(({ machines: list, wishes, order }) => ({ machines: list, roles: allot(list, wishes, order) }))
  .filter(({ roles }) => roles.length > 0);

/** Gives each role free slots, in some order, as far as there are some. */
function allot(
  list: Machines,
  wishes: readonly (typeof wish extends fc.Arbitrary<infer W> ? W : never)[],
  order: fc.Stream<number>,
): readonly NaiveRole[] {
  const shuffle = (slots: string[]) =>
    slots
      .map((slot) => [order.next().value ?? 0, slot] as const)
      .sort(([a], [b]) => a - b)
      .map(([, slot]) => slot);
  const gpus = list.map((machine, n) =>
    shuffle(Array.from({ length: machine.gpus }, (_, i) => `n${n}:${i}`)),
  );
  const cpus = list.map((machine, n) => Array.from({ length: machine.cpuRanks }, (_, i) => `n${n}:cpu${i}`));
  return wishes.flatMap(({ hasGpus, isMixed, replicas, size, ...wanted }, i): readonly NaiveRole[] => {
    const processes = hasGpus ? wanted.processes : 'gpu';
    const found: string[][][] = [];
    for (let replica = 0; replica < replicas; replica++) {
      const hasCpus = !hasGpus || (isMixed && processes === 'gpu' && replica % 2 === 1);
      const made = take(hasCpus ? cpus : gpus, size, processes);
      if (made === null) break;
      found.push(made);
    }
    return found.length === 0
      ? []
      : [
          {
            name: `r${i}`,
            processes,
            world: wanted.world,
            base: 10_000 + 500 * i,
            count: wanted.count,
            replicas: found,
          },
        ];
  });
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

function documentOf(list: Machines, roles: readonly NaiveRole[]) {
  const described = roles.map((role, i) => {
    const { name, processes, base, count, replicas } = role;
    const isAlone = roles.filter((one) => one.world === 'joint').length < 2;
    return [
      name,
      {
        slots: replicas.flat(2),
        ...{
          replicas: replicas.length,
          processes,
          world: role.world === 'joint' && isAlone ? 'own' : role.world,
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

/** What the compiler says of each process, in the words of the reference. */
function describe(plan: LaunchPlan): readonly NaiveProcess[] {
  const hostOf = hostsOfPlan(plan);
  return listReplicas(plan).flatMap((one) => {
    const environmentOf = createProcessEnvironments(plan, one, hostOf);
    return planOfReplica(plan, one).ranks.map((rank): NaiveProcess => {
      const env = resolveEnvironment(environmentOf(rank), rank, {});
      const world =
        env.get('RANK') == null
          ? 'alone'
          : `${env.get('RANK')}/${env.get('WORLD_SIZE')} ${env.get('MASTER_ADDR')}:${env.get('MASTER_PORT')}`;
      const words = wordsOfProcess(plan, one, rank.rank, hostOf).slice(1);
      expect(env.get('TEXT')).toBe(words.join(' '));
      return {
        name: `${nameReplica(one)}-${rank.rank}`,
        ...{ node: rank.node, world, words, sees: env.get('CUDA_VISIBLE_DEVICES') ?? '' },
        port: one.replica.processes[rank.rank]?.ports['p'] ?? 0,
      };
    });
  });
}

test('processes are where a naive reference has them, and find what it says', () => {
  fc.assert(
    fc.property(problem, ({ machines: list, roles }) => {
      const document = documentOf(list, roles);
      const joined = roles.map((role) => ({
        ...role,
        world: document.roles[role.name]?.world ?? role.world,
      }));
      const plan = planOf(document);
      expect(describe(plan)).toEqual(describeNaively(joined));
      const text = planText(plan) ?? '';
      expect(planText(planOf(document))).toBe(text);
      const report = createReporter();
      const parsed = parsePlan({ name: 'plan.json', text }, report);
      expect([planText(parsed), report.errorCount()]).toEqual([text, 0]);
      expect(parsed).toEqual(plan);
    }),
    { numRuns: runs(20_000, 300) },
  );
});

type Document = ReturnType<typeof documentOf>;

/** One mistake in a sound topology, and its code; null where there is no place for it. */
const MISTAKES: Readonly<Record<string, (document: Document, first: string, last: string) => object | null>> =
  {
    RP3064: ({ roles }, first, last) =>
      first === last
        ? null
        : {
            roles: {
              ...roles,
              [last]: {
                ...roles[last],
                slots: [...(roles[first]?.slots ?? []).slice(0, 1), ...(roles[last]?.slots.slice(1) ?? [])],
                processes: 'gpu',
              },
            },
          },
    RP3067: ({ roles }, first) => ({
      roles: { ...roles, [first]: { ...roles[first], ports: { p: 9000, q: 9000 } } },
    }),
    RP3061: ({ roles }, first) => ({
      roles: { ...roles, [first]: { ...roles[first], dependsOn: { nowhere: 'ready' } } },
    }),
    RP3062: ({ roles }, first, last) =>
      first === last
        ? null
        : {
            roles: {
              ...roles,
              [first]: { ...roles[first], dependsOn: { [last]: 'ready' } },
              [last]: { ...roles[last], dependsOn: { [first]: 'ready' } },
            },
          },
    RP3063: () => ({ end: undefined }),
    RP3068: ({ roles }, first) => ({
      roles: { ...roles, [first]: { ...roles[first], launch: { command: ['{{nobody.p.url}}'] } } },
    }),
    RP3065: ({ roles }, first) => ({
      roles: { ...roles, [first]: { ...roles[first], replicas: (roles[first]?.slots.length ?? 0) + 1 } },
    }),
  };

test('one mistake is one finding of its code, and no plan', () => {
  fc.assert(
    fc.property(problem, fc.constantFrom(...Object.keys(MISTAKES)), ({ machines: list, roles }, code) => {
      const document = documentOf(list, roles);
      const change = MISTAKES[code]?.(document, roles[0]?.name ?? '', roles.at(-1)?.name ?? '');
      if (change == null) return;
      const made = compileText({ ...document, ...change });
      expect([errorCodes(made), made.plan]).toEqual([[code], null]);
    }),
    { numRuns: runs(5000, 300) },
  );
});
