import { chmodSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EMITTERS } from '../../src/emitters/emit-plan.ts';
import { runSlurm, SlurmError } from '../../src/runtime/slurm/read-cluster.ts';
import { runRankplan } from '../command/run-rankplan.ts';
import { replaySlurm } from '../replay-slurm.ts';
import { makeFolder, writeFiles } from '../scratch.ts';
import { validatorOf } from '../validator.ts';

const scratch = makeFolder('rankplan-slurm-');

const DATA = resolve('test/data/slurm');
const GOOD =
  'version: 1\nname: good\nnodes:\n  - { hosts: a1, gpus: { count: 4, gres: a100 } }\nslurm: { partition: gpu }\n';
const BAD = GOOD.replace('count: 4', 'count: 8');

function folder(files: Readonly<Record<string, string>>): string {
  const path = mkdtempSync(join(scratch, 'folder-'));
  writeFiles(path, files);
  return path;
}

function check(cwd: string, args: readonly string[], options: { bin?: string; input?: string } = {}) {
  return runRankplan(['check', ...args], {
    cwd,
    input: options.input ?? '',
    env: {
      ...process.env,
      PATH: options.bin === undefined ? scratch : `${options.bin}:/bin`,
      TMPDIR: cwd,
    },
  });
}

/** A folder with programs of these names and texts. */
function programs(scripts: Readonly<Record<string, string>>): string {
  const bin = folder(
    Object.fromEntries(Object.entries(scripts).map(([name, text]) => [name, `#!/bin/sh\n${text}\n`])),
  );
  for (const name of Object.keys(scripts)) chmodSync(join(bin, name), 0o755);
  return bin;
}

function recordedBin(): string {
  const bin = folder({});
  replaySlurm(bin, {
    nodes: join(DATA, '22.05-nodes.txt'),
    partitions: join(DATA, '22.05-partitions.txt'),
    refusedDirective: 'reservation',
    refusal: 'allocation failure: Requested reservation is invalid',
  });
  return bin;
}

