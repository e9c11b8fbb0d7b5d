import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createFakeGithub, type FakeGithub } from '../fake-github.ts';
import { makeFolder } from '../scratch.ts';

/*
 * Runs the steps of action.yml as a runner would: their own shell lines, in a shallow clone of a repository on this
 * machine, against an imitated GitHub.
 */

interface Step {
  readonly name: string;
  readonly if?: string;
  readonly shell: string;
  readonly 'working-directory': string;
  readonly env: Readonly<Record<string, string>>;
  readonly run: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const action = parse(readFileSync('action.yml', 'utf8')) as Action;
const scratch = makeFolder('rankplan-action-');

let github: FakeGithub;
let apiUrl: string;
beforeEach(async () => {
  github = createFakeGithub();
  apiUrl = await github.start();
});
afterEach(() => github.stop());

const GIT_ENVIRONMENT = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.com',
};

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd: folder, env: GIT_ENVIRONMENT, encoding: 'utf8' }).trim();

/** Contents of files by path; null removes one. */
type Files = Readonly<Record<string, string | null>>;

const scored = (score: number): string =>
  `version: 1\nname: job\nnodes:\n  - hosts: lab1\n    gpus:\n      - { index: 0, score: 100 }\n      - { index: 1, score: ${score} }\nmapping: { strategy: performance-ranked }\n`;

function write(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    if (text === null) rmSync(join(folder, path));
    else writeFileSync(join(folder, path), text);
  }
}

function commit(folder: string, files: Files): string {
  write(folder, files);
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '--allow-empty', '-m', 'x');
  return git(folder, 'rev-parse', 'HEAD');
}

interface PullRequest {
  /** What is checked out: the merge with the base at depth 1, as actions/checkout does, or the head. */
  readonly checkout: string;
  readonly base: string;
  readonly head: string;
}

