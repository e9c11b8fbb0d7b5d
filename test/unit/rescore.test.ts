import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isSealed, seal } from '../../src/runtime/probe/describe-inventory.ts';
import { runRankplan } from '../command/run-rankplan.ts';
import { planOf, planText } from '../compile-text.ts';
import { readBeside } from '../read-beside.ts';
import { makeFolder, writeFiles } from '../scratch.ts';

interface Lab {
  readonly folder: string;
  readonly read: (name?: string) => string;
  readonly rescore: (...args: string[]) => ReturnType<typeof runRankplan>;
}

/** A topology with a run in `run` in which rank k did `speeds[k]` samples a second. */
function recordRun(
  text: string,
  speeds: readonly number[],
  files: Readonly<Record<string, string>> = {},
): Lab {
  const folder = makeFolder('rankplan-rescore-');
  writeFiles(folder, { 'rankplan.yaml': text, ...files });
  const plan = planOf(text, readBeside(folder));
  writeFiles(folder, { 'run/plan.json': planText(plan) ?? '' });
  for (const { rank, share } of plan.ranks) {
    const speed = speeds[rank];
    if (speed === undefined) continue;
    const samples = share ?? 0;
    const line = `${JSON.stringify({ step: 0, seconds: Math.max(samples, 1) / speed, samples })}\n`;
    writeFileSync(join(folder, `run/rank-${rank}.steps`), line.repeat(20));
  }
  const rescore = (...args: string[]) => runRankplan(['rescore', 'run', ...args], { cwd: folder });
  return { folder, rescore, read: (name = 'rankplan.yaml') => readFileSync(join(folder, name), 'utf8') };
}

const TAIL = 'workload: { globalBatch: 80 }\n';
const EQUAL = 'workload: { globalBatch: 80, shares: equal }\n';
const head = (models: string) => `version: 1\nname: lab\n${models}`;

/** Where a figure stands, what the ranks did, and what becomes of the text. */
const PLACES: readonly (readonly [string, string, readonly number[], string])[] = [
  [
    'on a model, with a comment',
    `${head('models:\n  A: { score: 1 } # made up\n')}nodes: [{ hosts: [l1, l2], gpus: { count: 1, model: A } }]\n${TAIL}`,
    [200, 203],
    `${head('models:\n  A: { score: 200 } # made up\n')}nodes: [{ hosts: [l1, l2], gpus: { count: 1, model: A } }]\n${TAIL}`,
  ],
  [
    'on entries of GPUs, in blocks',
    `${head('')}nodes:\n  - hosts: l1\n    gpus:\n      - index: 0\n        score: 1\n      - index: 1\n        score: 1\n${TAIL}`,
    [200, 100],
    `${head('')}nodes:\n  - hosts: l1\n    gpus:\n      - index: 0\n        score: 200\n      - index: 1\n        score: 100\n${TAIL}`,
  ],
  [
    'nowhere: it comes to the model, behind its first key',
    `${head('models:\n  A:\n    # large\n    memory: 80GiB\n    maxSamples: 50\n')}nodes:\n  - hosts: l1\n    gpus: { count: 2, model: A }\n${EQUAL}`,
    [200, 200],
    `${head('models:\n  A:\n    # large\n    memory: 80GiB\n    score: 200\n    maxSamples: 50\n')}nodes:\n  - hosts: l1\n    gpus: { count: 2, model: A }\n${EQUAL}`,
  ],
  [
    'among other metrics: the ranking changes, too',
    `${head('models:\n  A: { score: { bf16: 690 } }\n')}nodes: [{ hosts: l1, gpus: { count: 2, model: A } }]\nmapping: { strategy: performance-ranked, by: bf16 }\n${TAIL}`,
    [200, 200],
    `${head('models:\n  A: { score: { bf16: 690, "bench:steps": 200 } }\n')}nodes: [{ hosts: l1, gpus: { count: 2, model: A } }]\nmapping: { strategy: performance-ranked, by: bench:steps }\n${TAIL}`,
  ],
  [
    'on CPU slots',
    `${head('')}nodes: [{ hosts: l1, cpuRanks: 2, cpuSlot: { score: 1 } }, { hosts: l2, cpuRanks: 1, cpuSlot: { score: 1 } }]\n${TAIL}`,
    [20, 20, 10],
    `${head('')}nodes: [{ hosts: l1, cpuRanks: 2, cpuSlot: { score: 20 } }, { hosts: l2, cpuRanks: 1, cpuSlot: { score: 10 } }]\n${TAIL}`,
  ],
  [
    'nowhere, on CPU slots',
    `${head('')}nodes: [{ hosts: l1, cpuRanks: 1 }, { hosts: l2, cpuRanks: 1 }]\n${TAIL}`,
    [20, 10],
    `${head('')}nodes: [{ hosts: l1, cpuRanks: 1, cpuSlot: { score: 20 } }, { hosts: l2, cpuRanks: 1, cpuSlot: { score: 10 } }]\n${TAIL}`,
  ],
];

