import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runRankplan } from '../command/run-rankplan.ts';
import { until } from '../patience.ts';
import { makeFolder } from '../scratch.ts';

/*
 * torchrun itself is a stand-in here: what matters is what it is told, and what the ranks make of the numbers that it
 * gives them. test/integration/slurm/torch.test.ts has the real one.
 */
const scratch = makeFolder('rankplan-torchrun-');

const NODES = `version: 1
name: tr
nodes:
  - { hosts: a1, cpus: 16, gpus: { count: 4 } }
  - { hosts: b1, cpus: 8, env: { KIND: fast }, gpus: { count: 2 } }
`;

/** The four of a1, where the CPUs of two are known. */
const GPUS = '[{ index: 0 }, { index: 1 }, { index: 2, cpus: "0" }, { index: 3, cpus: "0" }]';

function compile(text: string, emit = 'torchrun') {
  const directory = mkdtempSync(join(scratch, 'case $$ '));
  writeFileSync(join(directory, 'topology.yaml'), text);
  const out = join(directory, 'out');
  const args = ['compile', join(directory, 'topology.yaml'), '-o', out, '--emit', emit];
  const { status, stderr } = runRankplan(args);
  return { out, status, stderr };
}

describe('the torchrun emitter refuses', () => {
  it.each([
    [
      'the first rank that comes back to a node',
      `${NODES}slurm: {}\nmapping: { strategy: explicit, ranks: ["a1:0-1", "b1:0-1", "a1:3"] }\n`,
      /error\[RP4201\]:.*rank 4 is on a1 again, after b1/,
    ],
    ['a cyclic order', `${NODES}slurm: {}\nmapping: { order: cyclic }\n`, /RP4201\]:.*rank 2 is on a1/],
    [
      'a signal that ends torchrun',
      `${NODES}slurm: { signal: { name: HUP, before: 60s } }\n`,
      /RP4201.*is HUP/,
    ],
    ['what the slurm emitter refuses', NODES, /RP4101/],
  ])('%s', (_name, text, message) => {
    const { out, status, stderr } = compile(text);
    expect(status).toBe(1);
    expect(stderr).toMatch(message);
    expect(existsSync(out)).toBe(false);
  });

  it('once what two emitters refuse for the same reason', () => {
    expect(compile(NODES, 'slurm,torchrun').stderr.match(/RP4101/g)).toHaveLength(1);
  });
});

