import { describe, expect, it } from 'vitest';
import { hostsOfPlan } from '../../src/compiler/plan/placeholders.ts';
import { createProcessEnvironments, wordsOfProcess } from '../../src/compiler/plan/process-environment.ts';
import { listReplicas, nameReplica, planOfReplica } from '../../src/compiler/plan/replica-plan.ts';
import { resolveEnvironment } from '../../src/compiler/plan/resolve-environment.ts';
import { positionAt } from '../../src/compiler/source/source-file.ts';
import type { LaunchPlan } from '../../src/generated/plan.ts';
import { compileText, planOf } from '../compile-text.ts';

/** The scenarios of people who start several programs, without a mistake. */
const SCENARIOS = {
  grpo: `version: 1
name: grpo
nodes:
  - { hosts: a, gpus: { count: 8 } }
  - { hosts: b, gpus: { count: 2 } }
roles:
  server:
    slots: ["a:4-7"]
    replicas: 2
    gpusPerReplica: 2
    processes: replica
    ports: { http: 8000 }
    readiness: { http: /health }
    launch: { command: [serve, --tensor-parallel-size, 2, --port, "{{self.http.port}}"] }
  reward:
    slots: ["b:0"]
    processes: replica
    ports: { http: 9000 }
    launch: { command: [reward, "{{self.http.port}}"] }
  trainer:
    slots: ["a:0-3"]
    end: true
    dependsOn: { server: ready, reward: ready }
    launch: { command: [python, grpo.py, "{{server.http.urls}}", "{{reward.http.url}}"] }
`,
  disaggregated: `version: 1
name: disaggregated
nodes: [{ hosts: [p, d1, d2], gpus: { count: 8 }, cpuRanks: 1 }]
end: signal
roles:
  prefill:
    slots: [p:0-7]
    processes: replica
    ports: { http: 30000, bootstrap: 8998 }
    readiness: { http: /health, port: http }
    launch: { command: [serve, --port, "{{self.http.port}}", --bootstrap, "{{self.bootstrap.port}}"] }
  decode:
    slots: ["d[1-2]:0-7"]
    replicas: 2
    processes: replica
    ports: { http: 30000 }
    readiness: { http: /health }
    launch: { command: [serve, --port, "{{self.http.port}}"], env: { SIDE_HOST: "{{self.host}}" } }
  router:
    slots: [p:cpu0]
    world: none
    dependsOn: { prefill: ready, decode: ready }
    launch: { command: [route, { each: prefill, words: [--prefill, "{{each.http.url}}"] }, { each: decode, words: [--decode, "{{each.http.url}}"] }] }
`,
  parameters: `version: 1
name: parameters
nodes: [{ hosts: [c0, c1, c2], cpuRanks: 2 }]
roles:
  ps: { slots: [c0:cpu0], world: rpc, ports: { rpc: 5000 }, launch: { command: [python, ps.py] } }
  worker:
    slots: ["c[0-2]:cpu1"]
    replicas: 3
    world: rpc
    ports: { rpc: 6000 }
    end: true
    launch: { command: [python, worker.py], env: { TF_CONFIG: '{"cluster": {"ps": {{ps.rpc.json}}, "worker": {{worker.rpc.json}}}, "task": {"index": {{self.replica}}}}' } }
`,
  colocated: `version: 1
name: colocated
nodes: [{ hosts: a, gpus: { count: 4 } }]
roles:
  actor: { slots: ["a:0-3"], end: true, dependsOn: { rollout: ready }, launch: { command: [python, train.py] } }
  rollout: { colocate: actor, replicas: 2, processes: replica, readiness: { file: awake }, launch: { command: [serve] } }
`,
  spanning: `version: 1
name: spanning
nodes: [{ hosts: [d1, d2, d3, d4], gpus: { count: 8 } }]
end: signal
roles:
  decode:
    slots: ["d[1-4]"]
    replicas: 2
    gpusPerReplica: 16
    processes: node
    ports: { http: 8000, dist: 5000 }
    launch: { command: [serve, --node-rank, "{{self.process}}", --dist, "{{self.leader}}", "{{self.dist.port}}"] }
`,
} as const;

describe('a scenario without a mistake', () => {
  it.each(Object.entries(SCENARIOS))('%s has no finding', (_, text) => {
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
      const words = wordsOfProcess(plan, one, rank.rank, hostOf).slice(1).join(' ');
      return `${nameReplica(one)}-${rank.rank} ${rank.node} [${sees}] ${world}: ${words}`;
    });
  });
}

