import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { LaunchPlan } from '../../src/generated/plan.ts';
import { runRankplan } from '../command/run-rankplan.ts';
import { hasExec } from '../native/exec-fixture.ts';
import { makeNewer, pathOf, readSaved, SAVED_PLANS } from '../plans/saved-plans.ts';
import { some } from '../stage.ts';

/* What is checked in and reviewed must be read by every later rankplan of its format's major number, and by older ones. */

const scratch = mkdtempSync(join(tmpdir(), 'rankplan-saved-'));
afterAll(() => rmSync(scratch, { recursive: true }));

function command(args: readonly string[]): { readonly stdout: string; readonly stderr: string } {
  const { status, stdout, stderr } = runRankplan(args, { cwd: scratch });
  expect({ args, status, stderr }).toMatchObject({ status: 0 });
  return { stdout, stderr };
}

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

function compile(path: string, emit: string): string {
  const out = mkdtempSync(join(scratch, 'out-'));
  command(['compile', path, '-o', out, '--emit', emit]);
  return out;
}

/** The plan with addresses of this machine, so that the checks before a start pass. */
function atHome(name: string): string {
  const plan = readSaved(name);
  const nodes = plan.nodes.map((node, i) => ({ ...node, address: node.address && `127.0.0.${i + 2}` }));
  const address = nodes.find((node) => node.name === plan.master.node)?.address ?? null;
  const launch = { ...plan.launch, command: ['true'] };
  const path = join(scratch, `home-${name.replace('/', '-')}`);
  writeFileSync(path, JSON.stringify({ ...plan, launch, nodes, master: { ...plan.master, address } }));
  return path;
}

function whoIsHere({ nodes }: LaunchPlan): readonly string[] {
  const mapped = nodes.filter(({ nodeRank }) => nodeRank !== null);
  if (mapped.length === 1 && mapped[0]?.bind === 'name') return ['--node', mapped[0].name];
  if (mapped[0]?.bind === 'name') return ['--port', '29511', '--node', mapped[0].name];
  return ['--port', '29511', '--nodes', mapped.map((_, i) => `127.0.0.${i + 1}`).join(',')];
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
  const emit = plan.slurm === null ? 'env,shell' : 'env,shell,slurm';

  test('is read, and stays as it is to the byte', () => {
    expect(readings(path)[0]).toContain(`ok: ${plan.worldSize} rank`);
    const out = compile(path, emit);
    const bytes = readFileSync(path);
    expect(readFileSync(join(out, 'plan.json'))).toEqual(bytes);
    expect(readFileSync(join(out, 'env/rank-0.env'), 'utf8')).toContain(digestOf(bytes));
  });

  test('from a newer rankplan it means the same, and what is not known is named', () => {
    const newer = join(scratch, `newer-${name.replace('/', '-')}`);
    writeFileSync(newer, JSON.stringify(makeNewer(plan)));
    const { stdout, stderr } = command(['diff', path, newer, '--format', 'json']);
    expect(stderr).toMatch(/warning\[RP4006\]: .* ignores `.*fromTheFuture/);
    const [checked, ...others] = readings(newer);
    expect(checked).toContain(`ok: ${plan.worldSize} rank`);
    expect(others).toEqual(readings(path).slice(1));
    const diff = JSON.parse(stdout);
    expect(diff).toMatchObject({ changes: [], moves: [], facts: [] });
    // Layers are a list, which is compared as a whole.
    for (const { path: where, new: now } of diff.settings)
      expect(where.at(-1) === 'layers' ? Object.keys(now[0]) : where).toContain('fromTheFuture');
  });

  test.skipIf(!hasExec)('is run as far as this machine can', () => {
    const args = ['--dry-run', '--no-verify', ...whoIsHere(plan)];
    expect(command(['run', atHome(name), ...args]).stdout).toContain('true');
  });
});

test.skipIf(!hasExec)('the ranks of an older plan, and of a newer one, start', () => {
  const older = pathOf('33907af/quickstart.json');
  const newer = join(scratch, 'newer.json');
  writeFileSync(newer, JSON.stringify(makeNewer(readSaved('33907af/quickstart.json'))));
  for (const path of [older, newer]) {
    const args = ['run', path, '--tee', '--logs', scratch];
    const { status, stdout } = runRankplan(args, { cwd: 'examples/quickstart' });
    expect({ status, stdout }).toMatchObject({ status: 0 });
    for (const rank of [0, 1, 2, 3]) expect(stdout).toContain(`[rank ${rank}] rank ${rank} of 4`);
  }
});

describe('an output directory that an older rankplan wrote', () => {
  test('is brought up to date, without a word about edits', () => {
    const out = join(scratch, 'older-output');
    cpSync('test/plans/output/33907af', out, { recursive: true });
    const { stdout } = command(['compile', pathOf('33907af/quickstart.json'), '-o', out, '--emit', '']);
    expect(stdout).toContain('4 removed');
    expect(readFileSync(join(out, '.rankplan.json'), 'utf8')).not.toContain('env/');
  });

  test.each([
    ['a newer minor version is read, with fields of its own', '"1.99", "future": {}', 0],
    ['another major version is refused', '"2.0"', 3],
  ])('%s', (_, version, status) => {
    const out = mkdtempSync(join(scratch, 'manifest-'));
    cpSync('test/plans/output/33907af', out, { recursive: true });
    const manifest = join(out, '.rankplan.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"1.0"', version));
    const plan = pathOf('33907af/quickstart.json');
    expect(runRankplan(['compile', plan, '-o', out, '--emit', 'env'])).toMatchObject({ status });
  });
});

describe('an inventory', () => {
  const topology = join(scratch, 'topology.yaml');
  const check = (inventory: string) => {
    writeFileSync(join(scratch, 'inventory.json'), inventory);
    const node = /"node": "(\w+)"/.exec(inventory)?.[1];
    // Before format 1.2 an inventory did not say that a GPU is in MIG mode.
    const mapping =
      /"parent": ?1/.test(inventory) && !/"mig"/.test(inventory) ? `{exclude: ["${node}:1"]}` : '{}';
    const nodes = `[{hosts: ${node}, inventory: inventory.json}]`;
    writeFileSync(topology, `version: 1\nname: t\nnodes: ${nodes}\nmapping: ${mapping}\n`);
    return runRankplan(['show', topology]);
  };
  const read = (format: string) => readFileSync(`test/plans/inventories/${format}.json`, 'utf8');

  test.each(['1.0', '1.1', '1.2'])(
    'of format %s is read, and one of a newer format with more fields alike',
    (format) => {
      const { status, stdout } = check(read(format));
      expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining('A100') });
      const newer = JSON.stringify(makeNewer(JSON.parse(read(format))), null, 1);
      expect(check(newer)).toMatchObject({ status: 0, stdout });
    },
  );

  test('of another major format is refused', () => {
    const { status, stderr } = check(read('1.0').replace('"1.0"', '"2.0"'));
    expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining('"2.0"') });
  });
});

describe('bound.json of an older run', () => {
  const bind = (path: string) => runRankplan(['bind', 'test/plans/bound-plan.json', '--bound', path]);
  const recorded = readFileSync('test/plans/bound.json', 'utf8');

  test('binds its plan', () => {
    expect(bind('test/plans/bound.json')).toMatchObject({ status: 0 });
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
