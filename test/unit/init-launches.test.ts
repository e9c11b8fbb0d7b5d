import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { FileSource } from '../../src/cli/init/draft.ts';
import { draftFrom, NO_OPTIONS } from '../../src/cli/init/draft-from.ts';
import { GPU_VARIABLES } from '../../src/cli/init/launch/read-launch.ts';
import { renderTopology } from '../../src/cli/init/render-topology.ts';
import { positionAt } from '../../src/compiler/source/source-file.ts';
import { compileText } from '../compile-text.ts';
import { makeFolder } from '../scratch.ts';

/*
 * Launches and configurations as people write them, each with the map that its own tool makes of it, written by hand:
 * `lab1:0-3` are four ranks in order, on GPUs 0 to 3 of lab1. A launch has its words, as a shell gives them to a program
 * (a text of them where none has a blank), and what stands around it: the `#SBATCH` lines, variables. Others are files.
 */
const FOLDER = resolve('test/data/init/launches');
const WRITTEN = join(makeFolder('rankplan-launches-'), 'given');
afterAll(() => vi.unstubAllEnvs());

interface Launch {
  readonly job?: readonly string[];
  readonly words?: string | readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A file that is not read from the folder. */
  readonly text?: string;
  readonly map?: string;
  readonly warnings?: number;
  readonly refused?: string;
  readonly place?: string;
}

const LAUNCHES = JSON.parse(readFileSync(join(FOLDER, 'expected.json'), 'utf8')) as Record<string, Launch>;
const CASES = Object.entries(LAUNCHES);

/** What cases name, and what is no case itself. */
const BESIDE = ['expected.json', 'hosts-mixed', 'machines.txt', 'zero2.yaml'];

function expandMap(map: string): readonly string[] {
  return map.split(' ').flatMap((part) => {
    const [, host = '', kind = '', first = '', last = first] =
      /^(.+):(cpu|)(\d+)(?:-(\d+))?$/.exec(part) ?? [];
    const count = Number(last) - Number(first) + 1;
    return Array.from({ length: count }, (_, i) => `${host}:${kind}${Number(first) + i}`);
  });
}

/** The host and GPU of each rank in the plan of a topology, which must have no finding. */
function mapOf(topology: string): readonly string[] {
  const { plan, diagnostics } = compileText(topology);
  expect(diagnostics).toEqual([]);
  return (plan?.ranks ?? []).map(({ node, gpu, cpuSlot }) => `${node}:${gpu ?? `cpu${cpuSlot}`}`);
}

/** What `init` makes of a launch: the topology, or null, and its findings as `place severity code`. */
function init(name: string, { job, words, env = {}, text }: Launch, kind: FileSource | null = null) {
  for (const variable of GPU_VARIABLES) vi.stubEnv(variable, env[variable]);
  const lines = job?.map((line) => `#SBATCH ${line}\n`).join('');
  const given = text ?? (lines === undefined ? null : `#!/bin/bash\n${lines}`);
  const path = words === undefined ? join(FOLDER, name) : null;
  if (given !== null) writeFileSync(WRITTEN, given);
  // What words name lies beside the cases.
  const beside = (word: string) =>
    word.replace(/(^|=)(hosts-mixed|machines\.txt|zero2\.yaml)$/, `$1${FOLDER}/$2`);
  const { draft, diagnostics } = draftFrom(kind, {
    ...NO_OPTIONS,
    path: given === null ? path : WRITTEN,
    words: words === undefined ? null : (typeof words === 'string' ? words.split(' ') : words).map(beside),
  });
  const found = diagnostics.map(({ primary, severity, code }) => {
    const { line, column } = positionAt(primary.file, primary.start);
    return `${basename(primary.file.name)}:${line}:${column} ${severity} ${code}`;
  });
  expect(diagnostics.filter(({ help }) => !help)).toEqual([]);
  return { topology: draft && renderTopology(draft, 'job', null), found };
}

