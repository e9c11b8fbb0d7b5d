import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runRankplan } from '../command/run-rankplan.ts';
import { makeNewer, pathOf, readSaved, SAVED_PLANS } from '../saved-plans.ts';
import { makeFolder } from '../scratch.ts';
import { some } from '../stage.ts';

/* What is checked in and reviewed must be read by later rankplans of its format's major number, and by older ones. */

const scratch = makeFolder('rankplan-saved-');

function command(args: readonly string[]): { readonly stdout: string; readonly stderr: string } {
  const { status, stdout, stderr } = runRankplan(args, { cwd: scratch });
  expect({ args, status, stderr }).toMatchObject({ status: 0 });
  return { stdout, stderr };
}

function compile(path: string, emit: string): string {
  const out = mkdtempSync(join(scratch, 'out-'));
  command(['compile', path, '-o', out, '--emit', emit]);
  return out;
}

const readings = (path: string): readonly string[] =>
  [
    ['check', path],
    ['show', path],
    ['explain', path, '--rank', '0'],
  ].map((args) => command(args).stdout.replaceAll(path, 'PLAN'));

describe.each(some(SAVED_PLANS))('%s', (name) => {
  const path = pathOf(name);
  const plan = readSaved(name);
  const size = `ok: ${plan.roles == null ? `${plan.worldSize} rank` : plan.roles[0]?.name}`;

  test('stays as it is to the byte', () => {
    expect(readings(path)[0]).toContain(size);
    const out = compile(path, 'env');
    const bytes = readFileSync(path);
    expect(readFileSync(join(out, 'plan.json'))).toEqual(bytes);
  });

  test('from a newer rankplan it means the same, and what is not known is named', () => {
    const newer = join(scratch, `newer-${name.replace('/', '-')}`);
    writeFileSync(newer, JSON.stringify(makeNewer(plan)));
    const { stdout, stderr } = command(['diff', path, newer, '--format', 'json']);
    expect(stderr).toMatch(/warning\[RP4006\]: .* ignores `.*fromTheFuture/);
    const [checked, ...others] = readings(newer);
    expect(checked).toContain(size);
    expect(others).toEqual(readings(path).slice(1));
    const diff = JSON.parse(stdout);
    expect(diff).toMatchObject({ changes: [], moves: [], facts: [] });
    // Layers are a list, which is compared as a whole.
    for (const { path: where, new: now } of diff.settings)
      expect(where.at(-1) === 'layers' ? Object.keys(now[0]) : where).toContain('fromTheFuture');
  });
});

describe('an output directory', () => {
  test.each([
    ['of a newer minor version is read, with fields of its own', '"1.99", "future": {}', 0],
    ['of another major version is refused', '"2.0"', 3],
  ])('%s', (_, version, status) => {
    const plan = pathOf('examples/heterogeneous');
    const out = compile(plan, 'env');
    const manifest = join(out, '.rankplan.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"1.0"', version));
    expect(runRankplan(['compile', plan, '-o', out, '--emit', 'env'])).toMatchObject({ status });
  });
});

describe('an inventory', () => {
  const topology = join(scratch, 'topology.yaml');
  writeFileSync(
    topology,
    'version: 1\nname: t\nnodes: [{hosts: a, inventory: inventory.json}]\nmapping: {strategy: sequential}\n',
  );
  const show = (inventory: object) => {
    writeFileSync(join(scratch, 'inventory.json'), JSON.stringify(inventory, null, 1));
    return runRankplan(['show', topology]);
  };
  const inventory = { formatVersion: '1.0', node: 'a', gpus: [{ index: 0, model: 'A100', memory: '40GiB' }] };

  test('of a newer format with more fields is read alike', () => {
    const { status, stdout } = show(inventory);
    expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining('A100') });
    expect(show(makeNewer(inventory))).toMatchObject({ status, stdout });
  });

  test('of another major format is refused', () => {
    const { status, stderr } = show({ ...inventory, formatVersion: '2.0' });
    expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining('"2.0"') });
  });
});

describe('bound.json', () => {
  const bind = (path: string) => runRankplan(['bind', 'test/data/bound/bound-plan.json', '--bound', path]);
  const recorded = readFileSync('test/data/bound/bound.json', 'utf8');

  test('binds its plan', () => {
    expect(bind('test/data/bound/bound.json')).toMatchObject({ status: 0 });
  });

  test.each([
    ['"1.99", "future": 1', 0],
    ['"2.0"', 2],
  ])('of format %s: status %i', (version, status) => {
    const path = join(scratch, 'bound.json');
    writeFileSync(path, recorded.replace('"1.0"', version));
    const ended = bind(path);
    expect(ended).toMatchObject({ status });
    if (status !== 0) expect(ended.stderr).toContain('2.0');
  });
});