describe('rankplan rescore', () => {
  it.each(PLACES)('writes a figure that stands %s', (_, before, speeds, after) => {
    const { rescore, read } = recordRun(before, speeds);
    expect(rescore()).toMatchObject({ status: 0, stderr: expect.stringContaining('nothing is written') });
    expect(read()).toBe(before);
    expect(rescore('--write')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('rankplan.yaml: written\n'),
    });
    expect(read()).toBe(after);
    expect(rescore('--write')).toMatchObject({ status: 0, stdout: expect.stringContaining('\nno change: ') });
    expect(read()).toBe(after);
  });

  it('keeps line ends, and a byte order mark', () => {
    const [, [, text, speeds, after] = ['', '', [], '']] = PLACES;
    const asWindows = (some: string) => `\ufeff${some.replaceAll('\n', '\r\n')}`;
    const { rescore, read } = recordRun(asWindows(text), speeds);
    expect(rescore('--write')).toMatchObject({ status: 0 });
    expect(read()).toBe(asWindows(after));
  });

  it('takes cards of one model for equal where they are about so, and singles out the one that is not', () => {
    const text = `${head('models: { A: { score: 1 } }\n')}nodes: [{ hosts: l1, gpus: { count: 4, model: A } }]\n${TAIL}`;
    const { rescore, read } = recordRun(text, [200, 198, 203, 150]);
    const said = 'warning[RP5127]: l1:3 counts as 150, and has one score with others that do not';
    expect(rescore('--write')).toMatchObject({ status: 0, stderr: expect.stringContaining(said) });
    expect(read()).toBe(text.replace('score: 1 ', 'score: 200 '));
  });

  it('leaves a figure that is near enough', () => {
    const text = `${head('models: { A: { score: 203 } }\n')}nodes: [{ hosts: l1, gpus: { count: 2, model: A } }]\n${TAIL}`;
    const { stdout } = recordRun(text, [200, 198]).rescore();
    expect(stdout).toContain('\nno change: the scores are as these runs say\n');
  });

  it('writes measured figures into inventory files, and seals those that were', () => {
    const inventory = (host: string) =>
      `${JSON.stringify({ formatVersion: '1.0', node: host, digest: '', gpus: [{ index: 0, model: 'A', scores: { bf16: { value: 600, method: 'm/1' } } }] }, null, 2)}\n`;
    const text = `${head('')}nodes:\n  - hosts: [l1, l2]\n    inventory: "{host}.json"\nmapping: { strategy: performance-ranked, by: bf16 }\n${TAIL}`;
    const sealed = seal(inventory('l1'));
    expect(isSealed(sealed)).toBe(true);
    const lab = recordRun(text, [200, 100], { 'l1.json': sealed, 'l2.json': inventory('l2') });
    expect(lab.rescore('--write')).toMatchObject({ status: 0 });
    expect(lab.read()).toBe(text.replace('by: bf16', 'by: bench:steps'));
    expect(isSealed(lab.read('l1.json'))).toBe(true);
    const figures = ['l1.json', 'l2.json'].map((name) => JSON.parse(lab.read(name)).gpus[0].scores);
    expect(figures).toMatchObject([
      { bf16: { value: 600 }, 'bench:steps': { value: 200, unit: 'samples/s', runs: 20, quality: 'ok' } },
      {
        bf16: { value: 600 },
        'bench:steps': { value: 100, method: expect.stringMatching(/^steps\/1:[0-9a-f]{12}$/) },
      },
    ]);
    expect(runRankplan(['check'], { cwd: lab.folder })).toMatchObject({ status: 0 });
  });

  const TWO = `${head('')}nodes: [{ hosts: l1, gpus: [{ index: 0, score: 1 }, { index: 1, score: 1 }] }]\n${TAIL}`;

  const BEST = `${head('')}nodes: [{ hosts: l1, gpus: [{ index: 0, score: 100 }, { index: 1, score: 90 }] }]\nmapping: { strategy: performance-ranked, worldSize: 1 }\n${TAIL}`;

  it.each([
    ['a rank was not measured', TWO, 200],
    ['ranks would move to a GPU that was not measured', BEST, 60],
  ])('changes nothing where %s', (_, text, speed) => {
    const { rescore, read } = recordRun(text, [speed]);
    const said = 'error[RP5128]: these runs say nothing of l1:1, which ranks are mapped to';
    expect(rescore('--write')).toMatchObject({ status: 1, stderr: expect.stringContaining(said) });
    expect(read()).toBe(text);
  });

  it('needs no figure of a GPU to which no rank moves', () => {
    expect(recordRun(BEST, [95]).rescore('--write')).toMatchObject({ status: 0 });
  });

  it('says what lacks where nobody recorded', () => {
    const { rescore, folder } = recordRun(TWO, []);
    expect(rescore()).toMatchObject({ status: 1, stderr: expect.stringContaining('error[RP5125]') });
    writeFileSync(join(folder, 'run/plan.json'), '{');
    const said = 'run has no sound plan.json';
    expect(rescore()).toMatchObject({ status: 3, stderr: expect.stringContaining(said) });
    expect(runRankplan(['rescore', 'nowhere'], { cwd: folder })).toMatchObject({ status: 3 });
  });

  const SCORED = TWO.replace('index: 1, score: 1', 'index: 1, score: 2').replace(
    '80 }',
    '80, shares: equal }',
  );

  it('refuses times that are alike on all ranks, where scores say otherwise', () => {
    const { rescore, read } = recordRun(SCORED, [200, 195]);
    const { status, stderr } = rescore('--write');
    expect([status, stderr.match(/(error|warning)\[RP\d+\]/g)]).toEqual([1, ['error[RP5129]']]);
    expect(read()).toBe(SCORED);
    expect(recordRun(SCORED, [200, 170]).rescore('--write')).toMatchObject({ status: 0 });
  });

  it('compares ranks of machines that had folders of their own', () => {
    const { folder } = recordRun(SCORED, [200, 200]);
    mkdirSync(join(folder, 'there'));
    cpSync(join(folder, 'run/plan.json'), join(folder, 'there/plan.json'));
    renameSync(join(folder, 'run/rank-1.steps'), join(folder, 'there/rank-1.steps'));
    expect(runRankplan(['rescore', 'run', 'there'], { cwd: folder }).stderr).toContain('error[RP5129]');
  });

  const line = (step: number, seconds: number) => `${JSON.stringify({ step, seconds, samples: 40 })}\n`;
  const record = (rank: number, count: number, second: (step: number) => number) => (run: string) =>
    writeFileSync(
      join(run, `rank-${rank}.steps`),
      Array.from({ length: count }, (_, step) => line(step, second(step))).join(''),
    );

  /** What is done to a run in which GPU 0 did 200 samples a second and GPU 1 100, and what is said of it. */
  const DOUBTS: readonly (readonly [string, (folder: string) => void, string])[] = [
    [
      'few steps that differ',
      record(0, 20, (step) => 0.2 + 0.01 * (step % 4)),
      'RP5130]: too little is known of l1:0 (± ',
    ],
    [
      'steps of two kinds',
      (run) => {
        record(0, 2000, (step) => (step % 2 === 0 ? 0.2 : 0.3))(run);
        record(1, 2000, () => 0.4)(run);
      },
      'RP5130]: the steps of l1:0 (spread 40 %) differ too much to have one figure',
    ],
    [
      'a figure that leaps',
      record(1, 20, () => 40),
      'RP5130]: more than 10 times another figure than before: l1:0 (1 → 200)',
    ],
    [
      'a rank that failed',
      (run) => writeFileSync(join(run, 'rank-1.error.json'), '{}'),
      'RP5131]: run has failed: rank 1 left an exception',
    ],
    [
      'a rank that ended early',
      record(1, 16, () => 0.4),
      'RP5131]: in run others made 20 steps, but rank 1 16',
    ],
    [
      'records without samples',
      (run) => writeFileSync(join(run, 'rank-1.steps'), '{"seconds": 0.4}\n'.repeat(20)),
      "RP5126]: 20 records have no `samples`: each counts as the rank's share, 40",
    ],
    [
      'a card that is another one now',
      (run) => {
        const topology = join(run, '../rankplan.yaml');
        writeFileSync(topology, readFileSync(topology, 'utf8').replace('model: B', 'model: C'));
      },
      'RP5131]: run was on other GPUs than the topology has: l1:1 (model B then, C now)',
    ],
  ];

  it.each(DOUBTS)('warns of %s', (_, change, said) => {
    const text = TWO.replace('index: 1, ', 'index: 1, model: B, ');
    const { rescore, folder } = recordRun(text, [200, 100]);
    expect(rescore().stderr).not.toContain('warning');
    change(join(folder, 'run'));
    const { status, stderr } = rescore();
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining(`warning[${said}`) });
    expect(stderr.match(/warning\[/g)).toHaveLength(1);
  });

  it('warns of runs of other commands', () => {
    const text = `${TWO}launch: { command: [a] }\n`;
    const { folder } = recordRun(text, [200, 100]);
    cpSync(join(folder, 'run'), join(folder, 'other'), { recursive: true });
    const rescore = () => runRankplan(['rescore', 'run', 'other'], { cwd: folder }).stderr;
    expect(rescore()).not.toContain('warning');
    const plan = join(folder, 'other/plan.json');
    writeFileSync(plan, readFileSync(plan, 'utf8').replace('"a"\n', '"b"\n'));
    expect(rescore()).toContain('warning[RP5131]: run and other ran other commands');
  });

  it('takes what --collect has brought from other hosts', () => {
    const { rescore, folder } = recordRun(TWO, [2, 1]);
    const alone = rescore();
    const hosts = join(folder, 'run/hosts');
    mkdirSync(join(hosts, 'lab2'), { recursive: true });
    mkdirSync(join(hosts, '.lab3-1'));
    renameSync(join(folder, 'run/rank-1.steps'), join(hosts, 'lab2/rank-1.steps'));
    expect(rescore()).toEqual(alone);
    renameSync(hosts, join(folder, 'gone'));
    expect(rescore()).not.toEqual(alone);
  });

  it('needs a topology, by name or here', () => {
    const { rescore, folder } = recordRun(TWO, [2, 1]);
    expect(rescore('--topology', 'run/plan.json')).toMatchObject({ status: 2 });
    expect(rescore('--topology', '-')).toMatchObject({ status: 2 });
    const elsewhere = makeFolder('rankplan-rescore-');
    expect(runRankplan(['rescore', join(folder, 'run')], { cwd: elsewhere })).toMatchObject({ status: 2 });
    const named = ['rescore', join(folder, 'run'), '--topology', join(folder, 'rankplan.yaml')];
    expect(runRankplan(named, { cwd: elsewhere })).toMatchObject({ status: 0 });
  });

  it('does not rank by memory', () => {
    const text = `${head('models: { A: { memory: 80GiB } }\n')}nodes: [{ hosts: l1, gpus: { count: 2, model: A } }]\nmapping: { strategy: performance-ranked, by: memory }\n${EQUAL}`;
    const { status, stderr } = recordRun(text, [200, 100]).rescore();
    expect({ status, stderr }).toEqual({ status: 3, stderr: expect.stringContaining('ranks by memory') });
  });
});

describe('what the scores do to the plan is told by the scores that were found', () => {
  const lab = (tail: string) =>
    recordRun(
      `${head('models:\n  A: { score: 100 }\n  B: { score: 100 }\n')}nodes: [{ hosts: l1, gpus: [{ index: 0, model: A }, { index: 1, model: B }] }]\n${tail}`,
      [100, 50],
    );

  it('where nothing follows them, no step is longer, and what shares would gain is told', () => {
    const { stdout } = lab(EQUAL).rescore();
    expect(stdout).toContain('no rank moves; step time unchanged; facts of 1 GPU change\n');
    expect(stdout).toContain('→ with these scores, by which both are judged\n');
    expect(stdout).toMatch(/; proportional shares would gain up to 50\.0 %$/m);
    expect(stdout).not.toContain('+100.0 %');
  });

  it('where shares follow them, that is the gain', () => {
    const { stdout } = lab(TAIL).rescore();
    expect(stdout).toContain('2 ranks get other shares; step time −32.5 % ');
    expect(stdout).not.toContain('would gain');
  });
});
