import { describe, expect, test } from 'vitest';
import { HAZARDS } from '../../src/compiler/hazards/hazards.ts';
import { KNOWN_VARIABLES } from '../../src/compiler/hazards/known-variables.ts';
import { findMisspelt } from '../../src/compiler/hazards/misspelt-variable.ts';
import { forcesNvls } from '../../src/compiler/hazards/nvls-order.ts';
import { findStartedLauncher } from '../../src/compiler/hazards/read-command.ts';
import { splitWords } from '../../src/compiler/values/split-words.ts';
import { compareVersions } from '../../src/compiler/values/versions.ts';
import { CODE_PAGES, findStale, nameReleases } from '../code-pages.ts';
import { compileText, planText } from '../compile-text.ts';
import { parseSaved } from '../saved-plans.ts';
import { runs, some } from '../stage.ts';

const findingsOf = (text: string) => compileText(text).diagnostics.map(({ code }) => code);

const HAZARD_PAGES = CODE_PAGES.filter(({ threads }) => threads !== null);

test('each hazard has a page, and each page a hazard', () => {
  expect(Object.keys(HAZARDS)).toEqual(HAZARD_PAGES.map(({ code }) => code));
});

/**
 * When a newer release becomes known, `NEWEST` changes, and this list says what has to be looked up again; what was is taken
 * out here.
 */
test('what is said of libraries was looked up with the newest releases known, but for these', () => {
  const stale = CODE_PAGES.flatMap(({ code, checked }) => {
    const old = nameReleases(findStale(checked ?? {}));
    return old === '' ? [] : [`${code}: ${old}`];
  });
  expect(stale).toEqual([
    'RP2002: NCCL 2.30.7',
    'RP3008: NCCL 2.31.2',
    'RP4201: PyTorch 2.13.0',
    'RP6001: PyTorch 2.13.0',
    'RP6002: NCCL 2.30.7, PyTorch 2.13.0',
    'RP6003: NCCL 2.30.7',
    'RP6004: NCCL 2.31.2',
    'RP6006: NCCL 2.23.4',
    'RP6007: NCCL 2.30.7',
    'RP6009: PyTorch 2.13.0',
    'RP6010: NCCL 2.30.7, PyTorch 2.13.0',
    'RP6011: NCCL 2.30.7',
    'RP6012: vLLM 0.25.1',
    'RP6013: PyTorch 2.11.0',
    'RP6015: NCCL 2.30.7, PyTorch 2.13.0',
  ]);
});

test('what names a library in the catalogue says with which release it was looked up', () => {
  const LIBRARIES = /\b(NCCL|RCCL|torchrun|vLLM|Lightning)\b/;
  const silent = CODE_PAGES.filter(
    ({ code, explanation, checked }) => code < 'RP5' && checked === null && LIBRARIES.test(explanation),
  );
  expect(silent).toEqual([]);
});

describe('a hazard ends where a release, a variable or the shape of the plan ends it', () => {
  const NODE = 'nodes: [{ hosts: h1, gpus: [{ index: 0, score: 90 }, { index: 1, score: 100 }] }]';
  const TWO = 'nodes: [{ hosts: "h[1-2]", gpus: [{ index: 0, score: 90 }, { index: 1, score: 100 }] }]';
  const UNEVEN = 'nodes: [{ hosts: h1, gpus: { count: 8 } }, { hosts: h2, gpus: { count: 7 } }]';
  const ADAPTERS =
    'nodes: [{ hosts: h1, gpus: { count: 4 }, env: { NCCL_IB_HCA: "=a,b" } }, { hosts: h2, gpus: { count: 4 }, env: { NCCL_IB_HCA: "=a" } }]';
  const RANKED = 'mapping: { strategy: performance-ranked }';
  const UUID = 'nodes: [{ hosts: s1, gpus: [{ index: 0, uuid: GPU-52a3a85d-3c55-ca3a-a955-82c69ed360fc }] }]';
  const told = (...lines: readonly string[]) =>
    compileText(['version: 1', 'name: x', ...lines, ''].join('\n')).diagnostics.map(
      ({ code, message }) => `${code}: ${message}`,
    );
  const uneven = (nccl: string, env = '') =>
    told(UNEVEN, `launch: { software: { nccl: ${nccl} }${env} }`).length;

  test('RP6003: a group within a node is wrong, one over nodes is not', () => {
    const env = 'launch: { env: { NCCL_ALGO: NVLS } }';
    expect(told(NODE, RANKED, env)).toEqual([expect.stringMatching(/^RP6003: .* would give permuted data$/)]);
    expect(told(TWO, RANKED, env)).toEqual([
      expect.stringMatching(/^RP6003: .* in a group within that node .* over nodes it would not$/),
    ]);
  });
  test('RP6004: one release, and only with NVLS', () => {
    expect(
      ['2.31.0', '2.31.2', '2.31.2+cuda13.3', '2.31.3', '2.32.6'].map((version) => uneven(version)),
    ).toEqual([0, 1, 1, 0, 0]);
    expect(uneven('2.31.2', ', env: { NCCL_NVLS_ENABLE: "0" }')).toBe(0);
    expect(uneven('2.31.2', ', env: { NCCL_NVLS_ENABLE: "2" }')).toBe(1);
  });
  test.each([
    ['', 0],
    [', env: { NCCL_IGNORE_NET_MISMATCH: "1" }', 1],
    [', software: { nccl: 2.30.3 }', 1],
    [', software: { nccl: 2.29.7 }', 0],
    [', software: { nccl: 2.30.7 }, env: { NCCL_IGNORE_NET_MISMATCH: "0" }', 0],
  ])('RP6011: adapters that differ, with%s', (launch, count) =>
    expect(told(ADAPTERS, `launch: { backend: nccl${launch} }`)).toHaveLength(count),
  );
  test.each([
    ['', 0],
    [', software: { vllm: 0.9.2 }', 1],
    [', software: { vllm: 0.22.0 }', 1],
    [', software: { vllm: 0.24.0 }', 0],
    [', software: { vllm: "0.10.1" }', 1],
  ])('RP6012: UUIDs for vLLM%s', (software, count) =>
    expect(
      told(UUID, `launch: { addressing: uuid, backend: none, command: [vllm, serve, m]${software} }`),
    ).toHaveLength(count),
  );
});

