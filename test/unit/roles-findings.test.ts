import { expect, test } from 'vitest';
import { locateNode } from '../../src/runtime/verify/locate-node.ts';
import { compileText, planText } from '../compile-text.ts';

const SERVER =
  'server: { slots: [a:0], ports: { http: 8000 }, readiness: { http: / }, launch: { command: [x] } }';

/** Roles, then each finding: its code, and the text that it is at. */
const FINDINGS: readonly (readonly [string, string, ...string[]])[] = [
  [
    'an end that a world waits for',
    `one: { slots: [a:0], world: w, end: true, dependsOn: { two: complete }, launch: { command: [x] } }
  two: { slots: [a:1], world: w, launch: { command: [x] } }`,
    'RP3062 complete',
  ],
  [
    'a circle of who shares slots',
    `one: { colocate: two, launch: { command: [x] } }
  two: { colocate: three, launch: { command: [x] } }
  three: { colocate: two, launch: { command: [x] } }`,
    'RP3074 three',
  ],
  [
    'two that name each other, of which one has slots',
    `one: { slots: [a], colocate: two, launch: { command: [x] } }
  two: { colocate: one, launch: { command: [x] } }`,
  ],
  ...['self', 'each'].map((name): readonly [string, string, string] => [
    `a role called ${name}`,
    `${name}: { slots: [a:0], ports: { p: 8000 }, launch: { command: [x, "{{${name}.p.url}}"] } }`,
    `RP1106 ${name}`,
  ]),
  [
    'an address',
    `${SERVER}\n  client: { slots: [a:1], launch: { command: [x, "{{server.http.addresses}}"] } }`,
    'RP3077 "{{server.http.addresses}}"',
  ],
  [
    'parts of an address',
    `${SERVER}\n  client: { slots: [a:1], launch: { command: [x, "{{server.0.http.host}}:{{server.0.http.port}}"] } }`,
    'RP3077 "{{server.0.http.host}}:{{server.0.http.port}}"',
  ],
  [
    'a host',
    `${SERVER}\n  client: { slots: [a:1], launch: { command: [x, "{{server.host}}", "{{server.replicas}}"] } }`,
  ],
  [
    'an address of who has ended',
    `${SERVER}\n  client: { slots: [a:1], dependsOn: { server: complete }, launch: { command: [x, "{{server.http.url}}"] } }`,
    'RP3077 "{{server.http.url}}"',
  ],
  [
    "each other's URL",
    `one: { slots: [a:1], ports: { http: 8001 }, readiness: { http: / }, launch: { command: [x, "{{server.http.url}}"] } }
  ${SERVER.replace('[x]', '[x, "{{one.http.url}}"]')}`,
  ],
  [
    'a longer circle of URLs and waiting',
    `one: { slots: [a:1], ports: { http: 8001 }, readiness: { http: / }, launch: { command: [x, "{{server.http.url}}"] } }
  two: { slots: [a:2], dependsOn: { one: ready }, ports: { http: 8002 }, readiness: { http: / }, launch: { command: [x] } }
  ${SERVER.replace('[x]', '[x, "{{two.http.url}}"]')}`,
  ],
];

test.each(FINDINGS)('%s', (_, roles, ...found) => {
  const end = roles.includes('end: true') ? '' : 'end: signal\n';
  const head = 'version: 1\nname: t\nnodes: [{ hosts: [a, b], gpus: { count: 4 }, cpuRanks: 8 }]\n';
  const { diagnostics } = compileText(`${head}${end}roles:\n  ${roles}\n`);
  const list = diagnostics.map(({ code, primary: { file, start, end: last } }) => {
    return `${code} ${file.text.slice(start, last)}`;
  });
  expect(list).toEqual(found);
});

test('ports of roles are found where they are written, in a topology and in a saved plan', () => {
  const { plan, decisions } = compileText(`version: 1
name: t
end: signal
nodes: [{ hosts: a, cpuRanks: 3 }]
roles:
  one: { slots: ["a:cpu0"], launch: { command: [x], master: { port: 7000 } } }
  two: { slots: ["a:cpu1"], ports: { p: 8000 }, launch: { command: [x] } }
`);
  const [node] = plan?.nodes ?? [];
  if (plan === null || node === undefined) throw new Error('there is no plan');
  const file = { name: 'plan.json', text: planText(plan) ?? '' };
  const found = [decisions, null].map((known) => {
    const { port } = locateNode({ decisions: known, file }, plan, node);
    const spans = [port('one', 'the master'), port('two', 'p'), port('two', 'the master')];
    return spans.map(({ file: { text }, start, end }) => text.slice(start, end).replace(/\s/g, ''));
  });
  expect(found).toEqual([
    ['7000', '8000', 'two'],
    ['"one"', '{"base":8000,"count":1}', '"two"'],
  ]);
});
