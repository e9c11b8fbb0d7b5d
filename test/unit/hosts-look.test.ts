// What a host is asked before ranks start there, and what its answers mean: innocent ones first.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFacts } from '../../src/runtime/driver/parse-answer.ts';
import { judgeGpus } from '../../src/runtime/hosts/judge-gpus.ts';
import { judgeLook, type LookAnswer } from '../../src/runtime/hosts/look.ts';
import type { LookFact } from '../../src/runtime/hosts/look-facts.ts';
import { type HostLook, questionsFor } from '../../src/runtime/hosts/look-questions.ts';
import { locateNode } from '../../src/runtime/verify/locate-node.ts';
import { compileText, planText } from '../compile-text.ts';
import { gpuUse, nativeProcess } from '../native-use.ts';
import { runs } from '../stage.ts';

const UNSEEN =
  'its planned GPUs cannot be looked at (1 error above): where CUDA works all the same, --no-verify starts without a look';

const GPU_LAUNCH = { command: ['python', 'train.py'] };

/** A node with two NVIDIA GPUs, or with two CPU ranks. */
function makeLook(change: Partial<HostLook> = {}, launch: object = {}, gpus = false): HostLook {
  const { plan, decisions, diagnostics } = compileText({
    version: 1,
    name: 't',
    nodes: [
      gpus
        ? { hosts: 'lab1', gpus: { count: 2, model: 'A100', memory: '80GiB', score: 1 } }
        : { hosts: 'lab1', cpuRanks: 2 },
    ],
    launch: { ...GPU_LAUNCH, ...launch },
  });
  const [node] = plan?.nodes ?? [];
  if (plan === null || node === undefined) throw new Error(diagnostics.map(({ message }) => message).join());
  const file = { name: 'plan.json', text: planText(plan) ?? '' };
  return {
    ...{ plan, node, ranks: plan.ranks, places: locateNode({ decisions, file }, plan, node) },
    ...{
      masterAddress: 'lab1',
      isMaster: true,
      port: 29_500,
      ports: [],
      readyFile: null,
      directory: '/work',
    },
    ...{ command: plan.launch.command ?? [], logs: '/work/runs/a', attempt: 0, onlyChecks: false },
    ...{ probe: null, allowBusy: false, timeoutMs: 60_000, machine: 'lab1' },
    ...{ network: null, others: 'none' },
    ...change,
  };
}

describe('a host is asked', () => {
  const plain = [
    'host',
    'variable PATH',
    'resolve lab1',
    'directory /work',
    'command python',
    'logs /work/runs/a',
    'fresh /work/runs/a/rank-0.out',
    'port 29500',
  ];
  const without = (...questions: string[]) =>
    plain.filter((one) => !questions.some((of) => one.startsWith(of)));

  it.each<readonly [string, HostLook, readonly string[]]>([
    ['where its ranks are on CPUs', makeLook(), plain],
    ['for a port of its own', makeLook({ port: 'auto' }), [...without('port'), 'free-port']],
    ['for no port where rank 0 is elsewhere', makeLook({ isMaster: false }), without('port')],
    ['for no address that is a number', makeLook({ masterAddress: '10.0.0.1' }), without('resolve')],
    ['for no address that is IPv6', makeLook({ masterAddress: 'fe80::1' }), without('resolve')],
    ['for no address that is its own', makeLook({ masterAddress: 'localhost' }), without('resolve')],
    [
      'for another port before a restart, and not for old logs',
      makeLook({ attempt: 1 }),
      [...without('port', 'fresh'), 'free-port'],
    ],
  ])('%s', (_, look, questions) => {
    expect(questionsFor(look)).toEqual(questions);
  });

  it('to make nothing where nothing starts', () => {
    const questions = questionsFor(makeLook({ onlyChecks: true }));
    expect(questions).toContain('writable /work/runs/a');
    expect(questions.filter((one) => /^(logs|fresh)/.test(one))).toEqual([]);
  });

  it('for the command on the planned PATH, which comes before', () => {
    const questions = questionsFor(makeLook({}, { env: { PATH: '/a:/b' } }));
    expect(questions.indexOf('path /a:/b')).toBeGreaterThan(0);
    expect(questions.indexOf('path /a:/b')).toBeLessThan(questions.indexOf('command python'));
  });

  it('for a bash where there is a setup, which may find the command', () => {
    const questions = questionsFor(makeLook({}, { setup: ['module load x'] }));
    expect(questions).toContain('command /bin/bash');
    expect(questions).not.toContain('command python');
  });

  it('for its GPUs where ranks are on some, and somebody can ask', () => {
    expect(questionsFor(makeLook({ probe: '/c/rankplan-probe' }, {}, true))).toContain(
      'gpus /c/rankplan-probe',
    );
    expect(questionsFor(makeLook({ probe: '/c/p' })).join()).not.toContain('gpus');
    expect(questionsFor(makeLook({ probe: null }, {}, true)).join()).not.toContain('gpus');
  });
});

