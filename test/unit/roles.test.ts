import { describe, expect, it } from 'vitest';
import { hostsOfPlan } from '../../src/compiler/plan/placeholders.ts';
import { createProcessEnvironments, wordsOfProcess } from '../../src/compiler/plan/process-environment.ts';
import { listReplicas, nameReplica, planOfReplica } from '../../src/compiler/plan/replica-plan.ts';
import { resolveEnvironment } from '../../src/compiler/plan/resolve-environment.ts';
import { positionAt } from '../../src/compiler/source/source-file.ts';
import { envEmitter } from '../../src/emitters/env/emit.ts';
import { slurmEmitter } from '../../src/emitters/slurm/emit.ts';
import type { LaunchPlan } from '../../src/generated/plan.ts';
import { compileText, planOf } from '../compile-text.ts';
import { findContradiction } from '../find-contradiction.ts';
import { SCENARIOS } from '../role-scenarios.ts';

describe('a scenario without a mistake', () => {
  it.each(Object.entries(SCENARIOS))('%s has no finding', (_, { text }) => {
    expect(compileText(text).diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
  });
});

/** `server-1-0`: its host, what it sees, and its words. */
function describeProcesses(plan: LaunchPlan): readonly string[] {
  const hostOf = hostsOfPlan(plan);
  return listReplicas(plan).flatMap((one) => {
    const environmentOf = createProcessEnvironments(plan, one, hostOf);
    return planOfReplica(plan, one).ranks.map((rank) => {
      const env = resolveEnvironment(environmentOf(rank), rank, {});
      const sees = env.get('CUDA_VISIBLE_DEVICES');
      const world =
        env.get('RANK') == null
          ? 'alone'
          : `${env.get('RANK')}/${env.get('WORLD_SIZE')} ${env.get('MASTER_ADDR')}:${env.get('MASTER_PORT')}`;
      const words = wordsOfProcess(plan, one, rank.rank, hostOf).slice(2).join(' ');
      const config = env.get('TF_CONFIG') == null ? '' : ` ${env.get('TF_CONFIG')}`;
      return `${nameReplica(one)}-${rank.rank} ${rank.node} [${sees}] ${world}: ${words}${config}`;
    });
  });
}

describe('processes find', () => {
  it.each(Object.entries(SCENARIOS))('%s: cards, worlds and addresses', (_, { text, finds }) => {
    expect(describeProcesses(planOf(text))).toEqual(finds);
  });

  it('numbers on their host and in their role, also in a world of several roles', () => {
    const plan = planOf(
      SCENARIOS.parameters.text
        .replace('h1, h2, h3], cpuRanks: 2', 'h1, h2, h3], gpus: { count: 3 }')
        .replace(/:cpu0/g, ':0')
        .replace('"h1:cpu1", "h2:cpu1", "h3:cpu1"', '"h1:1-2"')
        .replace('replicas: 3', 'replicas: 1'),
    );
    const [, one] = listReplicas(plan);
    if (one === undefined) throw new Error('there is no such replica');
    const environmentOf = createProcessEnvironments(plan, one, hostsOfPlan(plan));
    const found = planOfReplica(plan, one).ranks.map((rank) => {
      const env = resolveEnvironment(environmentOf(rank), rank, {});
      const names = 'RANK LOCAL_RANK LOCAL_WORLD_SIZE ROLE_RANK ROLE_WORLD_SIZE CUDA_VISIBLE_DEVICES';
      return names.split(' ').map((name) => env.get(name));
    });
    expect(found).toEqual([
      ['1', '0', '2', '0', '2', '1,2'],
      ['2', '1', '2', '1', '2', '1,2'],
    ]);
  });

  it('braces that are no placeholders as they are', () => {
    const braces = `{"a": {"b": 1}} {{ self.host }} {{}} {{self}} {self.host} \${x}`;
    // What a node sets is text, also where it looks like a placeholder.
    const env = { TF_CONFIG: '{{nobody.http.url}}' };
    const other = planOf({
      ...{ nodes: [{ hosts: 'a', cpuRanks: 1, env }], end: 'signal' },
      roles: { one: { slots: ['a'], launch: { command: ['x', 'y', braces] } } },
    });
    expect(describeProcesses(other)).toEqual([`one-0-0 a [] 0/1 a:29500: ${braces} {{nobody.http.url}}`]);
  });

  it('addresses of IPv6 in brackets where a port follows', () => {
    const words = ['{{self.p.url}}', '{{self.p.address}}', '{{self.p.host}}', '{{self.host}}'];
    const plan = planOf({
      ...{ nodes: [{ hosts: 'a', address: 'fd00::1', cpuRanks: 1 }], end: 'signal' },
      roles: { one: { slots: ['a'], ports: { p: 8080 }, launch: { command: ['x', 'y', ...words] } } },
    });
    expect(describeProcesses(plan)).toEqual([
      'one-0-0 a [] 0/1 fd00::1:29500: http://[fd00::1]:8080 [fd00::1]:8080 fd00::1 fd00::1',
    ]);
  });
});

it('refuses shares of a role that no variable can hold', () => {
  const planFor = (machines: number) =>
    planOf({
      ...{ nodes: [{ hosts: `n[1-${machines}]`, gpus: { count: 8, score: 1 } }] },
      roles: {
        trainer: {
          ...{ slots: [`n[1-${machines}]:0-7`], end: true, workload: { globalBatch: machines * 8e9 } },
          launch: { command: ['x'] },
        },
      },
    });
  expect(envEmitter.refuse(planFor(1470))).toBeNull();
  expect(envEmitter.refuse(planFor(1500))).toMatchObject({ code: 'RP4002' });
});

it('leaves to a job that binds its nodes what their hosts are', () => {
  const plan = planOf({
    ...{ nodes: [{ hosts: 'n[1-2]', bind: 'job', cpuRanks: 2 }], slurm: {} },
    roles: {
      ps: { slots: ['n2:cpu0'], ports: { p: 8080 }, launch: { command: ['x'] } },
      worker: {
        ...{ slots: ['n1:cpu0', 'n2:cpu1'], end: true },
        launch: { command: ['x'], env: { PS: "it's {{ps.p.url}}, {{self.host}}" } },
      },
    },
  });
  const files = [...envEmitter.emit({ plan, planDigest: '' })];
  const text = files.find(({ path }) => path === 'env/worker-0-1.env')?.content ?? '';
  expect(text).toContain(`export MASTER_ADDR="\${RANKPLAN_MACHINE_0}"\n`);
  expect(text).toContain(`NODE_LIST="\${RANKPLAN_MACHINE_0}"','"\${RANKPLAN_MACHINE_1}"\n`);
  expect(text).toContain(
    `export PS='it'\\''s http://'"\${RANKPLAN_MACHINE_1}"':8080, '"\${RANKPLAN_MACHINE_1}"\n`,
  );
});

it('refuses words that would have too many addresses', () => {
  const of = (words: number) =>
    compileText({
      ...{ nodes: [{ hosts: 'n[1-64]', cpuRanks: 16 }], end: 'signal' },
      roles: {
        server: {
          ...{ slots: ['n[1-64]'], replicas: 1024, world: 'none', ports: { p: 8000 } },
          launch: { command: ['x', ...Array.from({ length: words }, () => '{{server.p.urls}}')] },
        },
      },
    }).diagnostics.map(({ code }) => code);
  expect(of(17)).toEqual(['RP2003']);
});

/** What one job of Slurm cannot be: a `slurm` section or a changed role, and the word that the refusal names. */
it.each([
  ['slurm: { array: "1-3%1" }', '', '', 'slurm.array'],
  ['slurm: { restarts: 1 }', '', '', 'slurm.restarts'],
  ['slurm: { requeues: 2 }', '', '', 'slurm.requeues'],
  ['slurm: { gpuRequest: total }', '', '', 'gpuRequest: total'],
  ['slurm: { allocation: shared }', 'slots: ["h2:0"]', 'slots: ["h2:0-7"]', 'allocation: shared'],
  ['slurm: { exclusive: false }', '', '', 'exclusive: false'],
  ['slurm: { container: { image: /i.sqsh, runtime: pyxis } }', '', '', 'slurm.container'],
  ['slurm: {}', 'hosts: h2, gpus: { count: 8 }', 'hosts: h2, gpus: { count: 3 }', 'h1 and h2 differ'],
  ['slurm: {}', 'replicas: 2', 'replicas: 2\n    restart: on-failure', 'server has `restart: on-failure'],
  ['slurm: {}', 'command: [./role, serve, "{{self.http.address}}"', 'wrap: [./role', 'server has no command'],
])('no job has %s, with %s as %s', (slurm, before, after, word) => {
  const alike = SCENARIOS.grpo.text.replace('count: 2', 'count: 8');
  const changed = alike.replace(before, after);
  expect(changed === alike).toBe(before === '');
  const refusal = slurmEmitter.refuse(planOf(`${changed}${slurm}\n`));
  expect(refusal).toMatchObject({ code: 'RP4204', message: expect.stringContaining(word) });
  expect(slurmEmitter.refuse(planOf(`${alike}slurm: {}\n`))).toBeNull();
});

/** A scenario, what is changed in it (`$&` is what stood there), the code, and the text at whose line it must be found. */
const WORLD_MASTER = 'master: { port: 8060 }';
const MISTAKES: readonly (readonly [keyof typeof SCENARIOS, string, string, string, string])[] = [
  ['grpo', 'slots: ["h1:0-3"]', 'slots: ["h1:0-4"]', 'RP3064', 'slots: ["h1:0-4"]'],
  ['grpo', 'slots: ["h1:4-7"]', 'slots: ["h1:4-6"]', 'RP3065', 'gpusPerReplica: 2'],
  ['grpo', 'replicas: 2', 'replicas: 3', 'RP3065', 'gpusPerReplica: 2'],
  ['grpo', 'slots: ["h2:0"]', 'slots: ["h1:3"]', 'RP3064', 'slots: ["h1:0-3"]'],
  ['grpo', '    end: true\n', '', 'RP3063', 'roles:'],
  ['grpo', 'server: ready', 'sever: ready', 'RP3061', 'sever: ready'],
  ['grpo', '{{server.http.urls}}', '{{servers.http.urls}}', 'RP3068', '{{servers.http.urls}}'],
  ['grpo', '{{server.http.urls}}', '{{server.http.url}}', 'RP3068', '{{server.http.url}}'],
  ['grpo', '{{reward.http.url}}', '{{reward.grpc.url}}', 'RP3068', '{{reward.grpc.url}}'],
  ['grpo', '{{reward.http.url}}', '{{reward-0.http.url}}', 'RP3068', '{{reward-0.http.url}}'],
  ['grpo', '{{reward.http.url}}', '{{reward.http.url.v1}}', 'RP3068', '{{reward.http.url.v1}}'],
  ['grpo', '{{reward.http.url}}', '{{reward.00.http.url}}', 'RP3068', '{{reward.00.http.url}}'],
  ['grpo', '{{reward.http.url}}', '{{reward.0}}', 'RP3068', '{{reward.0}}'],
  ['grpo', 'http: /health }', 'file: "up-{{self.replica}}" }', 'RP3068', 'up-{{self'],
  ['grpo', 'command: [./role, serve', 'wrap: ["{{self.host}}"], $&', 'RP3068', '{{self.host'],
  ['grpo', '    ports: { http: 8000 }\n', '', 'RP3069', 'readiness: { http: /health }'],
  [
    'grpo',
    '    ports: { http: 8000 }\n',
    '    dependsOn: { trainer: ready }\n$&',
    'RP3062',
    'dependsOn: { t',
  ],
  ['disaggregated', 'slots: ["h1:0-7"]', 'slots: ["h2:0-7"]', 'RP3064', 'slots: ["h2:0-7", "h3'],
  ['disaggregated', 'bootstrap: 8020', 'bootstrap: 8000', 'RP3067', 'bootstrap: 8000'],
  ['disaggregated', 'end: signal\n', '', 'RP3063', 'roles:'],
  ['disaggregated', 'each: decode', 'each: decoders', 'RP3061', 'each: decoders'],
  ['disaggregated', '    slots: ["h1:cpu0"]\n', '', 'RP3074', 'world: none'],
  ['parameters', 'world: rpc\n', 'world: rcp\n', 'RP3070', 'ps: { slots'],
  ['parameters', 'command: [./role, end]', `${WORLD_MASTER}, $&`, 'RP3070', WORLD_MASTER],
  ['parameters', 'ports: { rpc: 8010 }', 'ports: { rpc: 8000 }', 'RP3067', 'ports: { rpc: 8000 }\n    end'],
  ['colocated', 'colocate: actor, ', 'slots: ["h1:0-3"], ', 'RP3064', 'rollout: { slots'],
  ['colocated', 'colocate: actor, ', 'slots: ["h1:0-1"], $&', 'RP3066', 'rollout: { slots'],
  ['colocated', 'replicas: 2', 'replicas: 3', 'RP3065', 'replicas: 3'],
  ['spanning', 'processes: node', 'processes: replica', 'RP3065', 'processes: replica'],
  ['spanning', 'gpusPerReplica: 16', 'gpusPerReplica: 12', 'RP3065', 'gpusPerReplica: 12'],
  ['spanning', 'hosts: [h1, h2, h3, h4]', 'hosts: [h1, h2, h3]', 'RP2019', 'h[1-4]:0-7'],
  ['oneNode', 'http: 8010, side', 'http: 8000, side', 'RP3067', 'decode: {'],
  ['oneNode', 'side: 8030', 'side: 8020', 'RP3067', 'decode: {'],
  ['oneNode', '["h1:4-7"]', '["h1:3-7"]', 'RP3064', 'slots: ["h1:3-7"]'],
  ['environments', 'restart: on-failure', 'dependsOn: { trainer: ready }', 'RP3062', 'dependsOn: { trainer'],
  ['environments', '"h4:cpu0-15"', '"h4:cpu0-14"', 'RP3065', 'replicas: 32'],
  ['environments', '{{rollout.http.urls}}', '{{rolout.http.urls}}', 'RP3068', '{{rolout'],
  ['evaluation', 'h1:6-7', 'h1:5-7', 'RP3064', 'h1:5-7'],
  ['evaluation', 'end: true, ', '', 'RP3063', 'roles:'],
  ['head', 'readiness: { tcp: gcs }', 'readiness: { tcp: gsc }', 'RP3069', 'tcp: gsc'],
  ['head', 'readiness: { tcp: gcs }', 'readiness: { tcp: gcs, timeout: 0s }', 'RP3069', 'timeout: 0s'],
  ['head', 'head: ready }', 'haed: ready }', 'RP3061', 'haed'],
  ['head', '"h1:cpu1"', '"h1:cpu0"', 'RP3064', 'driver: {'],
];

/** A saved plan of what `name` is with one value changed by hand. */
const contradicts = (name: keyof typeof SCENARIOS, change: (roles: Writable) => void): string | null => {
  const { roles, ...plan } = planOf(SCENARIOS[name].text);
  const copy = structuredClone(roles) as Writable;
  change(copy);
  return findContradiction({ ...plan, roles: copy } as LaunchPlan);
};
// biome-ignore lint/suspicious/noExplicitAny: any value may be changed
type Writable = any[];

describe('a saved plan contradicts itself where', () => {
  it.each<[string, keyof typeof SCENARIOS, (roles: Writable) => void, string]>([
    ['no port shows', 'grpo', ([server]) => (server.readiness.port = 'no'), 'RP3069'],
    ['a path is none of a URL', 'grpo', ([server]) => (server.readiness.value = 'a b'), 'RP3069'],
    ['no text shows', 'grpo', ([{ readiness }]) => (readiness.kind = 'log'), 'RP3069'],
    ['a master has a port of a role', 'grpo', (r) => (r[2].replicas[0].master.port = 8001), 'RP3067'],
    ['a master has no port yet', 'grpo', (r) => (r[2].replicas[0].master.port = 'auto'), 'not decided'],
    [
      'replicas of one role share',
      'colocated',
      ([, r]) => r.replicas.reverse()[0].processes.splice(0, 1, r.replicas[1].processes[0]),
      'RP3064',
    ],
    ['the end is not critical', 'grpo', (r) => (r[2].critical = false), 'RP3063'],
    ['the run ends before', 'evaluation', (r) => (r[1].dependsOn = { trainer: 'complete' }), 'RP3063'],
    ['a world has a rank twice', 'parameters', (r) => (r[1].replicas[1].processes[0].rank = 1), 'ranks'],
    ['roles wait for each other', 'grpo', (r) => (r[0].dependsOn = { trainer: 'ready' }), 'RP3062'],
  ])('%s', (_, name, change, found) => {
    expect(contradicts(name, change)).toContain(found);
  });
});

/** Roles on a node of 8 GPUs and 8 CPU slots, and on one like it. */
const compileRoles = (roles: object) =>
  compileText({
    ...{ nodes: [{ hosts: ['a', 'b'], gpus: { count: 8 }, cpuRanks: 8 }] },
    ...{ end: 'signal', roles },
  });

it('a rule about the order of ranks points at the slots of the role', () => {
  const { diagnostics } = compileRoles({ one: { slots: ['a:cpu0', 'a:0'], launch: { command: ['x'] } } });
  const [{ code, primary } = { code: '', primary: null }] = diagnostics;
  expect([code, primary?.file.text.slice(primary.start, primary.end)]).toEqual(['RP3009', '"slots"']);
});

describe('no false finding, and a sound plan, of', () => {
  it('masters near the last port', () => {
    const launch = { command: ['x'], master: { port: 65_534 } };
    const { plan, diagnostics } = compileRoles({
      a: { slots: ['a:cpu0-3'], replicas: 4, launch },
      b: { slots: ['b:0'], ports: { p: 29_500 }, launch },
    });
    const [one] = plan?.roles ?? [];
    expect(diagnostics).toEqual([]);
    expect(one?.replicas.map(({ master }) => master?.port)).toEqual([65_534, 65_535, 29_500, 29_501]);
    expect(plan && findContradiction(plan)).toBeNull();
  });

  it('a role that orders the slots of another by a strategy', () => {
    const { plan } = compileRoles({
      actor: { slots: ['a:0-3'], launch: { command: ['x'] } },
      rollout: { colocate: 'actor', mapping: { strategy: 'sequential' }, launch: { command: ['x'] } },
    });
    expect(plan?.roles?.[1]?.replicas[0]?.processes.map(({ gpu }) => gpu)).toEqual([0, 1, 2, 3]);
  });

  it('ports that no host counts up to those of clients', () => {
    const codes = (slots: string[], base = 32_760) =>
      compileRoles({
        server: {
          slots,
          replicas: slots.length,
          ports: { p: { base, count: 8 } },
          launch: { command: ['x'] },
        },
      }).diagnostics.map(({ code }) => code);
    expect(codes(['a:0', 'b:0'])).toEqual([]);
    expect(codes(['a:0', 'a:1'])).toEqual(['RP3071']);
    expect(codes(['a:0'], 32_764)).toEqual(['RP3071']); // the last ones
  });

  it('a client that waits, before which its server starts, or of whose server nothing shows that it is ready', () => {
    const env = { URL: '{{server.http.url}}' };
    const codes = (server: object, client: object) =>
      compileRoles({
        server: { slots: ['a:0'], ports: { http: 8000 }, launch: { command: ['x'] }, ...server },
        proxy: { slots: ['a:1'], dependsOn: { server: 'ready' }, launch: { command: ['x'] } },
        client: { slots: ['a:2'], launch: { command: ['x'], env }, ...client },
      }).diagnostics.map(({ code }) => code);
    const readiness = { http: '/' };
    expect(codes({ readiness }, {})).toEqual(['RP3077']);
    expect(codes({ readiness }, { dependsOn: { proxy: 'ready' } })).toEqual([]);
    expect(codes({ readiness, dependsOn: { client: 'ready' } }, {})).toEqual([]);
    expect(codes({}, {})).toEqual([]);
  });
});

describe('a mistake is found at its line', () => {
  it.each(MISTAKES)('%s: %j is %j', (name, from, to, code, at) => {
    const text = SCENARIOS[name].text.replace(from, to);
    expect(text).not.toBe(SCENARIOS[name].text);
    const { plan, diagnostics } = compileText(text);
    expect(plan).toBeNull();
    const [found] = diagnostics.filter(({ severity }) => severity === 'error');
    expect(found?.code).toBe(code);
    const line = text.slice(0, text.indexOf(at)).split('\n').length;
    expect(found && positionAt(found.primary.file, found.primary.start).line).toBe(line);
    expect(found?.help).toBeTruthy();
  });
});