describe('torchrun.bash, for a node and for a rank', () => {
  let run = '';
  const bin = join(scratch, 'bin');
  let out = '';
  beforeAll(() => {
    out = compile(
      `${NODES.replace('{ count: 4 }', GPUS)}mapping: { strategy: explicit, ranks: ["b1:1", "b1:0", "a1:3", "a1:1-2"] }
launch:
  command: [bash, -c, 'env >"$RANKPLAN_RUN_DIR/env-$RANK"; cat /proc/self/status >"$RANKPLAN_RUN_DIR/status-$RANK"; grep SigIgn: /proc/self/status; [[ -z "$AWAITED" ]] || { trap "echo heeded; exit" "$AWAITED"; : >"$RANKPLAN_RUN_DIR/ready-$RANK"; while :; do sleep 0.02; done; }; exit "$STATUS"']
  setup: [export FROM_SETUP=$KIND]
  master: { port: 29000 }
slurm: { restarts: 2 }
`,
    ).out;
    run = join(out, 'runs/9');
    mkdirSync(bin);
    // Starts the task of a1; the others have ended well, and nobody waits for them.
    const srun = `#!/bin/bash
while [[ $1 == --* ]]; do shift; done
echo "$$" >"$RANKPLAN_RUN_DIR/pid"
mkdir "$RANKPLAN_RUN_DIR/attempt-0" && touch "$RANKPLAN_RUN_DIR"/attempt-0/rank-{0,1,3,4}
export $TASK
exec "$@"
`;
    writeFileSync(join(bin, 'srun'), srun, { mode: 0o755 });
    // Says how it was called, expands words as torchrun does, and starts the ranks of node 1.
    const standIn = `#!/bin/bash
printf '%s\\n' "$@" >"$RANKPLAN_RUN_DIR/args"
env >"$RANKPLAN_RUN_DIR/env-agent"
trap : TERM # as it ends its ranks
while [[ $1 == --* ]]; do shift; done
words=("$1")
for word in "\${@:2}"; do words+=("\${word//'$$'/$}"); done
status=0
for local in 0 1 2; do
  RANK=$((FIRST + local)) LOCAL_RANK=$local WORLD_SIZE=5 MASTER_ADDR=b1 MASTER_PORT=29000 TORCHELASTIC_MAX_RESTARTS=2 \\
    TORCHELASTIC_RESTART_COUNT=$COUNT TORCHELASTIC_USE_AGENT_STORE=True $SESSION "\${words[@]}" || status=1
done
exit $status
`;
    writeFileSync(join(bin, 'torchrun'), standIn, { mode: 0o755 });
  });

  /** What Slurm tells the task. */
  const PLACE = {
    ...{ SLURMD_NODENAME: 'a1', SLURM_NTASKS: '2', SLURM_LOCALID: '0', SLURM_PROCID: '0' },
    CUDA_VISIBLE_DEVICES: '4,5,6,7',
  };

  const script = () => join(out, 'torchrun.sbatch');
  const start = (env: NodeJS.ProcessEnv = {}) =>
    spawnSync(script(), { encoding: 'utf8', ...settingsOf(env) });

  function settingsOf(env: NodeJS.ProcessEnv) {
    rmSync(join(out, 'runs'), { recursive: true, force: true });
    return {
      cwd: scratch,
      env: {
        PATH: `${bin}:${process.env['PATH']}`,
        ...{ SLURM_JOB_ID: '9', SLURM_JOB_NODELIST: 'a1,b1' },
        ...{ FIRST: '2', COUNT: '0', STATUS: '0', SESSION: 'setsid --wait' },
        ...env,
        TASK: Object.entries({ ...PLACE, ...env })
          .filter(([name]) => Object.hasOwn(PLACE, name))
          .map(([name, value]) => `${name}=${value}`)
          .join(' '),
      },
    };
  }

  const read = (name: string): string => readFileSync(join(run, name), 'utf8');
  const readEnv = (name: string) =>
    Object.fromEntries(
      read(`env-${name}`)
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );

  it('start torchrun as the plan has it', () => {
    expect(start()).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(read('args').split('\n')).toEqual([
      ...['--nnodes=2', '--node-rank=1', '--nproc-per-node=3', '--rdzv-backend=static', '--rdzv-id=9'],
      ...['--master-addr=b1', '--master-port=29000', '--max-restarts=2', `--log-dir=${run}/torchrun`],
      ...['--no-python', 'env', '--default-signal=USR1,USR2'],
      ...['/bin/bash', '-p', `${out.replaceAll('$', '$$$$')}/torchrun.bash`, 'rank', ''],
    ]);
  });

  it('start ranks whatever functions the job exported', () => {
    const functions = ['source', 'mapfile', 'main', 'find_own_facts'].map((name) => [
      `BASH_FUNC_${name}%%`,
      '() {  return 0\n}',
    ]);
    expect(start({ ...Object.fromEntries(functions), BASH_ENV: '/nowhere', STATUS: '3' }).status).toBe(1);
    expect(readEnv('3')).toMatchObject({ RANK: '3', RANKPLAN_GPU: '1', BASH_ENV: '/nowhere' });
    expect(read('env-3')).toContain('BASH_FUNC_source%%=');
    expect(read('attempt-0/failure')).toMatch(/^rank-\d 3 a1\n/);
  });

  it('hide from torchrun what another one left', () => {
    const presets = ['PET_STANDALONE', 'TORCHELASTIC_RUN_ID', 'TORCH_ELASTIC_WORKER_IDENTICAL', 'RANK'];
    start(Object.fromEntries(presets.map((name) => [name, '1'])));
    expect(Object.keys(readEnv('agent')).join(' ')).not.toMatch(
      /\b(PET_|TORCH_?ELASTIC|RANK\b|LOCAL_RANK|MASTER_)/,
    );
  });

  it('give each rank what is its own', () => {
    start();
    expect([2, 3, 4].map((rank) => readEnv(`${rank}`))).toMatchObject(
      ['3', '1', '2'].map((gpu, local) => ({
        ...{ RANK: `${2 + local}`, LOCAL_RANK: `${local}`, RANKPLAN_RANK: `${2 + local}`, RANKPLAN_GPU: gpu },
        ...{ CUDA_VISIBLE_DEVICES: '7,5,6', SLURM_PROCID: `${2 + local}`, SLURM_NTASKS: '5' },
        ...{ TORCHELASTIC_USE_AGENT_STORE: 'True', MASTER_PORT: '29000', RANKPLAN_NODE: 'a1' },
      })),
    );
    expect(Object.keys(readEnv('2')).join(' ')).not.toMatch(/RANKPLAN_(DIR|GIVEN|WORK_DIR)/);
    expect(read('rank-2.out')).toMatch(/^SigIgn:\s+0+\n$/);
    const cpus = [2, 3, 4].map((rank) => /Cpus_allowed_list:\t(.*)/.exec(read(`status-${rank}`))?.[1]);
    const all = /Cpus_allowed_list:\t(.*)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    expect(cpus).toEqual(['0', all, '0']); // those of its GPU
  });

  it('give the default signals to ranks, also where env cannot', () => {
    const old = '#!/bin/bash\n[[ $1 != --default-signal* ]] || exit 125\nexec /usr/bin/env "$@"\n';
    writeFileSync(join(bin, 'env'), old, { mode: 0o755 });
    try {
      expect(start()).toMatchObject({ status: 0 });
      expect(read('args')).toContain('\n--no-python\npython3\n-c\n');
      expect(read('rank-2.out')).toMatch(/^SigIgn:\s+0+\n$/);
    } finally {
      rmSync(join(bin, 'env'));
    }
  });

  it('pass on to ranks what only the first process of the task gets', async () => {
    const child = spawn(script(), settingsOf({ AWAITED: 'USR1' }));
    for (const rank of [2, 3, 4]) {
      await until(`rank ${rank}`, () => existsSync(join(run, `ready-${rank}`)));
      process.kill(Number(read('pid')), 'SIGUSR1');
    }
    expect(await once(child, 'close')).toEqual([0, null]);
    for (const rank of [2, 3, 4]) expect(read(`rank-${rank}.out`)).toMatch(/^SigIgn:\s+0+\nheeded\n$/);
  });

  it('have a store of their own for ranks that start again', () => {
    start({ COUNT: '2' });
    expect(readEnv('3')).toMatchObject({ TORCHELASTIC_USE_AGENT_STORE: 'False', MASTER_PORT: '29002' });
    expect(read('rank-3.err')).toBe('torchrun.sbatch: restart 2 of 2\n');
    expect(existsSync(join(run, 'attempt-1/failure'))).toBe(true);
  });

  it('write down the first rank that failed, in the last attempt for the job', () => {
    expect(start({ STATUS: '9', COUNT: '2' }).status).toBe(9);
    expect(read('failure')).toBe('rank-2 9 a1\n');
    start({ STATUS: '9' });
    expect(read('attempt-0/failure')).toBe('rank-2 9 a1\n');
    expect(read('failure')).toBe('node-1 1 a1\n'); // the stand-in does not start them again
  });

  it.each([
    [
      'numbers ranks in another way',
      { FIRST: '0' },
      0,
      /torchrun says rank 0 of 5 for process 0 on a1, .* rank 2 of 5/,
    ],
    ['starts ranks in its own process group', { SESSION: '' }, 2, /torch 2\.2 or newer is needed/],
  ])('start no rank when torchrun %s', (_name, env, rank, message) => {
    start(env);
    expect(read('failure')).toBe(`rank-${rank} 78 a1\n`);
    expect(read(`rank-${rank}.err`)).toMatch(message);
    expect(readdirSync(run).filter((name) => /^env-\d/.test(name))).toEqual([]);
  });

  it.each([
    [
      'fewer GPUs',
      { CUDA_VISIBLE_DEVICES: '4' },
      /gave this task 1 GPUs of a1 \(4\) where the plan has 4: submit torchrun/,
    ],
    ['another node', { SLURMD_NODENAME: 'c1' }, /a task on c1, where the plan has no rank/],
    ['another number of tasks', { SLURM_NTASKS: '1' }, /1 tasks for 2 nodes/],
  ])('stop with 78 at %s', (_name, env, message) => {
    const { status, stderr } = start(env);
    expect(stderr).toMatch(message);
    expect(status).toBe(78);
    expect(existsSync(join(run, 'args'))).toBe(false);
  });
});