const IDENTITY = 'boot-net:[1]-pid:[4026531836]-uts:[3]';

const fact = (question: string, subject: string, rest: Partial<LookFact>): LookFact => ({
  question,
  subject,
  ...rest,
});

const FINE: readonly LookFact[] = [
  fact('host', 'identity', { value: IDENTITY }),
  fact('host', 'name', { value: 'lab1' }),
  fact('variable', 'PATH', { value: '/usr/bin' }),
  fact('resolve', 'lab1', { value: '10.0.0.1' }),
  fact('directory', '/work', { value: '/work' }),
  fact('command', 'python', { value: '/usr/bin/python' }),
  fact('logs', '/work/runs/a', { number: 5000 }),
  fact('fresh', '/work/runs/a/rank-0.out', { number: 0 }),
  fact('port', '29500', { number: 0 }),
];

const instead = (...changed: LookFact[]): readonly LookFact[] => [
  ...FINE.filter(({ question }) => !changed.some((one) => one.question === question)),
  ...changed,
];

const judge = (look: HostLook, facts: readonly LookFact[], rest: Partial<LookAnswer> = {}) =>
  judgeLook(look, { facts, gpuText: '', clockAheadMs: 0, isLastLook: true, ...rest });

const GONE = { errno: 2, reason: 'No such file or directory' };
const HANGS = { errno: 110, reason: 'Connection timed out' };
const FULL = { errno: 28, reason: 'No space left on device' };
const OVER_QUOTA = { errno: 122, reason: 'Disk quota exceeded' };
const DENIED = { errno: 13, reason: 'Permission denied' };

