/*
 * What people start as several programs: what the processes must find, what is up before what starts, and how the run
 * ends. test/unit/roles.test.ts compiles each, and three tiers run them (role-runs.ts). Hosts are h1 to h4, ports 80xx.
 */
export interface RoleScenario {
  readonly text: string;
  /** `server-1-0`: its host, what it sees, its rank or `alone`, and its words. */
  readonly finds: readonly string[];
  /** Each: a role, and those that are up before it starts. */
  readonly after?: readonly string[];
  readonly ends: readonly RoleEnd[];
  /** Which listen at one port of several hosts. */
  readonly peers?: string;
}

export interface RoleEnd {
  /** Who fails, and with which status; roles that would end the run go on. */
  readonly fault?: string;
  /** Roles that would end the run do so also beside the fault. */
  readonly endsAnyway?: true;
  readonly status: number;
  /** What is said of the role that failed. */
  readonly says?: string;
  /** How often the role that fails is started; default: once. Slurm starts nothing again. */
  readonly starts?: number;
}

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
const ALL = '[0,1,2,3,4,5,6,7]';
const HEAD = 'version: 1\nname: it\nlaunch: { grace: 10s, env: { FAULT: none } }';
const MASTER = 'master: { port: 8050 }';
const fine: RoleEnd = { status: 0 };
const fails = (name: string, status: number): RoleEnd => ({
  ...{ fault: `${name} ${status}`, status },
  says: `${name} failed: it ended with status ${status}; all other roles are ended`,
});
const EARLY = 'server-0 failed: it ended with 0 before the run did; all other roles are ended';
const URLS = 'http://h2:8000,http://h2:8001,http://h2:8002,http://h2:8003';
const WORKERS = '"worker": ["h1:8010","h2:8010","h3:8010"]';