describe('an interface in the form of its library', () => {
  test.each([
    ['GLOO_SOCKET_IFNAME', '^lo', '^lo'],
    ['GLOO_SOCKET_IFNAME', 'eth0,=eth1', '=eth1'],
    ['GLOO_SOCKET_IFNAME', 'eth0, eth1', ' eth1'],
    ['GLOO_SOCKET_IFNAME', '10.0.0.1', '10.0.0.1'],
    ['GLOO_SOCKET_IFNAME', 'eth0', null],
    ['GLOO_SOCKET_IFNAME', 'eth0,eth1,', null],
    ['NCCL_SOCKET_IFNAME', '=^docker0', '=^docker0'],
    ['NCCL_SOCKET_IFNAME', '^docker0,^lo', '^lo'],
    ['NCCL_SOCKET_IFNAME', '=eth0,=eth1', '=eth1'],
    ['NCCL_SOCKET_IFNAME', '^=docker0,lo', null],
    ['NCCL_SOCKET_IFNAME', '=eth0,eth1', null],
    ['NCCL_IB_HCA', '=mlx5_0:1,mlx5_1:1', null],
    ['NCCL_IB_HCA', 'mlx5_0, mlx5_1', ' mlx5_1'],
  ])('%s=%s', (name, value, wrong) => {
    const env = `launch: { env: { ${name}: ${JSON.stringify(value)} } }`;
    const text = `version: 1\nname: x\nnodes: [{ hosts: "h[1-2]", gpus: { count: 2 } }]\n${env}\n`;
    const found = compileText(text).diagnostics.filter(({ code }) => code === 'RP6015');
    expect(found.map(({ message }) => message)).toEqual(
      wrong === null
        ? []
        : [expect.stringMatching(new RegExp(`\\\`${wrong.replace(/[\^.]/g, '\\$&')}\\\`$`))],
    );
  });
});

describe('a saved plan is told of what its topology is', () => {
  test.each(HAZARD_PAGES)('$code', ({ code, bad, good }) => {
    for (const [example, expected] of [
      [bad, [code]],
      [good, []],
    ] as const) {
      const { plan } = compileText(example.kind === 'topology' ? example.text : '');
      const saved = parseSaved(planText(plan) ?? '');
      expect(saved.plan).toEqual(plan);
      expect(saved.found.map((finding) => finding.code)).toEqual(expected);
      for (const { primary } of saved.found) expect(primary.end).toBeGreaterThan(primary.start);
    }
  });
});