describe('a host', () => {
  it('is ready where all is fine', () => {
    expect(judge(makeLook(), FINE)).toEqual({
      ...{ refusals: [], warnings: [], findings: [], again: [], port: 29_500, freeMb: 5000 },
      ...{ identity: null, program: '/usr/bin/python' },
    });
  });

  it.each<readonly [string, Partial<HostLook>, readonly LookFact[]]>([
    ['whose clock is close', {}, FINE],
    ['that says nothing of what it was asked', {}, []],
    ['whose port another host needs', { isMaster: false }, instead(fact('port', '29500', { number: 1 }))],
    [
      'whose logs are those of an attempt before',
      { attempt: 1 },
      [...FINE, fact('free-port', '', { number: 22_000 })],
    ],
    ['that chose a port', { port: 'auto' }, [...FINE, fact('free-port', '', { number: 22_000 })]],
  ])('is not refused: one %s', (_, change, facts) => {
    expect(judge(makeLook(change), facts).refusals).toEqual([]);
  });

  it.each<readonly [string, readonly LookFact[]]>([
    [
      "the master address 'lab1' does not resolve on this host: correct it, or the name service",
      [fact('resolve', 'lab1', GONE)],
    ],
    [
      "the master address 'lab1' is not resolved in time: correct it, or the name service",
      [fact('resolve', 'lab1', HANGS)],
    ],
    [
      '/work, where rankplan was called, is not on this host: copy it there, or set launch.workdir',
      [fact('directory', '/work', GONE), fact('command', 'python', GONE)], // no word of the command in it
    ],
    ['/work gives no answer on this host: does its file system hang?', [fact('directory', '/work', HANGS)]],
    ["'python' is not a command on this host: check PATH (/usr/bin)", [fact('command', 'python', GONE)]],
    ["'python' gives no answer on this host: does its file system hang?", [fact('command', 'python', HANGS)]],
    ['/work/runs/a cannot be written: is the disk full?', [fact('logs', '/work/runs/a', FULL)]],
    ['/work/runs/a cannot be written: is the disk full?', [fact('logs', '/work/runs/a', OVER_QUOTA)]],
    [
      '/work/runs/a cannot be made (Permission denied): is its folder writable, and the disk not full?',
      [fact('logs', '/work/runs/a', DENIED)],
    ],
    [
      '/work/runs/a gives no answer on this host: does its file system hang?',
      [fact('logs', '/work/runs/a', HANGS)],
    ],
    [
      '/work/runs/a has a run already: choose another RANKPLAN_RUN_ID',
      [fact('fresh', '/work/runs/a/rank-0.out', { number: 1 })],
    ],
    [
      "port 29500 is taken on this host, rank 0's by python3 (process 4711): stop that program or choose another --port",
      [fact('port', '29500', { number: 1, value: 'python3 (process 4711)' })],
    ],
    [
      "port 29500 is taken on this host, rank 0's: stop that program or choose another --port",
      [fact('port', '29500', { number: 1 })],
    ],
  ])('is refused: %s', (refusal, facts) => {
    expect(judge(makeLook(), instead(...facts)).refusals).toEqual([refusal]);
  });

  it.each<readonly [string, HostLook, readonly LookFact[]]>([
    [
      "the working directory '/work' cannot be entered: make it, or change launch.workdir",
      makeLook({}, { workdir: '/work' }),
      [fact('directory', '/work', GONE)],
    ],
    [
      "'python' is not a command on this host: check PATH (/a:/b)",
      makeLook({}, { env: { PATH: '/a:/b' } }),
      [fact('command', 'python', GONE)],
    ],
    [
      "'./train' is not a command on this host, seen from /work: copy it there, and make it executable",
      makeLook({ command: ['./train'] }),
      [fact('command', './train', GONE)],
    ],
    [
      '/bin/bash is not on this host, and launch.setup needs it: install it there, or do without setup',
      makeLook({}, { setup: ['module load x'] }),
      [fact('command', '/bin/bash', GONE)],
    ],
    [
      '/work/runs/a cannot be made: logs are kept there, so make its folder writable, or set launch.remote.directory',
      makeLook({ onlyChecks: true }),
      [fact('writable', '/work/runs/a', DENIED)],
    ],
    [
      "port 29500 is taken on this host, rank 0's: stop that program or change launch.master.port of the role",
      makeLook({ plan: { ...makeLook().plan, end: 'roles' } }),
      [fact('port', '29500', { number: 1 })],
    ],
    ['there is no free port for rank 0', makeLook({ port: 'auto' }), []],
    [
      'there is no free port for rank 0',
      makeLook({ port: 'auto' }),
      [fact('free-port', '', { number: 70_000 })], // a port that is none
    ],
  ])('that is asked otherwise is refused: %s', (refusal, look, facts) => {
    expect(judge(look, instead(...facts)).refusals).toEqual([refusal]);
  });

  it('is told all at once', () => {
    const facts = instead(
      fact('resolve', 'lab1', GONE),
      fact('command', 'python', GONE),
      fact('logs', '/work/runs/a', GONE),
      fact('port', '29500', { number: 1 }),
    );
    expect(judge(makeLook(), facts).refusals).toHaveLength(4);
  });

  it.each([
    [5000, []],
    [-5000, []],
    [null, []],
    [7400, ['its clock is 7 s ahead']],
    [-60_000, ['its clock is 60 s behind']],
  ])('warns of its clock: %s ms', (clockAheadMs, warnings) => {
    expect(judge(makeLook(), FINE, { clockAheadMs }).warnings).toEqual(warnings);
  });

  it('chooses the port of the run where rank 0 is', () => {
    const facts = [...FINE, fact('free-port', '', { number: 22_000 })];
    expect(judge(makeLook({ port: 'auto' }), facts).port).toBe(22_000);
    expect(judge(makeLook({ attempt: 2 }), facts).port).toBe(22_000);
    expect(judge(makeLook({ isMaster: false }), facts).port).toBeNull();
  });

  it('may say a long value in parts', () => {
    const parts = ['/bin/', 'py', 'thon'].map((value) => fact('command', 'python', { value }));
    expect(judge(makeLook(), instead(...parts)).program).toBe('/bin/python');
  });
});

