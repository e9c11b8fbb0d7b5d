import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { bindPlan } from '../../src/compiler/plan/bind-plan.ts';
import { replaceNode } from '../../src/compiler/plan/replace-node.ts';
import { complete } from '../../src/editor/complete.ts';
import { define } from '../../src/editor/define.ts';
import { hover } from '../../src/editor/hover.ts';
import type { LaunchPlan } from '../../src/generated/plan.ts';
import { diffPlans } from '../../src/review/diff/diff-plans.ts';
import { renderDiffMarkdown } from '../../src/review/diff/render-markdown.ts';
import { renderDiffText } from '../../src/review/diff/render-text.ts';
import { explainPlan } from '../../src/review/explain/explain-plan.ts';
import { renderExplanations } from '../../src/review/explain/explanation.ts';
import { renderHtml } from '../../src/review/show/html/render-html.ts';
import { renderTable } from '../../src/review/show/table.ts';
import { CODE_PAGES } from '../code-pages.ts';
import { runRankplan } from '../command/run-rankplan.ts';
import { compileText, planOf } from '../compile-text.ts';
import { findContradiction } from '../find-contradiction.ts';
import { some } from '../stage.ts';

const GOLDEN = readFileSync('test/golden/cases/roles/topology.yaml', 'utf8');
const GRPO = readFileSync('test/golden/diffs/roles/old.yaml', 'utf8');