describe('a launch becomes a topology with the same map, or a reason', () => {
  test('each file of the folder has its map here, and at least 35 launches have one', () => {
    expect(CASES.filter(([, { map }]) => map !== undefined).length).toBeGreaterThanOrEqual(35);
    const files = CASES.filter(([, { job, words, text }]) => (job ?? words ?? text) === undefined);
    expect([...files.map(([name]) => name), ...BESIDE].sort()).toEqual(readdirSync(FOLDER).sort());
  });

  test.each(CASES)('%s', (name, launch) => {
    const { map, warnings = 0, refused, place } = launch;
    const { topology, found } = init(name, launch);
    if (map === undefined) {
      expect(found).toContain(`${place} error ${refused}`);
      expect(topology).toBeNull();
      return;
    }
    expect(found.map((each) => each.replace(/^.* (?=\w+ )/, ''))).toEqual(
      Array.from({ length: warnings }, () => 'warning RP5117'),
    );
    expect(mapOf(topology ?? '')).toEqual(expandMap(map));
  });

  test.each([
    ['accelerate', 'accelerate-fsdp.yaml'],
    ['rankfile', 'interleaved.rankfile'],
    ['hostfile', 'hosts-mixed'],
  ] as const)('a kind may be named, and says the same: %s', (kind, file) => {
    expect(init(file, {}, kind)).toEqual(init(file, {}));
  });
});

/** From `launch:` to the end. */
const launchOf = (name: string, launch: Launch): string =>
  /^(# )?launch:[\s\S]*/m.exec(init(name, launch).topology ?? '')?.[0] ?? '';

test.each<[what: string, launch: Launch, written: string]>([
  [
    'what Accelerate sets for its processes',
    {
      words:
        'accelerate launch --num_processes 2 --use_fsdp --fsdp_offload_params true --mixed_precision bf16 --max_restarts 2 t.py',
    },
    'launch:\n  command: [python, t.py]\n  env:\n    ACCELERATE_USE_FSDP: "true"\n    FSDP_OFFLOAD_PARAMS: "true"\n    ACCELERATE_MIXED_PRECISION: bf16\n  # not taken over: --max-restarts\n',
  ],
  [
    'programs and variables before a launcher',
    { words: 'nohup env -u X NCCL_DEBUG=WARN RANK=1 numactl -l torchrun --nproc_per_node 2 --tee 3 t.py' },
    'launch:\n  wrap: [numactl, -l]\n  command: [python, t.py]\n  env:\n    NCCL_DEBUG: WARN\n  # not taken over: --tee, RANK\n',
  ],
  [
    'the Python of a launcher',
    { words: '/opt/venv/bin/python -u -m torch.distributed.run --nproc-per-node=2 -m pkg.train' },
    'launch:\n  command: ["/opt/venv/bin/python", -m, pkg.train]\n',
  ],
  [
    'the Python beside a launcher',
    { words: '../venv/bin/accelerate launch --num_processes 2 t.py' },
    'launch:\n  command: ["../venv/bin/python", t.py]\n',
  ],
  [
    'variables of mpirun',
    {
      words: 'mpirun -np 2 -x A=1 -x LD_LIBRARY_PATH -genv B 2 --mca btl ^openib --bind-to core python t.py',
    },
    'launch:\n  command: [python, t.py]\n  env:\n    A: "1"\n    B: "2"\n  # not taken over: --bind-to, -x LD_LIBRARY_PATH, --mca btl\n',
  ],
  [
    'the container and options of srun',
    {
      words:
        'srun -p gpu --container-image=/i/t.sqsh --container-mounts=/d:/d,/c:/c:ro --cpu-bind=none env A=1 python t.py',
      job: ['-N2 --ntasks-per-node=4 --gpus-per-node=4'],
    },
    'launch:\n  command: [python, t.py]\n  env:\n    A: "1"\n\nslurm:\n  partition: gpu\n  allocation: shared\n  container:\n    runtime: pyxis\n    image: "/i/t.sqsh"\n    mounts:\n      - "/d:/d"\n      - "/c:/c:ro"\n  # not taken over: --cpu-bind\n',
  ],
])('is not lost: %s', (_, launch, written) => {
  expect(launchOf('', launch)).toBe(written);
});

test('a command that no topology has is named', () => {
  const { topology, found } = init('', { words: ['torchrun', 'train.py', '--prompt', 'a\nb'] });
  expect({ found, topology }).toEqual({
    found: ['<command>:1:28 warning RP5117'],
    topology: expect.not.stringContaining('a\nb'),
  });
});
