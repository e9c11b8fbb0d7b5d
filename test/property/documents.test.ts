import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadInput } from '../../src/cli/input/load-plan.ts';
import { parseBinding } from '../../src/cli/input/parse-binding.ts';
import { EnvironmentError, UsageError } from '../../src/cli/verb.ts';
import { renderDiagnostic } from '../../src/compiler/diagnostics/render-text.ts';
import { createReporter } from '../../src/compiler/diagnostics/reporter.ts';
import { placesAtStart } from '../../src/compiler/plan/places-in-plan.ts';
import { EMITTERS, emitPlan, findRefusals } from '../../src/emitters/emit-plan.ts';
import { diffPlans } from '../../src/review/diff/diff-plans.ts';
import { renderDiffText } from '../../src/review/diff/render-text.ts';
import { explainPlan } from '../../src/review/explain/explain-plan.ts';
import { composePicture } from '../../src/review/show/compose-picture.ts';
import { renderSvg } from '../../src/review/show/svg/render-svg.ts';
import { renderTable } from '../../src/review/show/table.ts';
import { OutputError } from '../../src/runtime/output-error.ts';
import { compareCluster } from '../../src/runtime/slurm/compare-cluster.ts';
import { parseCluster } from '../../src/runtime/slurm/parse-cluster.ts';
import { compareArtifacts, writeArtifacts } from '../../src/runtime/write-artifacts.ts';
import { planOf, planText } from '../compile-text.ts';
import { createDice, mutate, replaceEach } from '../mutate-document.ts';
import { makeFolder } from '../scratch.ts';
import { runs, some } from '../stage.ts';

/** Of each document. All were tried with 2,000 once. */
const MUTATIONS = Number(process.env['RANKPLAN_MUTATIONS'] ?? runs(1000));
const SEED = Number(process.env['RANKPLAN_SEED'] ?? 10);

const scratch = makeFolder('rankplan-documents-');

const METRIC = {
  value: 790.5,
  unit: 'TFLOP/s',
  method: 'gemm/1',
  quality: 'ok',
  p7: 784,
  p93: 793,
  variation: 0.004,
  remarks: ['x'],
  conditions: { smMHz: 1755, throttle: ['power-cap'] },
  peers: [{ to: '5f', value: 3, direct: true }],
};
const INVENTORY = {
  formatVersion: '1.0',
  node: 'lab2',
  cpus: 64,
  driver: '580.1',
  gpus: [0, 1, 2].map((index) => ({
    index,
    uuid: `GPU-${index}`,
    model: 'A100',
    vendor: 'nvidia',
    memoryBytes: 85_899_345_920,
    cpus: '0-31',
    mig: index === 2,
    parent: null,
    links: ['X', null, 'SYS'],
    scores: { score: METRIC },
  })),
};
const TOPOLOGY = {
  version: 1,
  name: 'all',
  models: { A100: { memory: '80GiB', score: 100, gres: 'a100' } },
  nodes: [
    {
      hosts: 'lab[1-1]',
      gpus: [{ index: '0-1', model: 'A100', score: { score: 5, bf16: 3 }, cpus: '0-3' }],
      cpus: 8,
    },
    { hosts: ['lab2'], inventory: 'inv.json', gpus: [{ index: 0, model: 'A100' }], env: { A: 'b' } },
    { hosts: 'build1', cpuRanks: 2, address: '{host}.x' },
  ],
  mapping: {
    strategy: 'sequential',
    order: 'block',
    exclude: ['lab1:1', 'build1'],
    ranksPerGpu: 1,
    worldSize: 3,
  },
  workload: { globalBatch: 64, shares: 'proportional', multipleOf: 2 },
  launch: {
    command: ['python', 'a.py'],
    setup: ['true'],
    wrap: ['nice'],
    workdir: '/tmp',
    master: { port: 29_500, address: 'lab1' },
    env: { X: '1' },
    grace: '15s',
    groupSize: 1,
  },
  slurm: {
    partition: 'gpu',
    time: '1:00:00',
    mem: '0',
    mail: { user: 'a', type: ['END'] },
    signal: { name: 'USR1', before: '60s' },
    directives: { reservation: 'spring' },
    srun: ['--label'],
    array: '1-3%1',
    restarts: 1,
  },
};