describe('a launcher is found where it is started', () => {
  test.each([
    ['torchrun train.py', 'torchrun'],
    ['/opt/venv/bin/torchrun --nproc-per-node 4 train.py', 'torchrun'],
    ['python -m torch.distributed.run train.py', 'torchrun'],
    ['python3.11 -u -m torch.distributed.launch train.py', 'torchrun'],
    ['accelerate launch --config_file a.yaml train.py', 'accelerate'],
    ['env A=1 B=2 torchrun train.py', 'torchrun'],
    ['env -u A nice -n 5 deepspeed train.py', 'deepspeed'],
    ['nice torchrun train.py', 'torchrun'],
    ['numactl -N 0 --localalloc mpirun -n 4 ./a', 'mpirun'],
    ['timeout -k 5 3h srun python train.py', 'srun'],
    ['taskset -c 0-3 torchrun train.py', 'torchrun'],
    ['stdbuf -oL nohup horovodrun -np 4 python train.py', 'mpirun'],
    ['bash -c "torchrun train.py"', 'torchrun'],
    ['bash -lc "module load x && exec torchrun train.py"', 'torchrun'],
    ['sh -c "A=1 mpiexec ./a"', 'mpirun'],
    ['nsys profile -o out torchrun train.py', 'torchrun'],
    ['uv run torchrun train.py', 'torchrun'],
    ['apptainer exec --nv train.sif torchrun --standalone train.py', 'torchrun'],
    ['apptainer exec train.sif bash -c "torchrun train.py"', 'torchrun'],
    ['exec /usr/bin/env torchrun train.py', 'torchrun'],
    ['nsys profile --trace=cuda torchrun train.py', 'torchrun'],
    ['bash -eo pipefail -c "torchrun train.py"', 'torchrun'],
  ])('%s', (line, launcher) => expect(findStartedLauncher(splitWords(line))?.launcher).toBe(launcher));

  test.each([
    'python train.py --launcher torchrun',
    'python train.py torchrun',
    'python -m torch.utils.collect_env',
    'python -m train torchrun',
    './torchrun.py',
    'env torchrun=1 python train.py',
    'env LAUNCHER=torchrun python train.py',
    'nice -n 5 python train.py srun',
    'timeout 3h python train.py mpirun',
    'bash -c "echo torchrun"',
    'bash -c "python train.py --with torchrun"',
    'bash torchrun',
    'bash run.sh -c "torchrun train.py"',
    'docker run --name torchrun img python train.py',
    'accelerate config',
    'apptainer exec train.sif python train.py --launcher torchrun',
    'apptainer exec train.sif ./train --launcher torchrun',
    'echo torchrun',
    'env',
    '',
    'nice -n',
    'bash -c',
  ])('and not in %s', (line) => expect(findStartedLauncher(splitWords(line))).toBeNull());
});

describe('the program as it starts without the launcher', () => {
  const adviceOf = (launch: string) =>
    compileText(`version: 1\nname: x\nnodes: [{ hosts: lab1, gpus: { count: 4 } }]\n${launch}`).diagnostics;
  test.each([
    ['[torchrun, --nproc-per-node=4, train.py, --lr, 0.10]', '[python, -u, train.py, --lr, "0.10"]'],
    [
      '[torchrun, --nproc_per_node, gpu, --standalone, -m, pkg.train, "a b"]',
      '[python, -u, -m, pkg.train, a b]',
    ],
    ['["/v/bin/torchrun", "--nproc-per-node", "2", "train.py"]', '[/v/bin/python, -u, train.py]'],
    ['[torchrun, --no-python, --nproc-per-node, 4, ./train]', '[./train]'],
    ['[python3, -m, torch.distributed.run, --nproc-per-node=4, train.py]', '[python3, -u, train.py]'],
    ['[python, -u, -m, torch.distributed.run, --nproc-per-node=4, train.py]', '[python, -u, train.py]'],
    ['[env, A=1, torchrun, --nproc-per-node=4, train.py]', '[env, A=1, python, -u, train.py]'],
    ['[accelerate, launch, --mixed_precision, bf16, train.py]', '[python, -u, train.py]'],
    ['[srun, -n4, python, train.py]', '[python, train.py]'],
    ['[mpirun, -np, 4, -x, A, ./train]', '[./train]'],
  ])('%s', (command, expected) => {
    const [finding] = adviceOf(`launch: { command: ${command} }\n`);
    expect(finding).toMatchObject({
      code: 'RP6001',
      help: `start the program itself: \`command: ${expected}\``,
    });
  });
  test.each([
    ['command: [bash, -c, "torchrun train.py"]', 'start the program itself: `python -u train.py`'],
    ['command: [torchrun, --standalone]', 'write the program itself as the command'],
    [
      'wrap: [torchrun, --standalone], command: [train.py]',
      'start the program itself: `command: [python, -u, train.py]`',
    ],
  ])('%s', (launch, help) => {
    expect(adviceOf(`launch: { ${launch} }\n`)).toMatchObject([{ code: 'RP6001', help }]);
  });
  test('one rank on each node may start the ranks of its node', () => {
    const nodes = 'nodes: [{ hosts: "lab[1-2]", gpus: { count: 1 } }]';
    expect(findingsOf(`version: 1\nname: x\n${nodes}\nlaunch: { command: [torchrun, train.py] }\n`)).toEqual(
      [],
    );
  });
});