const MIB = 2 ** 20;

/** What rankplan-probe says of two A100, and of who is on them. */
const OUTCOME = {
  ...{ library: 'libnvidia-ml.so.1', openFailures: [], lacks: '' },
  failure: { call: '', status: 0, text: '' },
};

function probe({
  uuid = 'GPU-1',
  used = 0,
  process = null as ReturnType<typeof nativeProcess> | null,
  gpus = 2,
  seen = [] as object[],
} = {}) {
  const of = Array.from({ length: gpus }, (_, i) => ({
    uuid: i === 0 ? uuid : `GPU-${i + 1}`,
    pci: { domain: 0, bus: i, device: 0 },
    model: 'NVIDIA A100-SXM4-80GB',
    memoryBytes: 81_920 * MIB,
    ...{ computeCapability: '8.0', cpus: null, numaNode: null },
    isDivided: false,
    instances: [],
    links: [],
    fabric: null,
    failure: null,
  }));
  const use = (i: number) => {
    const held = i > 0 && process !== null ? 0 : used;
    return gpuUse(`${of[i]?.uuid}`, {
      ...{ usedBytes: held, heldBytes: held, totalBytes: 81_920 * MIB, pci: of[i]?.pci ?? null },
      ...{ processes: i === 0 && process !== null ? [process] : [], graphicsProcesses: [] },
    });
  };
  const facts = { ...OUTCOME, kind: 'found', driver: '580.1', cudaVersion: 13_000, gpus: of };
  const known = { parent: 1, start: 1, rank: null, hasCuda: null };
  const uses = {
    ...{ ...OUTCOME, kind: 'found', gpus: of.map((_, i) => use(i)), guard: 1, ancestors: [] },
    seen: seen.map((one) => ({ ...known, ...one })),
  };
  return `nvmlInit_v2 -1\n${JSON.stringify(facts)}\nnvmlDeviceGetCount_v2 -1\n${JSON.stringify(uses)}\n`;
}