describe('against a recorded answer', () => {
  const recorded = join(DATA, '22.05-nodes.txt');

  test('needs no Slurm, and takes several files', () => {
    const cwd = folder({ 'good.yaml': GOOD, 'bad.yaml': BAD });
    const { status, stdout } = check(cwd, ['--slurm-nodes', recorded, 'good.yaml', 'bad.yaml']);
    expect(status).toBe(1);
    expect(stdout).toContain('good.yaml: ok: 4 ranks on 1 of 1 node, and the recorded cluster agrees\n');
    expect(stdout).toMatch(/bad\.yaml:4:24: error\[RP5102\]/);
    expect(stdout).not.toContain('bad.yaml: ok');
  });

  test('of both versions and all forms says the same', () => {
    const cwd = folder({ 'bad.yaml': BAD.replace('a1', 'b1') });
    const outputs = ['22.05-nodes.txt', '22.05-nodes-oneline.txt', '24.11-nodes.txt'].map(
      (name) => check(cwd, ['--slurm-nodes', join(DATA, name), 'bad.yaml']).stdout,
    );
    expect(outputs[0]).toContain('RP5105');
    expect(new Set(outputs).size).toBe(1);
  });

  test('is taken from stdin', () => {
    const cwd = folder({ 'good.yaml': GOOD });
    const input = readFileSync(recorded, 'utf8');
    expect(check(cwd, ['--slurm-nodes', '-', 'good.yaml'], { input })).toMatchObject({ status: 0 });
    expect(check(cwd, ['--slurm-nodes', '-', '-'], { input })).toMatchObject({ status: 2 });
  });

  test('as JSON is of the diagnostics schema, also where the answer is none', () => {
    const cwd = folder({ 'bad.yaml': BAD, 'none.txt': 'hello\n' });
    const validate = validatorOf('diagnostics');
    for (const [path, code] of [
      [recorded, 'RP5102'],
      ['none.txt', 'RP5113'],
    ] as const) {
      const { status, stdout } = check(cwd, ['--format', 'json', '--slurm-nodes', path, 'bad.yaml']);
      expect({ status, valid: validate(JSON.parse(stdout)) }).toEqual({ status: 1, valid: true });
      expect(JSON.parse(stdout)).toMatchObject({ errors: 1, diagnostics: [{ code }] });
    }
  });

  test('comments leave out warnings about the cluster, and are told when they do not', () => {
    const comment = ' # rankplan-ignore RP5105: in repair until Monday\nslurm';
    const cwd = folder({
      'warned.yaml': GOOD.replace('a1', 'b1'),
      'ignored.yaml': GOOD.replace('a1', 'b1').replace('\nslurm', comment),
      'unused.yaml': GOOD.replace('\nslurm', comment),
    });
    const codes = (args: readonly string[]) => check(cwd, args).stdout.match(/\[RP\d{4}\]/g);
    expect(codes(['--slurm-nodes', recorded, 'warned.yaml'])).toContain('[RP5105]');
    expect(codes(['--slurm-nodes', recorded, 'ignored.yaml'])).toEqual(
      codes(['--slurm-nodes', recorded, 'warned.yaml'])?.filter((code) => code !== '[RP5105]') ?? null,
    );
    expect(codes(['--slurm-nodes', recorded, 'unused.yaml'])).toEqual(['[RP1202]']);
    expect(codes(['unused.yaml'])).toBeNull();
  });

  test('lines of setup that bash cannot read are told where they are, and run by nobody', () => {
    const launch = 'launch: { setup: ["touch ran\\nif true; then\\n  :\\nfi", "echo \'open", "true"] }\n';
    const cwd = folder({
      'slurm.yaml': GOOD.replace('gpu }', 'gpu, setup: [touch ran, done] }'),
      'launch.yaml': GOOD + launch,
      'good.yaml': GOOD + launch.replace("'", ''),
    });
    const told = (file: string, bin: string) => {
      const { status, stdout } = check(cwd, ['--slurm-nodes', recorded, file], { bin });
      return { status, found: stdout.match(/^.*\[RP5115\].*$/gm) };
    };
    const bin = folder({});
    expect(told('slurm.yaml', bin)).toEqual({
      status: 1,
      found: [expect.stringMatching(/^slurm\.yaml:5:45: .*`slurm\.setup`: syntax error near .*`done'/)],
    });
    const span = `launch.yaml:6:${launch.indexOf('"echo') + 1}: `;
    expect(told('launch.yaml', bin)).toEqual({ status: 1, found: [expect.stringContaining(span)] });
    expect(told('good.yaml', bin)).toEqual({ status: 0, found: null });
    expect(readdirSync(cwd)).toHaveLength(3);
    expect(check(cwd, ['--slurm-nodes', recorded, 'slurm.yaml']).status).toBe(0); // there is no bash
  });

  test('a topology with errors of its own is told those', () => {
    const cwd = folder({ 'odd.yaml': BAD.replace('gpus', 'gpu') });
    const { status, stdout } = check(cwd, ['--slurm-nodes', recorded, 'odd.yaml']);
    expect({ status, codes: stdout.match(/RP\d{4}/g) }).toEqual({ status: 1, codes: ['RP1101'] });
  });
});

describe('against the cluster', () => {
  test('compares, and leaves no file behind', () => {
    const cwd = folder({ 'good.yaml': GOOD, 'bad.yaml': BAD });
    const bin = recordedBin();
    expect(check(cwd, ['--slurm', 'good.yaml'], { bin })).toMatchObject({
      status: 0,
      stdout: 'good.yaml: ok: 4 ranks on 1 of 1 node, and the cluster agrees\n',
    });
    expect(check(cwd, ['--slurm', 'bad.yaml'], { bin })).toMatchObject({ status: 1 });
    expect(readdirSync(cwd).sort()).toEqual(['bad.yaml', 'good.yaml']);
  });

  test.runIf(EMITTERS.some(({ name }) => name === 'slurm'))('asks sbatch for the rest', () => {
    const cwd = folder({
      'job.yaml': GOOD.replace('partition: gpu', 'partition: gpu, directives: { reservation: x }'),
    });
    const { status, stdout } = check(cwd, ['--slurm', 'job.yaml'], { bin: recordedBin() });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^job\.yaml:5:1: error\[RP5111\].*Requested reservation is invalid\n/);
    expect(readdirSync(cwd)).toEqual(['job.yaml']);
  });

  test.each([
    ['no Slurm', {}, /there is no `scontrol` on this machine/],
    [
      'no controller',
      {
        scontrol:
          'echo "slurm_load_node error: Unable to contact slurm controller (connect failure)" >&2; exit 1',
      },
      /controller cannot be reached.*scontrol ping/,
    ],
    [
      'a failing scontrol',
      { scontrol: 'echo "scontrol: fatal: no \x1b[31mconfiguration" >&2; exit 1' },
      /scontrol fails \(scontrol: fatal: no \[31mconfiguration\)/,
    ],
    ['an answer that is none', { scontrol: 'echo hello' }, /the answer of scontrol has a line/],
    ['no answer', { scontrol: 'exit 0' }, /tells of no node/],
  ])('%s is a matter of the surroundings', (_, scripts, message) => {
    const bin = programs(scripts);
    const cwd = folder({ 'good.yaml': GOOD });
    const { status, stdout, stderr } = checkAlone(cwd, bin);
    expect({ status, stdout, stderr }).toMatchObject({
      status: 3,
      stdout: '',
      stderr: expect.stringMatching(message),
    });
    expect(stderr).not.toContain('\u001b');
    expect(stderr.trim().split('\n').length).toBe(1);
  });

  /** With nothing else on the path, so that no real Slurm answers. */
  function checkAlone(cwd: string, bin: string) {
    return runRankplan(['check', '--slurm', 'good.yaml'], {
      cwd,
      env: { ...process.env, PATH: bin },
    });
  }

  test('both ways at once are refused', () => {
    expect(check(folder({ 'good.yaml': GOOD }), ['--slurm', '--slurm-nodes', 'x', 'good.yaml']).status).toBe(
      2,
    );
  });
});

test('a command that does not end is given up, with what it said', () => {
  const bin = programs({ scontrol: 'echo waiting for the controller >&2; exec /bin/sleep 60' });
  const path = process.env['PATH'];
  process.env['PATH'] = bin;
  try {
    const call = () => runSlurm({ program: 'scontrol', args: ['show', 'node'], timeoutMs: 300 });
    expect(call).toThrow(SlurmError);
    expect(call).toThrow(
      /`scontrol show node` gave no answer within 0\.3 seconds \(it said: waiting for the controller\)/,
    );
  } finally {
    process.env['PATH'] = path;
  }
});