describe('processes find', () => {
  it.each([
    [
      'grpo',
      [
        'server-0-0 a [4,5] alone: --tensor-parallel-size 2 --port 8000',
        'server-1-0 a [6,7] alone: --tensor-parallel-size 2 --port 8001',
        'reward-0-0 b [0] alone: 9000',
        ...[0, 1, 2, 3].map(
          (rank) =>
            `trainer-0-${rank} a [0,1,2,3] ${rank}/4 a:29500: grpo.py http://a:8000,http://a:8001 http://b:9000`,
        ),
      ],
    ],
    [
      'disaggregated',
      [
        'prefill-0-0 p [0,1,2,3,4,5,6,7] alone: --port 30000 --bootstrap 8998',
        'decode-0-0 d1 [0,1,2,3,4,5,6,7] alone: --port 30000',
        'decode-1-0 d2 [0,1,2,3,4,5,6,7] alone: --port 30000',
        'router-0-0 p [] alone: --prefill http://p:30000 --decode http://d1:30000 --decode http://d2:30000',
      ],
    ],
    [
      'parameters',
      [
        'ps-0-0 c0 [] 0/4 c0:29500: ps.py',
        'worker-0-0 c0 [] 1/4 c0:29500: worker.py',
        'worker-1-0 c1 [] 2/4 c0:29500: worker.py',
        'worker-2-0 c2 [] 3/4 c0:29500: worker.py',
      ],
    ],
    [
      'colocated',
      [
        ...[0, 1, 2, 3].map((rank) => `actor-0-${rank} a [0,1,2,3] ${rank}/4 a:29500: train.py`),
        'rollout-0-0 a [0,1] alone: ',
        'rollout-1-0 a [2,3] alone: ',
      ],
    ],
    [
      'spanning',
      [
        'decode-0-0 d1 [0,1,2,3,4,5,6,7] alone: --node-rank 0 --dist d1 5000',
        'decode-0-1 d2 [0,1,2,3,4,5,6,7] alone: --node-rank 1 --dist d1 5000',
        'decode-1-0 d3 [0,1,2,3,4,5,6,7] alone: --node-rank 0 --dist d3 5000',
        'decode-1-1 d4 [0,1,2,3,4,5,6,7] alone: --node-rank 1 --dist d3 5000',
      ],
    ],
  ] as const)('%s: cards, worlds and addresses', (name, expected) => {
    expect(describeProcesses(planOf(SCENARIOS[name]))).toEqual(expected);
  });

  it('numbers on their host that count the GPUs that they see, also in a world of several roles', () => {
    const plan = planOf(
      SCENARIOS.parameters
        .replace('c0, c1, c2], cpuRanks: 2', 'c0, c1, c2], gpus: { count: 3 }')
        .replace(/:cpu0/g, ':0')
        .replace('"c[0-2]:cpu1"', '"c0:1-2"')
        .replace('replicas: 3', 'replicas: 1'),
    );
    const [, one] = listReplicas(plan);
    if (one === undefined) throw new Error('there is no such replica');
    const environmentOf = createProcessEnvironments(plan, one, hostsOfPlan(plan));
    const found = planOfReplica(plan, one).ranks.map((rank) => {
      const env = resolveEnvironment(environmentOf(rank), rank, {});
      return ['RANK', 'LOCAL_RANK', 'LOCAL_WORLD_SIZE', 'CUDA_VISIBLE_DEVICES'].map((name) => env.get(name));
    });
    expect(found).toEqual([
      ['1', '0', '2', '1,2'],
      ['2', '1', '2', '1,2'],
    ]);
  });

  it('addresses in variables, and braces that are none as they are', () => {
    const plan = planOf(SCENARIOS.parameters);
    const [one] = listReplicas(plan).filter(({ role, number }) => role.name === 'worker' && number === 2);
    if (one === undefined) throw new Error('there is no such replica');
    const [rank] = planOfReplica(plan, one).ranks;
    if (rank === undefined) throw new Error('there is no such process');
    const env = resolveEnvironment(createProcessEnvironments(plan, one, hostsOfPlan(plan))(rank), rank, {});
    expect(JSON.parse(env.get('TF_CONFIG') ?? '')).toEqual({
      cluster: { ps: ['c0:5000'], worker: ['c0:6000', 'c1:6000', 'c2:6000'] },
      task: { index: 2 },
    });
    const braces = `{"a": {"b": 1}} {{ self.host }} {{}} {{self}} {self.host} \${x}`;
    const other = planOf({
      ...{ version: 1, name: 't', nodes: [{ hosts: 'a', cpuRanks: 1 }], end: 'signal' },
      roles: { one: { slots: ['a'], launch: { command: ['x', braces] } } },
    });
    expect(describeProcesses(other)).toEqual([`one-0-0 a [] 0/1 a:29500: ${braces}`]);
  });
});