/** A world that two roles share, on nodes with a spare. */
const SHARED = `version: 1
name: rpc
nodes:
  - { hosts: "c[1-2]", gpus: { count: 2 } }
  - { hosts: c9, gpus: { count: 2 }, spare: true }
roles:
  ps: { slots: ["c1:0"], world: rpc, ports: { rpc: 9000 }, launch: { command: [python, ps.py] } }
  worker: { slots: ["c1:1", "c2:0-1"], world: rpc, end: true, launch: { command: [python, w.py, "{{ps.rpc.url}}"] } }
`;
const BOUND = SHARED.replace('"c[1-2]"', '"c[1-2]", bind: job').replace(/ {2}- \{ hosts: c9.*\n/, '');
const RANKED = `version: 1
name: ranked
nodes: [{ hosts: "a[1-2]", domain: { rack: r1 }, gpus: [{ index: 0-3, score: 100 }, { index: 4-7, score: 50 }] }]
launch: { groupSize: 1 }
roles:
  trainer:
    slots: ["a[1-2]:0-5"]
    mapping: { strategy: performance-ranked }
    workload: { globalBatch: 120, shares: proportional }
    end: true
    launch: { command: [t], parallel: { tp: 2 } }
  eval: { slots: ["a1:6-7"], processes: replica, critical: false, launch: { command: [e] } }
`;

const topologies = [
  GOLDEN,
  GRPO,
  readFileSync('test/golden/diffs/roles/new.yaml', 'utf8'),
  readFileSync('test/golden/diffs/to-roles/old.yaml', 'utf8'),
  ...[SHARED, BOUND, RANKED],
  ...CODE_PAGES.flatMap(({ good }) => good).flatMap((example) => {
    const text = typeof example === 'string' ? example : ((example as { text?: string }).text ?? '');
    return text.includes('\nroles:') ? [text] : [];
  }),
];
const compiled = topologies.map((text) => compileText(text)).filter(({ plan }) => plan !== null);

const ask = (
  text: string,
  ...question: Parameters<typeof explainPlan> extends [unknown, ...infer Q] ? Q : never
) => {
  const { plan, topology, decisions } = compileText(text);
  if (plan === null) throw new Error('it does not compile');
  const answer = explainPlan({ plan, topology, decisions }, ...question);
  return typeof answer === 'string' ? answer : renderExplanations(answer);
};

test('scores that one role reads are not said to be read by none', () => {
  const codes = (text: string) => compileText(text).diagnostics.map(({ code }) => code);
  expect(codes(RANKED)).not.toContain('RP3007');
  expect(codes(RANKED.replace(/ {4}mapping: .*\n {4}workload: .*\n/, ''))).toContain('RP3007');
});

describe('show', () => {
  test('has a part for each role, with what its processes see, their ports, and their ranks', () => {
    const text = renderTable(planOf(GRPO));
    expect(text).toMatch(
      /^grpo: 6 processes of 2 roles on a\nstarts: server; then trainer\nends: when trainer/,
    );
    expect(text).toMatch(/^server-1 +0 +a +6-7 +cuda:0-1 +http 8001 +listed as a:4-7$/m);
    expect(text).toMatch(/^trainer-0 +3 +a +3 +3 +cuda:3 +3 +localhost:29500 +listed as a:0-3$/m);
    expect(text).not.toMatch(/visibility|strategy/);
  });

  test('has the local rank that counts what the process sees, in a world that roles share', () => {
    expect(renderTable(planOf(SHARED))).toMatch(/^worker-0 +0 +c1 +1 +0 +cuda:0 +1 +c1:29500 /m);
  });

  test('draws no picture of ranks that are none', () => {
    const found = runRankplan(['show', '--format', 'svg', 'test/golden/diffs/roles/old.yaml']);
    expect([found.status, found.stdout]).toEqual([1, '']);
    expect(found.stderr).toContain('error[RP4203]');
  });
});

describe('explain', () => {
  test('answers for each role, or for one replica', () => {
    expect(ask(GRPO, { kind: 'rank', rank: 0 }).match(/^process 0 of .*/gm)).toEqual([
      'process 0 of server-0 is on a:4-5',
      'process 0 of server-1 is on a:6-7',
      'process 0 of trainer-0 is on a:0',
    ]);
    expect(ask(GRPO, { kind: 'rank', rank: 0 }, 'server-1')).toMatch(/ports +http 8001\n +world +none/);
    expect(ask(GRPO, { kind: 'plan' }, 'trainer')).toMatch(/starts +when server is ready {2}\[.*:16:16\]/);
    expect(ask(GRPO, { kind: 'slot', name: 'a:cpu0' })).toContain('no role has it among its slots');
    expect(ask(GRPO, { kind: 'slot', name: 'a:5' }, 'trainer')).toContain('server-0 has it');
  });

  test('says what a plan has not', () => {
    expect(ask(GRPO, { kind: 'plan' }, 'sever')).toBe('the plan has no role sever: it has server, trainer');
    expect(ask(GRPO, { kind: 'rank', rank: 9 })).toBe('no replica of any role has a process 9');
    const plain = 'version: 1\nname: x\nnodes: [{hosts: a, gpus: {count: 1}}]\n';
    expect(ask(plain, { kind: 'plan' }, 'x')).toContain('no roles');
  });
});

/** The verdict of one change of GRPO. */
const verdict = (change: (text: string) => string): string => {
  expect(change(GRPO)).not.toBe(GRPO);
  return diffPlans(planOf(GRPO), planOf(change(GRPO))).headline;
};

test.each<readonly [string, string, string | RegExp]>([
  ['python, grpo.py', 'python, x.py', /^other code runs: roles\.trainer\.launch\.command; no process moves$/],
  ['http: 8000', 'http: 8100', /^other hosts: roles\.server\.ports\.http; no process moves$/],
  ['end: true', 'end: true\n    restart: on-failure', '1 setting changes: roles.trainer.restarts'],
  ['/health,', '/ready,', '1 setting changes: roles.server.readiness.value'],
  ['dependsOn: { server: ready }', 'drain: 5s', '2 settings change: roles.trainer.dependsOn.server'],
  ['"a:0-3"', '"a:0-2"', 'no process moves, 1 removed'],
  [
    'replicas: 2\n    gpusPerReplica: 2',
    'replicas: 1',
    /^(?!.*masters).*1 process moves, 1 removed;.* 1 setting changes: roles\.server\.replicas$/,
  ],
])('the verdict of %s → %s', (old, now, expected) => {
  const found = verdict((text) => text.replace(old, now));
  if (typeof expected === 'string') expect(found).toContain(expected);
  else expect(found).toMatch(expected);
});

test('a slot that changes role comes after code and ports, and before settings', () => {
  const found = verdict((text) =>
    text
      .replace('"a:4-7"', '"a:3-6"')
      .replace('"a:0-3"', '"a:0-2", "a:7"')
      .replace('serve,', 'serve2,')
      .replace('8000', '8002')
      .replace('end: true', 'end: true\n    drain: 9s'),
  );
  expect(found.split('; ').map((clause) => clause.replace(/:.*/, ''))).toEqual([
    'other code runs',
    'other hosts',
    '2 slots change role',
    '3 processes move',
    '1 setting changes',
  ]);
});

const sound = (plan: LaunchPlan | { readonly problem: string }): LaunchPlan => {
  if ('problem' in plan) throw new Error(plan.problem);
  expect(findContradiction(plan)).toBeNull();
  return plan;
};

test('a spare takes all processes of a node, of whatever role, with the master', () => {
  const plan = sound(replaceNode(planOf(SHARED), 'c1', 'c9'));
  const places = plan.roles?.flatMap(({ replicas }) =>
    replicas.flatMap(({ master, processes }) => [master?.address, ...processes.map(({ node }) => node)]),
  );
  expect(places).toEqual(['c9', 'c9', 'c9', 'c9', 'c2', 'c2']);
  expect(plan.ranks.map(({ node }) => node)).toEqual(['c9', 'c9', 'c2', 'c2']);
});

test('a plan that a job binds gets its machines', () => {
  const plan = sound(bindPlan(planOf(BOUND), ['n7', 'n8']));
  const masters = plan.roles?.flatMap(({ replicas }) => replicas.map(({ master }) => master?.address));
  expect(masters).toEqual(['n7', 'n7']);
  expect(plan.ranks.map(({ node }) => node)).toEqual(['n7', 'n7', 'n8', 'n8']);
});

describe('an editor', () => {
  const whole = compileText(GRPO);
  const at = (marked: string) => {
    const offset = marked.indexOf('|');
    const text = marked.slice(0, offset) + marked.slice(offset + 1);
    const compilation = text === GRPO ? whole : compileText(text);
    const document = TextDocument.create('file:///lab.yaml', 'yaml', 1, text);
    return { document, offset, compilation, known: () => whole };
  };
  const hovered = (marked: string) => JSON.stringify(hover(at(marked))?.contents ?? '');
  const offered = (marked: string) => complete(at(marked)).map(({ label }) => label);

  test('says what a role is, where its name stands and where others name it', () => {
    expect(hovered(GRPO.replace('  server:', '  ser|ver:'))).toContain('server-0     a:4-5');
    expect(hovered(GRPO.replace('{ server: ready', '{ ser|ver: ready'))).toContain('server-1     a:6-7');
    const slots = 'a:4  server-0\\na:5  server-0\\na:6  server-1';
    expect(hovered(GRPO.replace('a:4-7', 'a:4|-7'))).toContain(slots);
    expect(hovered(GRPO.replace('each: server', 'each: ser|ver'))).toContain('2 replicas of 1 process');
  });

  test('offers roles, slots and ports', () => {
    expect(offered(GRPO.replace('{ server: ready }', '{ | }'))).toEqual(['server']);
    expect(offered(GRPO.replace('each: server', 'each: |'))).toContain('server');
    expect(offered(GRPO.replace('"a:4-7"', '"a:|"'))).toContain('a:0-7');
    expect(offered(GRPO.replace('port: http', 'port: |'))).toContain('http');
  });

  test('answers at every place, also of a text that is not whole', () => {
    let answered = 0;
    for (let offset = 0; offset < GRPO.length; offset += 11)
      for (const text of [GRPO, GRPO.slice(0, offset)]) {
        const request = at(`${text.slice(0, offset)}|${text.slice(offset)}`);
        answered += complete(request).length + Number(hover(request) !== null);
        answered += define(request, () => null).length;
      }
    expect(answered).toBeGreaterThan(300);
  });

  test('goes from a name to its role', () => {
    const [found] = define(at(GRPO.replace('{ server: ready', '{ ser|ver: ready')), () => null);
    expect(found?.range.start).toEqual({ line: 4, character: 2 });
  });
});

/** What reviewers see has no value that is missing, and nothing throws. */
const isWhole = (text: string): void => expect(text).not.toMatch(/undefined|NaN|\[object/);

test('all that reviewers ask of plans with roles is answered', () => {
  expect(compiled.length).toBeGreaterThan(15);
  for (const { plan, topology, decisions } of compiled) {
    if (plan === null) continue;
    isWhole(renderTable(plan));
    isWhole(renderHtml(plan).replace(/<script>.*<\/script>/s, ''));
    const roles = [null, ...(plan.roles ?? []).flatMap(({ name }) => [name, `${name}-0`])];
    for (const role of roles)
      for (const question of [
        { kind: 'plan' },
        { kind: 'rank', rank: 0 },
        { kind: 'rank', rank: 1 },
        ...plan.nodes.map(({ name }) => ({ kind: 'node', name })),
        ...plan.nodes.map(({ name }) => ({ kind: 'slot', name: `${name}:0` })),
      ] as const)
        for (const explained of [
          { plan, topology, decisions },
          { plan, topology: null, decisions: null },
        ]) {
          const answer = explainPlan(explained, question as Parameters<typeof explainPlan>[1], role);
          isWhole(typeof answer === 'string' ? answer : renderExplanations(answer));
        }
    for (const other of new Set([{ plan }, ...some(compiled)])) {
      const diff = diffPlans(plan, other.plan ?? plan);
      isWhole(renderDiffText(diff, ['old', 'new']) + renderDiffMarkdown(diff, ['old', 'new']));
      expect(diff.same).toBe(JSON.stringify(plan) === JSON.stringify(other.plan));
    }
  }
});