export const SCENARIOS = {
  grpo: {
    text: `${HEAD}
nodes: [{ hosts: h1, gpus: { count: 8 } }, { hosts: h2, gpus: { count: 2 } }]
roles:
  server:
    slots: ["h1:4-7"]
    replicas: 2
    gpusPerReplica: 2
    processes: replica
    ports: { http: 8000 }
    readiness: { http: /health }
    launch: { command: [./role, serve, "{{self.http.address}}"] }
  reward:
    slots: ["h2:0"]
    processes: replica
    ports: { http: 8010 }
    readiness: { http: /health }
    launch: { command: [./role, serve, "{{self.http.address}}"] }
  trainer:
    slots: ["h1:0-3"]
    end: true
    dependsOn: { server: ready, reward: ready }
    launch: { ${MASTER}, command: [./role, end, "{{server.http.urls}}", "{{reward.http.url}}"] }
`,
    finds: [
      'server-0-0 h1 [4,5] alone: h1:8000',
      'server-1-0 h1 [6,7] alone: h1:8001',
      'reward-0-0 h2 [0] alone: h2:8010',
      ...range(4).map(
        (n) => `trainer-0-${n} h1 [0,1,2,3] ${n}/4 h1:8050: http://h1:8000,http://h1:8001 http://h2:8010`,
      ),
    ],
    after: ['trainer server reward'],
    ends: [fine, fails('server-1', 5), { fault: 'server-0 0', status: 1, says: EARLY }],
  },
  disaggregated: {
    text: `${HEAD}
nodes: [{ hosts: [h1, h2, h3], gpus: { count: 8 }, cpuRanks: 1 }]
end: signal
roles:
  prefill:
    slots: ["h1:0-7"]
    processes: replica
    ports: { http: 8000, bootstrap: 8020 }
    readiness: { http: /health, port: http }
    launch: { command: [./role, serve, "{{self.http.address}}", "{{self.host}}", "{{self.bootstrap.port}}"] }
  decode:
    slots: ["h2:0-7", "h3:0-7"]
    replicas: 2
    processes: replica
    ports: { http: 8000 }
    readiness: { http: /health }
    launch: { command: [./role, serve, "{{self.http.address}}", "{{self.host}}"] }
  router:
    slots: ["h1:cpu0"]
    world: none
    dependsOn: { prefill: ready, decode: ready }
    launch: { command: [./role, live, { each: prefill, words: ["{{each.http.url}}"] }, { each: decode, words: ["{{each.http.url}}"] }] }
`,
    finds: [
      `prefill-0-0 h1 ${ALL} alone: h1:8000 h1 8020`,
      `decode-0-0 h2 ${ALL} alone: h2:8000 h2`,
      `decode-1-0 h3 ${ALL} alone: h3:8000 h3`,
      'router-0-0 h1 [] alone: http://h1:8000 http://h2:8000 http://h3:8000',
    ],
    after: ['router prefill decode'],
    ends: [fine, fails('router-0', 4)],
    peers: 'prefill-0/rank-0 decode-0/rank-0 decode-1/rank-0',
  },
  oneNode: {
    text: `${HEAD}
nodes: [{ hosts: h1, gpus: { count: 8 } }]
end: signal
roles:
  prefill: { slots: ["h1:0-3"], replicas: 2, processes: replica, ports: { http: 8000, side: 8020 }, readiness: { http: /health, port: http },
    launch: { command: [./role, serve, "{{self.http.address}}", "{{self.side.port}}"] } }
  decode: { slots: ["h1:4-7"], processes: replica, ports: { http: 8010, side: 8030 }, readiness: { tcp: http },
    launch: { command: [./role, serve, "{{self.http.address}}", "{{self.side.port}}"] } }
`,
    finds: [
      'prefill-0-0 h1 [0,1] alone: h1:8000 8020',
      'prefill-1-0 h1 [2,3] alone: h1:8001 8021',
      'decode-0-0 h1 [4,5,6,7] alone: h1:8010 8030',
    ],
    ends: [fine],
  },
  spanning: {
    text: `${HEAD}
nodes: [{ hosts: [h1, h2, h3, h4], gpus: { count: 8 } }]
end: signal
roles:
  decode:
    slots: ["h[1-4]:0-7"]
    replicas: 2
    gpusPerReplica: 16
    processes: node
    ports: { http: 8000, dist: 8010 }
    launch: { command: [./role, serve, "{{self.http.address}}", "{{self.process}}", "{{self.leader}}", "{{self.dist.port}}"] }
`,
    finds: [
      `decode-0-0 h1 ${ALL} alone: h1:8000 0 h1 8010`,
      `decode-0-1 h2 ${ALL} alone: h2:8000 1 h1 8010`,
      `decode-1-0 h3 ${ALL} alone: h3:8000 0 h3 8010`,
      `decode-1-1 h4 ${ALL} alone: h4:8000 1 h3 8010`,
    ],
    ends: [fine],
    peers: 'decode-0/rank-0 decode-0/rank-1 decode-1/rank-0 decode-1/rank-1',
  },
  parameters: {
    text: `${HEAD}
nodes: [{ hosts: [h1, h2, h3], cpuRanks: 2 }]
roles:
  ps: { slots: ["h1:cpu0"], world: rpc, ports: { rpc: 8000 }, readiness: { tcp: rpc }, launch: { ${MASTER}, command: [./role, serve, "{{self.rpc.address}}"] } }
  worker:
    slots: ["h1:cpu1", "h2:cpu1", "h3:cpu1"]
    replicas: 3
    world: rpc
    ports: { rpc: 8010 }
    end: true
    dependsOn: { ps: ready }
    launch: { command: [./role, end], env: { TF_CONFIG: '{"ps": {{ps.rpc.json}}, "worker": {{worker.rpc.json}}, "index": {{self.replica}}}' } }
`,
    finds: [
      'ps-0-0 h1 [] 0/4 h1:8050: h1:8000',
      ...[1, 2, 3].map(
        (n) =>
          `worker-${n - 1}-0 h${n} [] ${n}/4 h1:8050:  {"ps": ["h1:8000"], ${WORKERS}, "index": ${n - 1}}`,
      ),
    ],
    after: ['worker ps'],
    ends: [fine, fails('worker-2', 6)],
  },
  colocated: {
    text: `${HEAD}
nodes: [{ hosts: h1, gpus: { count: 4 } }]
roles:
  actor: { slots: ["h1:0-3"], end: true, dependsOn: { rollout: ready }, launch: { ${MASTER}, command: [./role, end] } }
  rollout: { colocate: actor, replicas: 2, processes: replica, readiness: { file: awake }, launch: { command: [./role, wake] } }
`,
    finds: [
      ...range(4).map((n) => `actor-0-${n} h1 [0,1,2,3] ${n}/4 h1:8050: `),
      'rollout-0-0 h1 [0,1] alone: ',
      'rollout-1-0 h1 [2,3] alone: ',
    ],
    after: ['actor rollout'],
    ends: [fine],
  },
  environments: {
    text: `${HEAD}
nodes: [{ hosts: [h1, h2], gpus: { count: 4 } }, { hosts: [h3, h4], cpuRanks: 17 }]
roles:
  env:
    slots: ["h3:cpu0-15", "h4:cpu0-15"]
    replicas: 32
    world: none
    readiness: { log: "up " }
    restart: on-failure
    restarts: 3
    launch: { command: [./role, live, "{{self.replica}}"] }
  rollout: { slots: ["h2:0-3"], replicas: 4, processes: replica, ports: { http: 8000 }, readiness: { http: /health },
    launch: { command: [./role, serve, "{{self.http.address}}"] } }
  trainer: { slots: ["h1:0-3"], end: true, dependsOn: { env: ready, rollout: ready }, launch: { ${MASTER}, command: [./role, end, "{{rollout.http.urls}}"] } }
  orchestrator: { slots: ["h3:cpu16"], world: none, end: true, launch: { command: [./role, end] } }
`,
    finds: [
      ...range(32).map((n) => `env-${n}-0 h${n < 16 ? 3 : 4} [] alone: ${n}`),
      ...range(4).map((n) => `rollout-${n}-0 h2 [${n}] alone: h2:800${n}`),
      ...range(4).map((n) => `trainer-0-${n} h1 [0,1,2,3] ${n}/4 h1:8050: ${URLS}`),
      'orchestrator-0-0 h3 [] alone: ',
    ],
    after: ['trainer env rollout'],
    ends: [
      { fault: 'env-5 9 once', endsAnyway: true, starts: 2, status: 0 },
      { ...fails('env-20', 9), starts: 4 },
    ],
  },
  evaluation: {
    text: `${HEAD}
nodes: [{ hosts: h1, gpus: { count: 8 } }]
roles:
  trainer: { slots: ["h1:0-5"], end: true, launch: { ${MASTER}, command: [./role, end, eval-0] } }
  eval: { slots: ["h1:6-7"], processes: replica, critical: false, drain: 1s, launch: { command: [./role, live] } }
`,
    finds: [
      ...range(6).map((n) => `trainer-0-${n} h1 [0,1,2,3,4,5] ${n}/6 h1:8050: eval-0`),
      'eval-0-0 h1 [6,7] alone: ',
    ],
    ends: [
      fine,
      {
        fault: 'eval-0 3',
        endsAnyway: true,
        status: 0,
        says: 'eval-0 failed: it ended with status 3; the run goes on',
      },
    ],
  },
  head: {
    text: `${HEAD}
nodes: [{ hosts: h1, cpuRanks: 2 }, { hosts: [h2, h3], gpus: { count: 8 } }]
roles:
  head: { slots: ["h1:cpu0"], world: none, ports: { gcs: 8000 }, readiness: { tcp: gcs }, launch: { command: [./role, serve, "{{self.gcs.address}}"] } }
  worker: { slots: ["h2:0-7", "h3:0-7"], processes: node, dependsOn: { head: ready }, readiness: { log: "up ", count: 2 },
    launch: { command: [./role, join, "{{head.gcs.address}}"] } }
  driver: { slots: ["h1:cpu1"], world: none, end: true, dependsOn: { head: ready, worker: ready }, launch: { command: [./role, end] } }
`,
    finds: [
      'head-0-0 h1 [] alone: h1:8000',
      `worker-0-0 h2 ${ALL} alone: h1:8000`,
      `worker-0-1 h3 ${ALL} alone: h1:8000`,
      'driver-0-0 h1 [] alone: ',
    ],
    after: ['worker head', 'driver head worker'],
    ends: [fails('driver-0', 3), fails('head-0', 7)],
  },
} as const satisfies Readonly<Record<string, RoleScenario>>;
