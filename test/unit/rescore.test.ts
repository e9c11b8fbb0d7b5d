import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isSealed, seal } from '../../src/runtime/probe/render-inventory.ts';
import { endCommands, runRankplan } from '../command/run-rankplan.ts';
import { makeFolder } from '../scratch.ts';

afterAll(endCommands);

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
  for (const [name, content] of Object.entries({ 'rankplan.yaml': text, ...files }))
    writeFileSync(join(folder, name), content);
  mkdirSync(join(folder, 'run'));
  const compiled = runRankplan(['compile', '--emit', 'env', '-o', 'out', 'rankplan.yaml'], { cwd: folder });
  expect(compiled).toMatchObject({ status: 0 });
  const plan = readFileSync(join(folder, 'out/plan.json'), 'utf8');
  writeFileSync(join(folder, 'run/plan.json'), plan);
  for (const { rank, share } of JSON.parse(plan).ranks) {
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
    const { status, stderr } = rescore('--write');
    expect(status).toBe(0);
    expect(stderr).toContain(
      'warning[RP5127]: l1:3 counts as 150, and has one score with others that do not',
    );
    expect(read()).toBe(text.replace('score: 1 ', 'score: 200 '));
  });

  it('leaves a figure that is near enough', () => {
    const text = `${head('models: { A: { score: 203 } }\n')}nodes: [{ hosts: l1, gpus: { count: 2, model: A } }]\n${TAIL}`;
    expect(recordRun(text, [200, 198]).rescore().stdout).toContain(
      '\nno change: the scores are as these runs say\n',
    );
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

  it('changes nothing where a rank was not measured', () => {
    const { rescore, read } = recordRun(TWO, [200]);
    const { status, stderr } = rescore('--write');
    expect(status).toBe(1);
    expect(stderr).toContain('error[RP5128]: these runs say nothing of l1:1, which ranks are mapped to');
    expect(read()).toBe(TWO);
  });

  it('changes nothing where ranks would move to a GPU that was not measured', () => {
    const text = `${head('')}nodes: [{ hosts: l1, gpus: [{ index: 0, score: 100 }, { index: 1, score: 90 }] }]\nmapping: { strategy: performance-ranked, worldSize: 1 }\n${TAIL}`;
    const { rescore, read } = recordRun(text, [60]);
    expect(rescore('--write')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(
        'error[RP5128]: these runs say nothing of l1:1, which ranks are mapped to',
      ),
    });
    expect(read()).toBe(text);
    expect(recordRun(text, [95]).rescore('--write')).toMatchObject({ status: 0 });
  });

  it('says what lacks where nobody recorded', () => {
    const { rescore, folder } = recordRun(TWO, []);
    expect(rescore()).toMatchObject({ status: 1, stderr: expect.stringContaining('error[RP5125]') });
    writeFileSync(join(folder, 'run/plan.json'), '{');
    expect(rescore()).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('run has no sound plan.json'),
    });
    expect(runRankplan(['rescore', 'nowhere'], { cwd: folder })).toMatchObject({ status: 3 });
  });

  it('takes what --collect has brought from other hosts', () => {
    const { rescore, folder } = recordRun(TWO, [2, 1]);
    const alone = rescore();
    const hosts = join(folder, 'run/hosts');
    mkdirSync(join(hosts, 'lab2'), { recursive: true });
    mkdirSync(join(hosts, '.lab3-1'));
    cpSync(join(folder, 'run/plan.json'), join(hosts, 'lab2/plan.json'));
    renameSync(join(folder, 'run/rank-1.steps'), join(hosts, 'lab2/rank-1.steps'));
    expect(rescore()).toEqual(alone);
    renameSync(hosts, join(folder, 'gone'));
    expect(rescore()).not.toEqual(alone);
    renameSync(join(folder, 'gone'), hosts);
    cpSync(join(folder, 'run/rank-0.steps'), join(hosts, 'lab2/rank-0.steps'));
    rmSync(join(folder, 'run/plan.json'));
    expect(rescore()).toMatchObject({ status: 0 });
  });

  it('needs a topology, by name or here', () => {
    const { rescore, folder } = recordRun(TWO, [2, 1]);
    expect(rescore('--topology', 'out/plan.json')).toMatchObject({ status: 2 });
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