it.each([
  ['with shares', '', 'workload: { globalBatch: 64 }', 3, 'RANKPLAN_LOSS_SCALE'],
  ['with a CPU rank', 'cpuRanks: 1,', '', 4, 'ONEAPI_DEVICE_SELECTOR'],
])(
  'what differs between the ranks of a node, %s, is given by torchrun or torchrun.bash',
  (_name, node, work, count, one) => {
    const gpu = (index: number, vendor: string) =>
      `{ index: ${index}, vendor: ${vendor}, score: ${index + 1} }`;
    const { out } = compile(`version: 1
name: mixed
nodes: [{ hosts: a1, ${node} gpus: [${gpu(0, 'nvidia')}, ${gpu(1, 'amd')}, ${gpu(2, 'intel')}] }]
mapping: { strategy: sequential }
launch: { visibility: isolated, backend: gloo }
${work}
slurm: {}
`);
    const ranks = Array.from({ length: count }, (_, rank) => {
      const lines = readFileSync(join(out, `env/rank-${rank}.env`), 'utf8').matchAll(/^export (\w+)=(.*)$/gm);
      return new Map([...lines].map(([, name = '', value = '']) => [name, value]));
    });
    const names = [...new Set(ranks.flatMap((rank) => [...rank.keys()]))];
    const differing = names.filter((name) => new Set(ranks.map((rank) => rank.get(name))).size > 1);
    expect(differing).toContain(one);
    const lists = readFileSync('src/emitters/slurm/parts/torchrun.bash', 'utf8').matchAll(
      /^RANKPLAN_(?:DEVICES|OWN)=\(([^)]*)\)$/gm,
    );
    const given = new Set(['RANK', 'ROLE_RANK', ...[...lists].flatMap(([, list = '']) => list.split(/\s+/))]);
    expect(differing.filter((name) => !given.has(name))).toEqual([]);
  },
);