/** Whatever a document has become: `base` is a plan to compare it with. */
const base = planOf(TOPOLOGY, (name) => ({ kind: 'bytes', bytes: JSON.stringify(INVENTORY), name }));

function load(document: unknown, inventory: unknown, isPlan: boolean) {
  const bytes = Buffer.from(JSON.stringify(document) ?? '');
  return loadInput(
    { name: 'document', bytes, isPlan },
    (name) => ({ kind: 'bytes', bytes: JSON.stringify(inventory) ?? '', name }),
    false,
  );
}

/** A result, with which every reader can work, or an error that says at a place why there is none. */
function expectSense(loaded: ReturnType<typeof load>): void {
  const { plan, diagnostics } = loaded;
  const text = diagnostics.map((found) => renderDiagnostic(found, false)).join('');
  expect(text).not.toMatch(/\[object |\bundefined\b|\bNaN\b|\bInfinity\b/);
  for (const { code, primary } of diagnostics) {
    expect(code).toMatch(/^RP\d{4}$/);
    expect(primary.start).toBeGreaterThanOrEqual(0);
    expect(primary.end).toBeGreaterThanOrEqual(primary.start);
  }
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  expect(errors.length === 0).toBe(plan !== null);
  if (plan === null) return;
  const refused = findRefusals(plan, EMITTERS);
  const emitters = refused.length > 0 ? [] : EMITTERS;
  const files = [...emitPlan({ plan, planText: loaded.planText(), planDigest: 'x', emitters })];
  expect(files.length).toBeGreaterThan(0);
  expect(renderTable(plan)).not.toContain('[object ');
  expect(renderDiffText(diffPlans(base, plan), ['a', 'b'])).not.toContain('[object ');
  if (plan.roles !== null) return; // no picture, and answers of their own (unit/roles-review)
  renderSvg(composePicture(plan));
  const explained = { ...loaded, plan };
  expect(explainPlan(explained, { kind: 'node', name: plan.ranks[0]?.node ?? '' })).toBeInstanceOf(Array);
  expect(explainPlan(explained, { kind: 'rank', rank: 0 })).toHaveLength(1);
}

/** Calls `check` with mutations; says which one it was that something is wrong with. */
function fuzz(document: unknown, check: (mutated: unknown) => void): void {
  const dice = createDice(SEED);
  const random = Array.from({ length: MUTATIONS }, () => mutate(document, dice));
  for (const mutated of [...some([...replaceEach(document)]), ...random])
    try {
      check(mutated);
    } catch (error) {
      throw new Error(`mutation: ${JSON.stringify(mutated)}`, { cause: error });
    }
}

describe('a mutated document gives a result, or an error that says where and why', () => {
  test.each([
    ['topologies', TOPOLOGY],
    ['roles', parse(readFileSync('test/golden/diffs/roles/old.yaml', 'utf8'))],
  ])('%s', (_, topology) => fuzz(topology, (document) => expectSense(load(document, INVENTORY, false))));

  test('inventory files', () => {
    const topology = {
      ...TOPOLOGY,
      mapping: { strategy: 'performance-ranked' },
      nodes: [{ hosts: 'lab2', inventory: 'i' }],
    };
    fuzz(INVENTORY, (document) => expectSense(load(topology, document, false)));
  });

  test('plans', () => {
    const plan: unknown = JSON.parse(planText(base) ?? '');
    fuzz(plan, (document) => expectSense(load(document, null, true)));
  });

  test('plans of machines that the job binds', () => {
    const nodes = [{ hosts: 's[1-2]', bind: 'job', gpus: { count: 2 } }];
    const plan: unknown = JSON.parse(planText(planOf({ version: 1, name: 'j', nodes })) ?? '');
    fuzz(plan, (document) => expectSense(load(document, null, true)));
  });
});

describe("rankplan's own files, mutated, are refused as such or not believed", () => {
  const out = join(scratch, 'out');
  const file = { path: 'plan.json', executable: false, content: '{}\n' };
  const stage = join(out, '.rankplan-stage');

  /** Nothing else than an OutputError may come of it. */
  function expectRefusalOrResult(action: () => unknown): void {
    try {
      expect(action()).toBeDefined();
    } catch (error) {
      if (!(error instanceof OutputError)) throw error;
      expect(error.message).not.toMatch(/\[object |undefined/);
    }
  }

  test('manifests', () => {
    writeArtifacts(out, [file, { ...file, path: 'env/a' }]);
    const manifest: unknown = JSON.parse(readFileSync(join(out, '.rankplan.json'), 'utf8'));
    fuzz(manifest, (document) => {
      writeFileSync(join(out, '.rankplan.json'), JSON.stringify(document) ?? '');
      expectRefusalOrResult(() => compareArtifacts(out, [file]));
      expectRefusalOrResult(() => writeArtifacts(out, [file]));
    });
    rmSync(out, { recursive: true });
  });

  test('journals', () => {
    const digest = `sha256:${'0'.repeat(64)}`;
    const journal = {
      formatVersion: '1.0',
      steps: [
        { kind: 'install', path: 'a', before: null },
        { kind: 'remove', path: 'b/c', before: digest },
      ],
    };
    fuzz(journal, (document) => {
      mkdirSync(join(stage, 'new'), { recursive: true });
      writeFileSync(join(stage, 'new/a'), 'x');
      writeFileSync(join(stage, 'journal.json'), JSON.stringify(document) ?? '');
      expectRefusalOrResult(() => compareArtifacts(out, [file]));
      expectRefusalOrResult(() => writeArtifacts(out, [file]));
      rmSync(out, { recursive: true });
    });
  });

  test('bound.json of a run', () => {
    const path = join(scratch, 'bound.json');
    const nodes = [1, 2].map((number) => ({ node: `s${number}`, host: `n${number}` }));
    fuzz({ nodes }, (document) => {
      writeFileSync(path, JSON.stringify(document) ?? '');
      try {
        expect(parseBinding(path, { nodes: [{ name: 's1', nodeRank: 0 }] })).toHaveLength(1);
      } catch (error) {
        if (!(error instanceof UsageError || error instanceof EnvironmentError)) throw error;
        expect(error.message).not.toMatch(/\[object |undefined/);
      }
    });
  });
});

describe('what other programs print, mutated', () => {
  test('answers of Slurm', () => {
    const answer = {
      NodeName: 'lab1',
      CPUTot: 8,
      CPUEfctv: '8',
      Gres: 'gpu:a100:4(S:0-1)',
      State: 'IDLE+DRAIN',
      Partitions: 'gpu',
      Reason: 'x',
    };
    const places = placesAtStart({ name: 'p', text: '' });
    fuzz(answer, (document) => {
      const fields = Object.entries(document ?? {}).map(
        ([name, value]) => `${name}=${JSON.stringify(value)}`,
      );
      const cluster = parseCluster(fields.join(' ').replaceAll('"', ''));
      if ('problem' in cluster) {
        expect(cluster.problem).not.toMatch(/\[object |undefined/);
        return;
      }
      const report = createReporter();
      compareCluster({ plan: base, places, cluster, requests: new Map() }, report);
      const text = report.diagnostics().map((found) => renderDiagnostic(found, false));
      expect(text.join('')).not.toMatch(/\[object |undefined|NaN/);
    });
  });
});
