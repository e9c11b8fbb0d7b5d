import { describe, expect, test } from 'vitest';
import planSchema from '../../schemas/plan.schema.json' with { type: 'json' };
import type { LaunchPlan } from '../../src/generated/plan.ts';
import { DANGERS, findJudgement } from '../../src/review/diff/dangers.ts';
import { diffPlans } from '../../src/review/diff/diff-plans.ts';
import { FIRST_SECTIONS } from '../../src/review/diff/format-diff.ts';
import { programOf } from '../../src/review/diff/program-of.ts';
import { renderDiffMarkdown } from '../../src/review/diff/render-markdown.ts';
import { renderDiffText } from '../../src/review/diff/render-text.ts';
import { planOf } from '../compile-text.ts';

/*
 * What a reviewer may not overlook stands first: every field of a plan is in one class of danger, and the verdict of a change
 * is in the order of the classes.
 */

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly definitions?: Readonly<Record<string, Schema>>;
}

interface Field {
  readonly path: readonly string[];
  readonly schema: Schema;
}

const root = planSchema as unknown as Schema;
const deref = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (root.definitions?.[schema.$ref.split('/').at(-1) ?? ''] ?? {});

/** The fields of a plan that hold no others, lists without their numbers. */
function listFields(schema: Schema, path: readonly string[] = []): readonly Field[] {
  const whole = deref(schema);
  const parts = [
    whole,
    ...(whole.anyOf ?? []),
    ...(whole.oneOf ?? []),
    ...(whole.items ? [whole.items] : []),
  ];
  const below = parts.flatMap((part) => Object.entries(deref(part).properties ?? {}));
  return below.length === 0
    ? [{ path, schema: whole }]
    : below.flatMap(([key, value]) => listFields(value, [...path, key]));
}

const fields = listFields(root);

describe('the classes of danger', () => {
  test.each(fields.map(({ path }) => path.join(' ')))('%s has one', (path) => {
    expect(findJudgement(path.split(' '))).not.toBeNull();
  });

  test('name nothing that no plan has, and nothing twice', () => {
    const named = Object.values(DANGERS).flatMap((of) => (Array.isArray(of) ? of : Object.keys(of)));
    const isField = (name: string) =>
      name.startsWith('slurm directives ') ||
      fields.some(({ path }) => `${path.join(' ')} `.startsWith(`${name} `));
    expect(named.filter((name) => !isField(name))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  });
});

const base = planOf({
  nodes: [{ hosts: 'a[1-2]', gpus: { count: 2, score: 100 } }],
  launch: {
    command: ['python', 'train.py', '--lr', '0.1'],
    remote: { user: 'alice' },
    env: { A: '1' },
  },
  slurm: { container: { image: '/a.sqsh', runtime: 'pyxis' }, signal: { name: 'USR1', before: 60 } },
});

type Tree = Record<string, unknown>;

/** Another value of the field's type. */
function another({ enum: choices, type }: Schema, old: unknown): unknown {
  if (choices !== undefined) return choices.find((choice) => choice !== old && choice !== null);
  const [kind] = [type].flat();
  if (kind === 'array') return ['other'];
  if (kind === 'boolean') return old !== true;
  if (kind === 'object') return { other: 'x' };
  return kind === 'string' ? 'other' : 7;
}

const set = (tree: Tree, [key = '', ...rest]: readonly string[], schema: Schema): void => {
  if (rest.length === 0) tree[key] = another(schema, tree[key]);
  else {
    tree[key] ??= {};
    set(tree[key] as Tree, rest, schema);
  }
};

/** The settings of a job, without what has to fit the ranks. */
const settings = fields.filter(({ path: [top, key] }) =>
  top === 'launch' ? key !== 'parallel' : ['backend', 'visibility', 'slurm'].includes(top ?? ''),
);
const ofNodes = fields.filter(({ path }) =>
  ['nodes address', 'nodes bind', 'nodes cpus', 'nodes env', 'nodes spare'].includes(path.join(' ')),
);

test.each([...settings, ...ofNodes].map((field) => ({ ...field, name: field.path.join('.') })))(
  'the verdict names another $name by its class',
  ({ path, schema }) => {
    const next = structuredClone(base) as unknown as Tree;
    const [top = ''] = path;
    if (top === 'nodes') set((next['nodes'] as Tree[])[0] ?? {}, path.slice(1), schema);
    else set(next, path, schema);
    const diff = diffPlans(base, next as unknown as LaunchPlan);
    const [setting] = diff.settings;
    const expected = findJudgement(path);
    expect(setting?.danger).toBe(expected?.danger);
    expect(setting?.runs).toBe(expected?.runs);
    const name = (setting?.path ?? []).join('.');
    const clause = diff.headline.split('; ').find((one) => one.includes(name));
    const beginning = {
      code: 'other code runs: ',
      hosts: 'other hosts: ',
      communication: 'communication: ',
      program: 'other arguments or variables: ',
    };
    expect(clause).toContain(
      expected?.danger && expected.danger in beginning
        ? beginning[expected.danger as keyof typeof beginning]
        : '1 setting changes: ',
    );
  },
);

type Made = readonly [launch?: object, slurm?: object | undefined, node?: object];

const topology = ([launch = {}, slurm, node = {}]: Made) =>
  planOf({ nodes: [{ hosts: 'a[1-2]', gpus: { count: 2 }, ...node }], launch, slurm });
const directives = (options: object): Made => [{}, { directives: options }];
const remote = (value: object): Made => [{ remote: value }];
const command = (...words: readonly string[]): Made => [{ command: words }];
const env = (variables: object): Made => [{ env: variables }];

test.each<readonly [string, Made, Made, RegExp]>([
  [
    'a folder of logs',
    [],
    remote({ directory: 'x' }),
    /^no rank moves; step time unknown; 1 setting changes: launch\.remote\.directory$/,
  ],
  [
    "Slurm's export",
    directives({}),
    directives({ export: 'ALL' }),
    /^other code runs: slurm\.directives\.export;/,
  ],
  [
    'an option without a value that runs code',
    directives({}),
    directives({ 'get-user-env': true }),
    /^other code runs: slurm\.directives\.get-user-env;/,
  ],
  [
    'another option without a value',
    directives({ requeue: true }),
    directives({}),
    /1 setting changes: slurm\.directives\.requeue$/,
  ],
  ['a cluster', directives({}), directives({ clusters: 'b' }), /^other hosts: slurm\.directives\.clusters;/],
  [
    'the program that reaches other hosts',
    remote({ command: ['ssh'] }),
    remote({ command: ['./ssh'] }),
    /^other code runs: launch\.remote\.command;/,
  ],
  [
    'who enters other hosts',
    remote({ user: 'alice' }),
    remote({ user: 'root' }),
    /^other hosts: launch\.remote\.user;/,
  ],
  ['a variable', [], env({ HOME: '/x' }), /^other code runs: launch\.env\.HOME;/],
  ['a program', command('python', 'a.py'), command('python', 'b.py'), /^other code runs: launch\.command;/],
  [
    'an argument',
    command('python', 'a.py', '1'),
    command('python', 'a.py', '2'),
    /^no rank moves; step time unknown; other arguments or variables: launch\.command$/,
  ],
  [
    'a library',
    [],
    env({ NCCL_ALGO: 'Ring' }),
    /^no rank moves; communication: launch\.env\.NCCL_ALGO; step time/,
  ],
  ['a host', [], [{}, undefined, { hosts: 'a[1-3]' }], /^other hosts: a3 is new; no rank moves, 2 added;/],
])('%s stands where its danger is', (_, old, next, verdict) => {
  expect(diffPlans(topology(old), topology(next)).headline).toMatch(verdict);
});

test('a verdict has its parts in the order of danger, and so have the sections', () => {
  const old = topology([
    { command: ['python', 'a.py'], env: { NCCL_ALGO: 'Ring', SEED: '1' } },
    { time: '1:00' },
  ]);
  const next = topology([
    { command: ['python', 'b.py'], env: { NCCL_ALGO: 'Tree', SEED: '2' } },
    { time: '2:00' },
    { hosts: 'a[2-3]', address: '{host}.b' },
  ]);
  const diff = diffPlans(old, next);
  expect(diff.headline).toMatch(
    /^other code runs: launch\.command; other hosts: address, a3 is new; \d of 4 ranks move.*; communication: launch\.env\.NCCL_ALGO; step time unknown; other arguments or variables: launch\.env\.SEED; 1 setting changes: slurm\.time$/,
  );
  const sections = [
    FIRST_SECTIONS.code,
    FIRST_SECTIONS.hosts,
    'communication',
    'arguments and variables',
    'settings',
  ];
  for (const text of [renderDiffText(diff, ['a', 'b']), renderDiffMarkdown(diff, ['a', 'b'])]) {
    const places = sections.map((title) => text.search(new RegExp(`^(\\*\\*)?${title}`, 'm')));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places.toSorted((a, b) => a - b)).toEqual(places);
  }
});