/** A repository with a base that went on since `head` left it, and a checkout of the pull request. */
function pullRequest(
  old: Files,
  changes: Files,
  { onBase = {}, depth = 1, ref = 'merge' } = {},
): PullRequest {
  const origin = mkdtempSync(join(scratch, 'origin-'));
  git(origin, 'init', '-q', '-b', 'main');
  git(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  commit(origin, { 'README.md': 'x\n', ...old });
  git(origin, 'checkout', '-q', '-b', 'feature');
  const head = commit(origin, changes);
  git(origin, 'checkout', '-q', 'main');
  const base = commit(origin, { 'other.txt': 'x\n', ...onBase });
  git(origin, 'checkout', '-q', '-b', 'merged');
  git(origin, 'merge', '-q', '--no-ff', '-m', 'merge', 'feature');
  git(origin, 'update-ref', 'refs/pull/7/merge', 'HEAD');
  git(origin, 'update-ref', 'refs/pull/7/head', head);
  git(origin, 'checkout', '-q', 'main');
  const checkout = mkdtempSync(join(scratch, 'checkout-'));
  git(checkout, 'init', '-q');
  git(checkout, 'remote', 'add', 'origin', `file://${origin}`);
  const shallow = depth > 0 ? [`--depth=${depth}`] : [];
  git(checkout, 'fetch', '-q', '--no-tags', ...shallow, 'origin', `refs/pull/7/${ref}`);
  git(checkout, 'checkout', '-q', '--detach', 'FETCH_HEAD');
  return { checkout, base, head };
}

/** One that changes a mapping. */
const changed = () => pullRequest({ 'topology.yaml': scored(90) }, { 'topology.yaml': scored(110) });

/** Values of the expressions that action.yml has; another expression is an error. */
function createEvaluator(inputs: Readonly<Record<string, string>>, event: PullRequest | null) {
  const values = new Map([
    ['github.token', github.token],
    ['github.event.pull_request.base.sha', event?.base ?? ''],
    ['github.event.pull_request.head.sha', event?.head ?? ''],
    ['github.event.pull_request.number', event === null ? '' : String(github.pullRequest)],
  ]);
  const evaluate = (text: string): string =>
    text.replace(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => {
      const name = /^inputs\.(.*)$/.exec(expression)?.[1];
      const value =
        name === undefined
          ? values.get(expression)
          : (inputs[name] ?? evaluate(action.inputs[name]?.default ?? ''));
      if (value === undefined) throw new Error(`an unknown expression: ${expression}`);
      return value;
    });
  return evaluate;
}

interface Run {
  /** The status of each step, in order. */
  readonly statuses: readonly number[];
  readonly output: string;
  readonly summary: string;
}

interface RunOptions {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly event?: PullRequest | null;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs all steps, each whatever became of the one before; they say so themselves by `!cancelled()`. */
async function runAction(
  pr: PullRequest,
  { inputs = {}, event = pr, environment = {} }: RunOptions = {},
): Promise<Run> {
  const evaluate = createEvaluator(inputs, event);
  const summaryPath = join(mkdtempSync(join(scratch, 'summary-')), 'summary.md');
  writeFileSync(summaryPath, '');
  const statuses: number[] = [];
  let output = '';
  for (const step of action.runs.steps) {
    const stepEnvironment = Object.entries(step.env).map(([name, value]) => [name, evaluate(value)]);
    const result = await bash(step.run, join(pr.checkout, evaluate(step['working-directory'])), {
      ...GIT_ENVIRONMENT,
      GITHUB_ACTION_PATH: resolve('.'),
      GITHUB_API_URL: apiUrl,
      GITHUB_EVENT_NAME: event === null ? 'push' : 'pull_request',
      GITHUB_REPOSITORY: github.repository,
      GITHUB_STEP_SUMMARY: summaryPath,
      ...Object.fromEntries(stepEnvironment),
      ...environment,
    });
    statuses.push(result.status);
    output += result.output;
  }
  const summary = readFileSync(summaryPath, 'utf8');
  expect(output + summary).not.toContain('S3cret');
  expect(output).not.toContain('    at ');
  commandsOf(output);
  return { statuses, output, summary };
}

/** As a runner starts `shell: bash`. */
function bash(
  script: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<{ status: number; output: string }> {
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], { cwd, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => {
      output += piece;
    });
  return new Promise((done) => child.on('close', (status) => done({ status: status ?? -1, output })));
}

/** The lines that a runner takes for commands. */
function commandsOf(output: string): readonly string[] {
  let stop: string | null = null;
  const commands: string[] = [];
  for (const line of output.split('\n')) {
    if (stop !== null) {
      if (line === `::${stop}::`) stop = null;
    } else if (line.startsWith('::stop-commands::')) stop = line.slice('::stop-commands::'.length);
    else if (line.startsWith('::')) commands.push(line);
  }
  expect(stop).toBeNull();
  return commands;
}

const comments = (): readonly string[] => github.comments.map(({ body }) => body);

describe('action.yml', () => {
  test('is a composite action of bash steps that go on after a finding', () => {
    expect(action.runs.using).toBe('composite');
    expect(action.runs.steps.map(({ shell }) => shell)).toEqual(['bash', 'bash', 'bash']);
    const always = '${{ !cancelled() }}';
    expect(action.runs.steps.map((step) => step.if)).toEqual([undefined, always, always]);
  });

  test('gives inputs to its shell as variables only: a value cannot become a command', () => {
    for (const { run } of action.runs.steps) expect(run).not.toContain('${{');
    const scripts = readdirSync('action').map((name) => readFileSync(join('action', name), 'utf8'));
    expect(scripts.filter((text) => /\$\{\{|\beval\b/.test(text))).toEqual([]);
  });

  test('uses each input, and docs/in-repositories.md describes each with its default', () => {
    const text = readFileSync('action.yml', 'utf8');
    const docs = readFileSync('docs/in-repositories.md', 'utf8');
    for (const [name, { default: byDefault }] of Object.entries(action.inputs)) {
      expect(text).toContain(`\${{ inputs.${name} }}`);
      expect(docs).toContain(`| \`${name}\` |`);
      if (byDefault !== '' && !byDefault.includes('${{')) expect(docs).toContain(`\`${byDefault}\``);
    }
  });
});

test('the workflow of docs/in-repositories.md uses the action as it is', () => {
  const docs = readFileSync('docs/in-repositories.md', 'utf8');
  const workflow = parse(/```yaml\n(# \.github\/[\s\S]*?)```/.exec(docs)?.[1] ?? '') as {
    readonly on: string;
    readonly permissions: object;
    readonly jobs: { readonly rankplan: { readonly steps: readonly { uses?: string; with?: object }[] } };
  };
  const step = workflow.jobs.rankplan.steps.at(-1);
  expect({ on: workflow.on, permissions: workflow.permissions, uses: step?.uses }).toEqual({
    on: 'pull_request',
    permissions: { contents: 'read', 'pull-requests': 'write' },
    uses: './node_modules/rankplan',
  });
  const known = Object.keys(action.inputs);
  expect(Object.keys(step?.with ?? {}).filter((name) => !known.includes(name))).toEqual([]);
});

describe('a pull request', () => {
  test('that changes a mapping gets one comment, which follows it', async () => {
    const pr = changed();
    const first = await runAction(pr);
    expect(first).toMatchObject({ statuses: [0, 0, 0], output: expect.stringContaining('created') });
    const [comment, ...others] = comments();
    expect(others).toEqual([]);
    expect(comment).toMatch(
      /^<!-- rankplan:rankplan -->\n\*\*Launch plan `.*\*\*\n\n`[0-9a-f]+:topology\.yaml` → `topology\.yaml`\n/,
    );
    expect(comment).toContain('`lab1:0`');
    expect(comment).toBe(`<!-- rankplan:rankplan -->\n${first.summary.trimEnd()}`);

    expect((await runAction(pr)).output).toContain('unchanged');
    write(pr.checkout, { 'topology.yaml': scored(120) });
    expect((await runAction(pr)).output).toContain('updated');
    expect(comments()).toHaveLength(1);
    expect(comments()[0]).toContain('120');
    write(pr.checkout, { 'topology.yaml': scored(90) });
    const last = await runAction(pr);
    expect(last).toMatchObject({ statuses: [0, 0, 0], summary: '' });
    expect(comments()).toEqual([
      '<!-- rankplan:rankplan -->\n**Launch plan: no difference to the base any more**',
    ]);
  });

  test('that changes nothing about it is told nothing', async () => {
    const pr = pullRequest({ 'topology.yaml': scored(90) }, { 'README.md': 'y\n' });
    expect(await runAction(pr)).toMatchObject({ statuses: [0, 0, 0], summary: '' });
    expect(comments()).toEqual([]);
    expect(github.methods()).toEqual(['GET']);
  });

  test('is compared with what it is merged into, which may have gone on', async () => {
    const pr = pullRequest(
      { 'topology.yaml': scored(90), 'other.yaml': scored(90) },
      { 'topology.yaml': scored(110) },
      { onBase: { 'other.yaml': scored(120) } },
    );
    await runAction(pr, { inputs: { topologies: 'topology.yaml\nother.yaml\n' } });
    expect(comments()).toHaveLength(1);
    expect(comments()[0]).not.toContain('other.yaml');
  });

  test.each([
    ['with its history, by the commit where it left the base', 0, 'unchanged there'],
    ['without, by the base as it was when the event came', 1, 'other.yaml'],
  ])('whose head is checked out is compared, %s', async (_, depth, expected) => {
    const pr = pullRequest(
      { 'topology.yaml': scored(90), 'other.yaml': scored(90) },
      { 'topology.yaml': scored(110) },
      { onBase: { 'other.yaml': scored(120) }, depth, ref: 'head' },
    );
    if (depth === 0) git(pr.checkout, 'fetch', '-q', 'origin', 'main');
    const { statuses } = await runAction(pr, { inputs: { topologies: '*.yaml' } });
    expect(statuses).toEqual([0, 0, 0]);
    expect(`${comments().join()}${depth === 0 ? 'unchanged there' : ''}`).toContain(expected);
    expect(comments().join().includes('other.yaml')).toBe(depth === 1);
  });

  test('can be compared with another revision', async () => {
    const pr = changed();
    await runAction(pr, { inputs: { base: 'feature' } });
    expect(comments()).toEqual([]);
    await runAction(pr, { inputs: { base: 'main' } });
    expect(comments()).toHaveLength(1);
    const option = await runAction(pr, { inputs: { base: '--upload-pack=touch made;' } });
    expect(option.output).toContain('the base --upload-pack=touch made; is no revision');
    expect(existsSync(join(pr.checkout, 'made'))).toBe(false);
    const { statuses, output } = await runAction(pr, { inputs: { base: 'nowhere' } });
    expect(statuses).toEqual([0, 0, 3]);
    expect(output).toContain('fetch-depth: 0');
  });

  test('with a new topology and one with errors is told both, and fails by the check', async () => {
    const pr = pullRequest(
      { 'clusters/a.yaml': scored(90) },
      { 'clusters/a.yaml': scored(90).replace('gpus', 'gpu'), 'clusters/b c.yaml': scored(1) },
    );
    const { statuses, output } = await runAction(pr, { inputs: { topologies: '  clusters/*.yaml\n\n' } });
    expect(statuses).toEqual([1, 0, 0]);
    expect(output).toMatch(/^::error file=clusters\/a\.yaml,line=5,.*title=RP1101::/m);
    expect(comments()[0]).toContain('`clusters/a.yaml`: not compared** It has errors');
    expect(comments()[0]).toContain('`clusters/b c.yaml`: new**');
  });

  test('that renames a topology compares it under both names, and says nothing of a mere rename', async () => {
    const pr = pullRequest(
      { 'c/a.yaml': scored(90), 'c/same.yaml': scored(80) },
      { 'c/a.yaml': null, 'c/b.yaml': scored(110), 'c/same.yaml': null, 'c/moved.yaml': scored(80) },
    );
    const inputs = { topologies: 'c/*.yaml\nc/b.yaml' };
    expect((await runAction(pr, { inputs })).statuses).toEqual([0, 0, 0]);
    const titles = comments()[0]
      ?.split('\n')
      .filter((line) => line.endsWith('.yaml`'));
    expect(titles).toEqual([expect.stringMatching(/^`[0-9a-f]+:c\/a\.yaml` → `c\/b\.yaml`$/)]);
  });

  test('that removes a topology says so, also in a folder, and of no other file', async () => {
    const pr = pullRequest(
      { 'w/c/a.yaml': scored(90), 'w/c/b.yaml': scored(70), 'w/c/d/x.yaml': scored(1), 'w/c/x.txt': 'x' },
      { 'w/c/a.yaml': null, 'w/c/d/x.yaml': null, 'w/c/x.txt': null },
    );
    const inputs = { topologies: './c/*.yaml', 'working-directory': 'w' };
    expect((await runAction(pr, { inputs })).statuses).toEqual([0, 0, 0]);
    expect(comments()).toEqual([
      '<!-- rankplan:rankplan -->\n**Launch plan of `c/a.yaml`: removed**\n\nThe base has this topology, and nothing takes its place.',
    ]);
  });

  test('cannot bring a file that is read in the place of the base', async () => {
    const pr = pullRequest({ 'a.yaml': scored(90) }, { 'a.yaml': null, 'b.yaml': scored(110) });
    write(pr.checkout, { [`${pr.base.slice(0, 7)}:./a.yaml`]: scored(110) });
    await runAction(pr, { inputs: { topologies: '*.yaml' } });
    expect(comments()[0]).toContain('`b.yaml`: new**');
  });

  test('whose files have hostile names cannot mention anybody', async () => {
    const name = '`@octocat`,$(touch pwned) <b>.yaml';
    const pr = pullRequest({ 'README.md': 'x' }, { [name]: scored(90) });
    expect((await runAction(pr, { inputs: { topologies: '*.yaml' } })).statuses).toEqual([0, 0, 0]);
    expect(comments()[0]).toContain(`**Launch plan of \`\` ${name} \`\`: new**\n`);
    expect(readdirSync(pr.checkout).sort()).toEqual(['.git', 'README.md', name, 'other.txt'].sort());
  });

  test('whose texts look like commands gives the runner none', async () => {
    const hostile = `version: 1\nname: x\nnodes: [{ hosts: a, inventory: "::warning::x/a.json" }]\n`;
    const pr = pullRequest(
      { 'topology.yaml': hostile, '::warning::x/a.json': '{"formatVersion": "1.0", "gpus": []}' },
      { '::warning::x/a.json': '{"formatVersion": 1}', '::warning::y.yaml': 'version: 1\n' },
    );
    const { output } = await runAction(pr, {
      inputs: { topologies: '*.yaml', compiled: 'topology.yaml -> out\n::warning::y.yaml -> ::warning::z\n' },
    });
    expect(output).toMatch(/^::warning::x/m);
    expect(commandsOf(output).filter((command) => command.startsWith('::warning'))).toEqual([]);
    expect(commandsOf(output).filter((command) => command.startsWith('::error file='))).not.toEqual([]);
  });

  test('in a folder has its paths there, and annotations from the top', async () => {
    const pr = pullRequest(
      { 'infra/topology.yaml': scored(90) },
      { 'infra/topology.yaml': `${scored(110)}workload: { globalBatch: 0 }\n` },
    );
    const { statuses, output } = await runAction(pr, { inputs: { 'working-directory': 'infra' } });
    expect(statuses).toEqual([1, 0, 0]);
    expect(output).toContain('::error file=infra/topology.yaml,line=9,');
    expect(comments()[0]).toContain('`topology.yaml`');
  });

  test('may be used with several keys', async () => {
    const pr = changed();
    for (const key of ['one', 'two', 'one']) await runAction(pr, { inputs: { 'comment-key': key } });
    const keys = comments().map((body) => body.split('\n')[0]);
    expect(keys).toEqual(['<!-- rankplan:one -->', '<!-- rankplan:two -->']);
  });
});

describe('a comment that cannot be written', () => {
  const readOnly = (method: string) =>
    method === 'GET' ? null : { status: 403, message: 'Resource not accessible by integration' };

  test('because a fork has a token that only reads is told in the summary, with the diff', async () => {
    github.troubles.push(readOnly, readOnly);
    const { statuses, output, summary } = await runAction(changed());
    expect(statuses).toEqual([0, 0, 0]);
    expect(comments()).toEqual([]);
    expect(summary).toContain('**Launch plan `');
    expect(summary).toMatch(
      /could not write .*403 Resource not accessible by integration`.*pull request of a fork/,
    );
    expect(output).toContain('rankplan: no comment on the pull request: POST ');
  });

  test('does not hide that the check failed', async () => {
    github.troubles.push(readOnly, readOnly);
    const pr = pullRequest({ 'topology.yaml': scored(90) }, { 'topology.yaml': 'version: 1\n' });
    expect((await runAction(pr)).statuses).toEqual([1, 0, 0]);
  });

  test('for want of a token, or of a right one', async () => {
    const pr = changed();
    expect((await runAction(pr, { inputs: { token: '' } })).summary).toContain('gives no token');
    expect((await runAction(pr, { inputs: { token: 'wrong' } })).summary).toContain('401 Bad credentials');
    const odd = await runAction(pr, { inputs: { token: 'ghs_S3cret\nx' } });
    expect(odd.statuses).toEqual([0, 0, 2]);
    expect(odd.output).toContain('RANKPLAN_TOKEN is missing');
  });

  test('is not tried where none is wanted', async () => {
    const { statuses, summary } = await runAction(changed(), { inputs: { comment: 'false' } });
    expect({ statuses, asked: github.methods() }).toEqual({ statuses: [0, 0, 0], asked: [] });
    expect(summary).toMatch(/^\*\*Launch plan `/);
    expect(summary).not.toContain('could not');
  });
});

test('without a pull request there is only the check', async () => {
  const { statuses, output } = await runAction(changed(), { event: null });
  expect(statuses).toEqual([0, 0, 0]);
  expect(output).toContain('no pull request');
  expect(github.methods()).toEqual([]);
});

test('pull_request_target is refused', async () => {
  const pr = changed();
  const environment = { GITHUB_EVENT_NAME: 'pull_request_target' };
  expect((await runAction(pr, { environment })).statuses).toEqual([0, 0, 2]);
  expect(github.methods()).toEqual([]);
});

describe('the check', () => {
  // RP3007 in line 6.
  const warned = scored(90).replace('mapping: { strategy: performance-ranked }\n', '');

  test('makes warnings annotations, or errors, or leaves them out', async () => {
    const pr = pullRequest({ 'topology.yaml': warned }, { 'README.md': 'y\n' });
    expect((await runAction(pr)).output).toMatch(/^::warning file=topology\.yaml,line=6,/m);
    expect((await runAction(pr, { inputs: { 'warnings-as-errors': 'true' } })).statuses).toEqual([1, 0, 0]);
    const inputs = { 'warnings-as-errors': 'true', disable: 'RP3007,RP3021' };
    const { statuses, output } = await runAction(pr, { inputs });
    expect(statuses).toEqual([0, 0, 0]);
    expect(output).not.toContain('::warning');
    expect((await runAction(pr, { inputs: { 'warnings-as-errors': 'yes' } })).statuses).toEqual([2, 0, 0]);
  });

  test('fails for a topology that is not there', async () => {
    const pr = pullRequest({ 'topology.yaml': warned }, { 'README.md': 'y\n' });
    expect((await runAction(pr, { inputs: { topologies: 'nowhere.yaml' } })).statuses[0]).toBe(3);
    expect(comments()).toEqual([]);
    expect((await runAction(pr, { inputs: { topologies: ' \n' } })).statuses).toEqual([2, 0, 2]);
  });

  test('reads inventories outside of a folder only within the root that is given', async () => {
    const inventory = '{"formatVersion": "1.0", "gpus": [{"index": 0}]}';
    const text = 'version: 1\nname: x\nnodes: [{ hosts: a, inventory: ../inventory/a.json }]\n';
    const pr = pullRequest(
      { 'jobs/topology.yaml': text, 'inventory/a.json': inventory },
      { 'README.md': 'y\n' },
    );
    const topologies = 'jobs/topology.yaml';
    expect((await runAction(pr, { inputs: { topologies } })).statuses[0]).toBe(1);
    expect((await runAction(pr, { inputs: { topologies, root: '.' } })).statuses).toEqual([0, 0, 0]);
  });
});

describe('compiled directories', () => {
  const cli = resolve('dist/rankplan.cjs');
  const compiled = 'topology.yaml -> out dir\n';

  function withOutput(args: readonly string[] = []) {
    const pr = pullRequest({ 'topology.yaml': scored(90) }, { 'README.md': 'y\n' });
    const words = [cli, 'compile', 'topology.yaml', '-o', 'out dir', ...args];
    execFileSync(process.execPath, words, { cwd: pr.checkout });
    return pr;
  }

  test('that are up to date are fine, and each that is not fails', async () => {
    const pr = withOutput();
    expect((await runAction(pr, { inputs: { compiled } })).statuses).toEqual([0, 0, 0]);
    write(pr.checkout, { 'topology.yaml': scored(110) });
    const inputs = { compiled: `topology.yaml -> none\n${compiled}` };
    const { statuses, output } = await runAction(pr, { inputs });
    expect(statuses).toEqual([0, 1, 0]);
    expect(output).toMatch(/^topology\.yaml:1:1: error\[RP4003\]: none: \d+ files are missing/m);
    expect(output).toMatch(
      /^topology\.yaml:\d+:\d+: error\[RP4003\]: out dir: \d+ files are stale .*step time/m,
    );
    expect(output).toContain(`::add-matcher::${resolve('problem-matcher.json')}\n`);
    expect(output).toContain('::remove-matcher owner=rankplan::');
  });

  test('may be made with another list of emitters', async () => {
    const pr = withOutput(['--emit', '']);
    expect((await runAction(pr, { inputs: { compiled } })).statuses).toEqual([0, 1, 0]);
    expect((await runAction(pr, { inputs: { compiled, emit: '' } })).statuses).toEqual([0, 0, 0]);
  });

  test('are pairs', async () => {
    const { statuses, output } = await runAction(withOutput(), { inputs: { compiled: 'topology.yaml' } });
    expect(statuses).toEqual([0, 2, 0]);
    expect(output).toContain('FILE -> DIRECTORY');
  });
});

test('a copy without dist/ says how to come by one', async () => {
  const copy = mkdtempSync(join(scratch, 'copy-'));
  mkdirSync(join(copy, 'action'));
  for (const name of readdirSync('action')) {
    writeFileSync(join(copy, 'action', name), readFileSync(join('action', name)));
    chmodSync(join(copy, 'action', name), 0o755);
  }
  const pr = pullRequest({ 'topology.yaml': scored(90) }, { 'README.md': 'y\n' });
  const { statuses, output } = await runAction(pr, { environment: { GITHUB_ACTION_PATH: copy } });
  expect(statuses).toEqual([3, 3, 3]);
  expect(output).toContain('uses: ./node_modules/rankplan');
});