test.each(['.5', '+2.5', '-1'])('%s is no version', (version) => {
  const text = `version: 1\nname: x\nnodes: [{ hosts: lab1, gpus: { count: 4 } }]\nlaunch: { software: { torch: ${version} } }\n`;
  expect(compileText(text).plan).toBeNull();
});

test.each('NVLS nvls NVLS,Tree ^Ring allgather:nvls ring;allgather:nvls'.split(' '))(
  'NCCL_ALGO=%s forces NVLS',
  (value) => expect(forcesNvls(value)).toBe(true),
);
test.each([
  '',
  ...'^Ring,NVLS NVLS,Ring Ring ^NVLS allreduce:nvls nvls;allgather:ring;reducescatter:ring'.split(' '),
])('NCCL_ALGO=%s does not', (value) => expect(forcesNvls(value)).toBe(false));

test.each([
  ['2.31.2', '2.31.2+cuda13.3', 0],
  ['2.9.1', '2.31', -1],
  ['2.10', '2.9', 1],
  ['2.31', '2.31.0', 0],
  ['2.13.0a0+git', '2.13', 0],
])('version %s against %s', (a, b, sign) => expect(Math.sign(compareVersions(a, b))).toBe(sign));

describe('a misspelt variable', () => {
  const known = Object.entries(KNOWN_VARIABLES).flatMap(([prefix, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => `${prefix}_${name}`),
  );

  test('is none that is known', () => {
    expect(known.length).toBeGreaterThan(400);
    expect(known.filter((name) => findMisspelt(name) !== null)).toEqual([]);
  });

  test.each([
    ['NCCL_SOCKET_NAME', 'NCCL_SOCKET_IFNAME'],
    ['NCCL_DEBG', 'NCCL_DEBUG'],
    ['NCLL_DEBUG', 'NCCL_DEBUG'],
    ['nccl_debug', 'NCCL_DEBUG'],
    ['NCCL_IB_HAC', 'NCCL_IB_HCA'],
    ['NCCL_P2P_DISBALE', 'NCCL_P2P_DISABLE'],
    ['NCCL_IB_DISABLED', 'NCCL_IB_DISABLE'],
    ['NCCL_SOCKETIFNAME', 'NCCL_SOCKET_IFNAME'],
    ['TORCH_NCCL_SOCKET_IFNAME', 'NCCL_SOCKET_IFNAME'],
    ['TORCH_CUDA_ALLOC_CONF', 'PYTORCH_CUDA_ALLOC_CONF'],
    ['PYTORCH_CUDA_ALLOC_CONFIG', 'PYTORCH_CUDA_ALLOC_CONF'],
    ['PYTROCH_CUDA_ALLOC_CONF', 'PYTORCH_CUDA_ALLOC_CONF'],
    ['TORCH_NCCL_BLOCKING_WAITS', 'TORCH_NCCL_BLOCKING_WAIT'],
  ])('%s is %s', (name, meant) => expect(findMisspelt(name)).toBe(meant));

  test.each([
    ...'NCCL_FASTRAK_IFNAME NCCL_INCLUDE_DIRS NCCL_GDRCOPY_ENABLE NCCL_DETERMINISTIC NCCL_TIMEOUT'.split(' '),
    'NCCL_ENABLE_MONITORING', // PyTorch before 2.2
    ...'UCCL_IB_HCA RCCL_MSCCL_ENABLE TORCHINDUCTOR_CACHE_DIR PYTORCH_MY_OWN_SETTING WANDB_MODE _ NCCL_'.split(
      ' ',
    ),
    `NCCL_${'A_'.repeat(100_000)}`,
  ])('%.30s is like none', (name) => expect(findMisspelt(name)).toBeNull());

  test('a swapped, missing or doubled letter is found again, nearly always', () => {
    let [tried, found] = [0, 0];
    for (const name of some(known, 5)) {
      for (let at = name.indexOf('_') + 1; at + 1 < name.length; at++) {
        const [a = '', b = ''] = [name[at], name[at + 1]];
        if (a === b || /[\d_]/.test(a + b)) continue;
        for (const slip of [b + a, b, a + a + b]) {
          const wrong = name.slice(0, at) + slip + name.slice(at + 2);
          if (known.includes(wrong)) continue;
          tried++;
          if (findMisspelt(wrong) === name) found++;
        }
      }
    }
    expect(tried).toBeGreaterThan(runs(10_000, 1000));
    expect(found / tried).toBeGreaterThan(0.9);
  });

  test('a name that a release brings is rarely taken for a slip of an older one', () => {
    const suspected = known.filter(
      (name) => findMisspelt(name, new Set(known.filter((other) => other !== name))) !== null,
    );
    expect(suspected.length).toBeLessThan(known.length / 50);
  });
});