describe('of a command, code is', () => {
  test.each([
    ['python train.py --lr 0.1', 'python train.py'],
    ['python -u -X dev -W ignore train.py --lr 0.1', 'python -u -X dev -W ignore train.py'],
    ['python -Ximporttime train --lr 0.1', 'python -Ximporttime train'],
    ['/opt/venv/bin/python3.12 -m pkg.train --lr 0.1', '/opt/venv/bin/python3.12 -m pkg.train'],
    ['python -um pkg.train -c conf.yaml', 'python -um pkg.train'],
    ['python -c print(1) 2', 'python -c print(1)'],
    ['python - 2', 'python -'],
    ['python train.py --hook other.py --lr 0.1', 'python train.py other.py'],
    ['python train.py --hook=other.py', 'python train.py --hook=other.py'],
    [
      'python -m torch.distributed.run --nproc-per-node 8 train.py --lr 0.1',
      'python -m torch.distributed.run --nproc-per-node 8 train.py',
    ],
    ['torchrun --nproc-per-node 8 train.py --lr 0.1', 'torchrun --nproc-per-node 8 train.py'],
    ['torchrun --nnodes 2 -m pkg.train --lr 0.1', 'torchrun --nnodes 2 -m pkg.train'],
    [
      'accelerate launch --config_file a.yaml train.py --lr 0.1',
      'accelerate launch --config_file a.yaml train.py',
    ],
    ['numactl -N 0 python train.py --lr 0.1', 'numactl -N 0 python train.py'],
    ['numactl --interleave ./train --lr 0.1', 'numactl --interleave ./train --lr 0.1'],
    ['bash -c ./train', 'bash -c ./train'],
    ['sh -c eval${IFS}$2 python train.py ls', 'sh -c eval${IFS}$2 python train.py ls'],
    ['nice bash run.sh python train.py --lr 0.1', 'nice bash run.sh python train.py --lr 0.1'],
    ['srun ./train --lr 0.1', 'srun ./train --lr 0.1'],
    ['./train --lr 0.1 --amp', './train'],
    ['./train lr=0.1', './train'],
    ['./wrap ./train --lr 0.1', './wrap ./train'],
    ['./train --plugin /x/libevil.so.1', './train /x/libevil.so.1'],
    ['torchrun --no-python ./train --lr 0.1', 'torchrun --no-python ./train --lr 0.1'],
  ])('%s: %s', (words, code) => {
    expect(programOf(words.split(' '))).toEqual(code.split(' '));
  });
});
