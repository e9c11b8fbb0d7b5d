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
import { describeNaively, type NaiveProcess } from '../naive-roles.ts';
import { joinWorlds, problemOf, rolesDocument, wish } from '../random-roles.ts';
import { runs } from '../stage.ts';

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
    fc.property(problemOf(wish), ({ machines: list, roles }) => {
      const document = rolesDocument(list, roles);
      const plan = planOf(document);
      expect(describe(plan)).toEqual(describeNaively(joinWorlds(roles)));
      const text = planText(plan) ?? '';
      expect(planText(planOf(document))).toBe(text);
      const report = createReporter();
      const parsed = parsePlan({ name: 'plan.json', text }, report);
      expect([planText(parsed), report.errorCount()]).toEqual([text, 0]);
      expect(parsed).toEqual(plan);
    }),
    { numRuns: runs(5000, 100) },
  );
});

type Document = ReturnType<typeof rolesDocument>;

/** One mistake in a sound topology, and its code; null where there is no place for it. */
const MISTAKES: Readonly<Record<string, (document: Document, first: string, last: string) => object | null>> =
  {
    RP3064({ roles }, first, last) {
      const [taken = ''] = roles[first]?.slots ?? [];
      const slots = [taken, ...(roles[last]?.slots ?? []).slice(1)];
      return first === last ? null : change(roles, last, { slots, processes: 'gpu' });
    },
    RP3067: ({ roles }, first) => change(roles, first, { ports: { p: 9000, q: 9000 } }),
    RP3061: ({ roles }, first) => change(roles, first, { dependsOn: { nowhere: 'ready' } }),
    RP3062: ({ roles }, first, last) =>
      first === last ? null : change(roles, first, { dependsOn: { [last]: 'ready' } }),
    RP3063: () => ({ end: undefined }),
    RP3068: ({ roles }, first) => change(roles, first, { launch: { command: ['{{nobody.p.url}}'] } }),
    RP3065: ({ roles }, first) => change(roles, first, { replicas: (roles[first]?.slots ?? []).length + 1 }),
  };

const change = (roles: Document['roles'], name: string, values: object) => ({
  roles: { ...roles, [name]: { ...roles[name], ...values } },
});

const alone = problemOf(wish.map((one) => ({ ...one, colocate: null })));

test('one mistake is one finding of its code, and no plan', () => {
  fc.assert(
    fc.property(alone, fc.constantFrom(...Object.keys(MISTAKES)), ({ machines: list, roles }, code) => {
      const document = rolesDocument(list, roles);
      const changed = MISTAKES[code]?.(document, roles[0]?.name ?? '', roles.at(-1)?.name ?? '');
      if (changed == null) return;
      const made = compileText({ ...document, ...changed });
      expect([errorCodes(made), made.plan]).toEqual([[code], null]);
    }),
    { numRuns: runs(5000, 100) },
  );
});