describe('the GPUs of a host', () => {
  const look = makeLook({ probe: '/p' }, {}, true);
  const planned = { node: look.node, ranks: look.ranks, places: look.places };
  const see = (text: string, change: Partial<Parameters<typeof judgeGpus>[0]> = {}) =>
    judgeGpus({
      ...{ planned, text, status: 0, obstacle: null, timeoutMs: 60_000, sight: 'machine' },
      ...{ allowBusy: false, isRestart: false, isLastLook: true },
      ...change,
    });
  const silent = (kind: string, failure = OUTCOME.failure): string =>
    `${JSON.stringify({ ...OUTCOME, kind, failure, driver: null, cudaVersion: null, gpus: [] })}\n`;
  const codes = (judged: ReturnType<typeof see>) =>
    judged.findings.map(({ code, severity }) => `${code} ${severity}`);
  const FOREIGN = nativeProcess(4711, 4096 * MIB);
  const busy = probe({
    used: 4096 * MIB,
    process: FOREIGN,
    seen: [{ pid: 4711, exists: true, command: 'python' }],
  });

  it('are fine as planned', () => {
    expect(see(probe())).toEqual({ findings: [], refusal: null, warning: null, isUnsure: false });
  });

  it('are not asked for by ranks on CPUs', () => {
    const cpu = makeLook();
    const of = { node: cpu.node, ranks: cpu.ranks, places: cpu.places };
    expect(see('', { planned: of, status: 1 }).warning).toBeNull();
  });

  it.each<readonly [string, ReturnType<typeof see>, readonly string[], string | null]>([
    [
      'a GPU that is missing',
      see(probe({ gpus: 1 })),
      ['RP5230 error'],
      'it is not as planned (1 error above)',
    ],
    ['another on them', see(busy), ['RP5236 error'], 'it is not as planned (1 error above)'],
    ['another on them who may stay', see(busy, { allowBusy: true }), ['RP5236 warning'], null],
    ['one who is not to be looked for before a restart', see(busy, { isRestart: true }), [], null],
    [
      'memory that nobody listed holds',
      see(probe({ used: 4096 * MIB })),
      ['RP5213 error', 'RP5213 error'],
      'it is not as planned (2 errors above)',
    ],
    [
      'a driver that hangs',
      see('nvmlInit_v2 -1\nnvmlDeviceGetName 1\n', { status: null }),
      ['RP5206 error'],
      UNSEEN,
    ],
    ['a driver that crashed its process', see('nvmlInit_v2 -1\n', { status: 139 }), ['RP5208 error'], UNSEEN],
    [
      'a driver that ended its process with a status',
      see('nvmlInit_v2 -1\n', { status: 1 }),
      ['RP5208 error'],
      UNSEEN,
    ],
    ['no driver library', see(silent('no-library')), ['RP5201 error'], UNSEEN],
    [
      'a driver that fails',
      see(silent('failed', { call: 'nvmlInit_v2', status: 9, text: 'not loaded' })),
      ['RP5202 error'],
      UNSEEN,
    ],
    [
      'a driver that says nothing of who uses them',
      see(probe().split('\n').slice(0, 3).join('\n')),
      ['RP5208 error'],
      UNSEEN,
    ],
  ])('are judged as by verify: %s', (_, judged, found, refusal) => {
    expect(codes(judged)).toEqual(found);
    expect(judged.refusal).toBe(refusal);
  });

  it('name who is there, as that host knows it', () => {
    const [finding] = see(busy).findings;
    expect(finding?.message).toContain('4.0 GiB by PID 4711 (python)');
    const [other] = see(busy, { sight: 'container' }).findings;
    expect(other?.message).toContain('if the driver counts PIDs as this container does');
    const [unknown] = see(probe({ used: 4096 * MIB, process: FOREIGN })).findings;
    expect(unknown?.message).toContain('4.0 GiB by PID 4711');
    const ended = probe({ process: FOREIGN, seen: [{ pid: 4711, exists: false, command: null }] });
    expect(see(ended).findings).toEqual([]);
  });

  it('are looked at again where what has ended may still hold memory', () => {
    const unlisted = probe({ used: 4096 * MIB });
    expect(see(unlisted, { isLastLook: false })).toMatchObject({ isUnsure: true, refusal: null });
    const answer = { gpuText: unlisted, isLastLook: false };
    const facts = [...FINE, fact('gpus', '/p', { number: 0 })];
    expect(judge(look, facts, answer)).toMatchObject({ again: ['gpus /p'], refusals: [] });
    expect(judge(look, facts, { ...answer, isLastLook: true }).refusals).toEqual([
      'it is not as planned (2 errors above)',
    ]);
  });

  it.each([
    [1, null, 'rankplan-probe does not run there'],
    [127, null, 'rankplan-probe does not run there'],
    [0, null, 'rankplan-probe does not run there'],
    [0, 'Exec format error', 'rankplan-probe does not run there (Exec format error)'],
  ])('are a warning where nobody can ask: status %i, %s', (status, obstacle, words) => {
    const judged = see('', { status, obstacle });
    expect(judged).toMatchObject({ findings: [], refusal: null });
    expect(judged.warning).toContain(words);
    const failed = obstacle === null ? { number: status } : { errno: 8, reason: obstacle };
    const { refusals, warnings } = judge(look, [...FINE, fact('gpus', '/p', failed)]);
    expect({ refusals, warnings }).toEqual({ refusals: [], warnings: [judged.warning] });
  });

  it('hang where the driver gives no answer in time', () => {
    const { refusals } = judge(look, [...FINE, fact('gpus', '/p', HANGS)]);
    expect(refusals).toEqual([UNSEEN]);
  });

  it.each<[string, object]>([
    ['a number as a text', { pci: { domain: 0, bus: '1', device: 0 } }],
    ['a number below nothing', { memoryBytes: -1 }],
    ['a part of a number', { numaNode: 0.5 }],
    ['a long text', { uuid: 'x'.repeat(5000) }],
    ['nothing', { model: undefined }],
  ])('are not believed where they have %s', (_, change) => {
    const [, line = ''] = probe().split('\n');
    const facts = JSON.parse(line) as { readonly gpus: readonly object[] };
    expect(parseFacts(line).kind).toBe('found');
    const gpus = [{ ...facts.gpus[0], ...change }, facts.gpus[1]];
    expect(parseFacts(JSON.stringify({ ...facts, gpus })).kind).toBe('crashed');
    const many = Array(5000).fill(facts.gpus[0]);
    expect(parseFacts(JSON.stringify({ ...facts, gpus: many })).kind).toBe('crashed');
  });

  it('are judged whatever JSON comes', () => {
    const lines = fc.array(fc.json(), { maxLength: 3 });
    const known = fc.record({ kind: fc.constant('found'), gpus: fc.jsonValue(), seen: fc.jsonValue() });
    const text = fc.oneof(
      lines.map((of) => of.join('\n')),
      fc.array(known, { maxLength: 3 }).map((of) => of.map((one) => JSON.stringify(one)).join('\n')),
    );
    fc.assert(
      fc.property(text, fc.constantFrom(0, 1, 139, null), (of, status) => {
        const { refusal, warning } = see(of, { status });
        expect(refusal ?? warning).not.toBe(null);
      }),
      { numRuns: runs(1000) },
    );
  });

  it.each([
    ['{"kind":"found"}\n{"kind":"found"}\n'],
    ['{"kind":"found","gpus":3}\n{}\n'],
    [
      '{"kind":"found","gpus":[null,1,"x",[],{}]}\n{"kind":"found","gpus":[{"processes":[null,{"pid":-1}]}]}\n',
    ],
    ['{"kind":"found","gpus":[{"uuid":7,"pci":{"bus":"x"},"model":{},"memoryBytes":1e400}]}\n{"seen":{}}\n'],
    ['{"kind":"toString"}\n'],
    ['{"__proto__":{"kind":"found","gpus":[]}}\n'],
    ['{'],
    [`{"kind":"failed","failure":{"call":"${'x'.repeat(9e5)}","text":"\u001b[31m"}}\n`],
    [`${'{"kind":"found","gpus":['.repeat(2000)}\n`],
    [`{"kind":"found","gpus":[${Array(5000).fill('{"failure":{}}').join()}]}\n`],
  ])('may be answered with anything: %.60s', (text) => {
    const judged = see(text);
    expect(judged.refusal).toMatch(/^its? .* \(\d+ errors? above\)/);
    for (const { message } of judged.findings) expect(message.length).toBeLessThan(2000);
  });
});