it('says that `slurm` writes nothing for roles', () => {
  const { plan, diagnostics } = compileText(`${SCENARIOS.grpo}slurm: { partition: p }\n`);
  expect(plan).not.toBeNull();
  expect(diagnostics.map(({ code, severity }) => `${code} ${severity}`)).toEqual(['RP4203 warning']);
});

/** A scenario, what is changed in it, the code, and the text at whose line it must be found. */
const MISTAKES: readonly (readonly [keyof typeof SCENARIOS, string, string, string, string])[] = [
  ['grpo', 'slots: ["a:0-3"]', 'slots: ["a:0-4"]', 'RP3064', 'slots: ["a:0-4"]'],
  ['grpo', 'slots: ["a:4-7"]', 'slots: ["a:4-6"]', 'RP3065', 'gpusPerReplica: 2'],
  ['grpo', 'replicas: 2', 'replicas: 3', 'RP3065', 'gpusPerReplica: 2'],
  ['grpo', 'slots: ["b:0"]', 'slots: ["a:3"]', 'RP3064', 'slots: ["a:0-3"]'],
  ['grpo', '    end: true\n', '', 'RP3063', 'roles:'],
  ['grpo', 'server: ready', 'sever: ready', 'RP3061', 'sever: ready'],
  ['grpo', '{{server.http.urls}}', '{{servers.http.urls}}', 'RP3068', '{{servers.http.urls}}'],
  ['grpo', '{{server.http.urls}}', '{{server.http.url}}', 'RP3068', '{{server.http.url}}'],
  ['grpo', '{{reward.http.url}}', '{{reward.grpc.url}}', 'RP3068', '{{reward.grpc.url}}'],
  ['grpo', '    ports: { http: 8000 }\n', '', 'RP3069', 'readiness: { http: /health }'],
  [
    'grpo',
    'processes: replica\n    ports: { http: 8000 }',
    'processes: replica\n    dependsOn: { trainer: ready }\n    ports: { http: 8000 }',
    'RP3062',
    'dependsOn: { trainer: ready }',
  ],
  ['disaggregated', 'slots: [p:0-7]', 'slots: [d1:0-7]', 'RP3064', 'slots: ["d[1-2]:0-7"]'],
  ['disaggregated', 'bootstrap: 8998', 'bootstrap: 30000', 'RP3067', 'bootstrap: 30000'],
  ['disaggregated', 'end: signal\n', '', 'RP3063', 'roles:'],
  ['disaggregated', 'each: decode', 'each: decoders', 'RP3061', 'each: decoders'],
  ['disaggregated', '    slots: [p:cpu0]\n', '', 'RP3074', 'world: none'],
  ['parameters', 'world: rpc\n', 'world: rcp\n', 'RP3070', 'ps: { slots'],
  ['parameters', 'ports: { rpc: 6000 }', 'ports: { rpc: 5000 }', 'RP3067', 'ports: { rpc: 5000 }\n    end'],
  ['colocated', 'colocate: actor, ', 'slots: ["a:0-3"], ', 'RP3064', 'rollout: { slots'],
  ['colocated', 'rollout: { colocate', 'rollout: { slots: ["a:0-1"], colocate', 'RP3066', 'rollout: { slots'],
  ['colocated', 'replicas: 2', 'replicas: 3', 'RP3065', 'replicas: 3'],
  ['spanning', 'processes: node', 'processes: replica', 'RP3065', 'processes: replica'],
  ['spanning', 'gpusPerReplica: 16', 'gpusPerReplica: 12', 'RP3065', 'gpusPerReplica: 12'],
  ['spanning', 'hosts: [d1, d2, d3, d4]', 'hosts: [d1, d2, d3]', 'RP2033', 'd[1-4]'],
];

describe('a mistake is found at its line', () => {
  it.each(MISTAKES)('%s: %j is %j', (name, from, to, code, at) => {
    const text = SCENARIOS[name].replace(from, to);
    expect(text).not.toBe(SCENARIOS[name]);
    const { plan, diagnostics } = compileText(text);
    expect(plan).toBeNull();
    const [found] = diagnostics.filter(({ severity }) => severity === 'error');
    expect(found?.code).toBe(code);
    const line = text.slice(0, text.indexOf(at)).split('\n').length;
    expect(found && positionAt(found.primary.file, found.primary.start).line).toBe(line);
    expect(found?.help).toBeTruthy();
  });
});
