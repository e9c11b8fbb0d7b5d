import { spawnSync } from 'node:child_process';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { runRankplan } from '../command/run-rankplan.ts';
import { makeFolder } from '../scratch.ts';

/* Where `compile --check` says that a directory is stale. */
const scratch = makeFolder('rankplan-stale-');

const TOPOLOGY = `version: 1
name: x
models:
  A100: { score: 100 }
  L40S: { score: 61 }
nodes:
  - hosts: lab1
    gpus:
      - { index: 0-1, model: A100 }
      - { index: 2, model: L40S, score: 60 }
  - hosts: dgx[1-2]
    cpus: 64
    gpus: { count: 4, model: A100 }
mapping:
  strategy: performance-ranked
  order: block
  exclude: [dgx2:3]
launch:
  command: [python, train.py]
  env: { NCCL_DEBUG: WARN }
`;

const compile = (text: string, ...more: readonly string[]) => {
  writeFileSync(join(scratch, 'topology.yaml'), text);
  return runRankplan(['compile', 'topology.yaml', '-o', 'out', '--emit', 'env', ...more], { cwd: scratch });
};
const check = (text: string) => compile(text, '--check');

beforeAll(() => expect(compile(TOPOLOGY).status).toBe(0));

test('what follows from another plan stands at the topology, with the verdict of the diff', () => {
  const { status, stdout } = check(TOPOLOGY.replace('train.py', 'other.py'));
  expect(status).toBe(1);
  expect(stdout).toMatch(
    /^topology\.yaml:1:1: error\[RP4003\]: out: .* stale.*: other code runs: launch\.command.*step time/m,
  );
});

test('the same plan in files that are not: the file and its line', () => {
  writeFileSync(join(scratch, 'out/env/rank-1.env'), 'mine\n');
  expect(check(TOPOLOGY).stdout).toMatch(
    /^out\/env\/rank-1\.env:1:1: error\[RP4003\]: out: env\/rank-1\.env was edited .*\n {2}1 \| mine\n/,
  );
});

test('of a saved plan, too', () => {
  const other = check(TOPOLOGY.replace('count: 4', 'count: 3').replace('[dgx2:3]', '[]'));
  expect(other.status).toBe(1);
  runRankplan(['compile', 'topology.yaml', '-o', 'other'], { cwd: scratch });
  const { stdout } = runRankplan(['compile', 'other/plan.json', '-o', 'out', '--check'], { cwd: scratch });
  expect(stdout).toMatch(/^other\/plan\.json:1:1: error\[RP4003\]: out: .*ranks move/);
});

test('an edited plan.json does not hide the verdict, and the advice stands where it is meant', () => {
  appendFileSync(join(scratch, 'out/plan.json'), '\n');
  rmSync(join(scratch, 'out/env/rank-0.env'));
  const findings = check(TOPOLOGY.replace('dgx[1-2]', 'dgx[1-3]')).stdout.split(/\n(?=\S)/);
  const about = (word: string) => findings.find((finding) => finding.includes(word));
  expect(about('edited')).toContain('help: compiling would refuse');
  expect(about('stale')).toMatch(/^topology\.yaml:1:1: .*ranks? moves?, .*step time/);
  // The ranks that are new have no files yet, as the one whose file was deleted.
  expect(about('missing')).toMatch(
    /^topology\.yaml:1:1: error\[RP4003\]: out: 5 files are missing \(5 env files\)/,
  );
  expect(findings.filter((finding) => finding.includes('help:'))).toHaveLength(1);
});

test('a plan.json that is none does not keep the rest from being told', () => {
  writeFileSync(join(scratch, 'out/plan.json'), '{');
  const { status, stdout, stderr } = check(TOPOLOGY);
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
  expect(stdout).toMatch(/^out\/.*: out: 2 files were edited after they were written \(plan\.json, /);
});

test('a pipe in the place of plan.json is not waited for', () => {
  rmSync(join(scratch, 'out/plan.json'));
  expect(spawnSync('mkfifo', [join(scratch, 'out/plan.json')]).status).toBe(0);
  const { status, stdout } = check(TOPOLOGY);
  expect(status).toBe(1);
  expect(stdout).toMatch(/^out\/plan\.json:1:1: error\[RP4003\]: out: plan\.json is no regular file$/m);
});
