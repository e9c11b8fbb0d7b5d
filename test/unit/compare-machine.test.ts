import { describe, expect, test } from 'vitest';
import { createReporter } from '../../src/compiler/diagnostics/reporter.ts';
import { positionAt } from '../../src/compiler/source/source-file.ts';
import { isSameMemory } from '../../src/compiler/values/same-memory.ts';
import type { NativeGpuUse } from '../../src/runtime/driver/parse-answer.ts';
import type { Machine, MachineGpu } from '../../src/runtime/probe/machine.ts';
import { compareCpus } from '../../src/runtime/verify/compare-cpus.ts';
import { compareGpus } from '../../src/runtime/verify/compare-gpus.ts';
import { coverGpus, noteExtras, noteOthers } from '../../src/runtime/verify/describe-coverage.ts';
import { findForeign } from '../../src/runtime/verify/find-foreign.ts';
import { locateNode } from '../../src/runtime/verify/locate-node.ts';
import { formatProcess, type Sight } from '../../src/runtime/verify/name-process.ts';
import { newCoverage, type PlannedNode } from '../../src/runtime/verify/planned-node.ts';
import { isSameModel } from '../../src/runtime/verify/same-model.ts';
import { compileText, planText } from '../compile-text.ts';
import { gpuUse, nativeProcess } from '../native-use.ts';

const [MIB, GIB] = [2 ** 20, 2 ** 30];

const gpu = (index: number, facts: Partial<MachineGpu> = {}): MachineGpu => ({
  ...{ index, uuid: `GPU-${index}000`, model: 'NVIDIA A100-SXM4-80GB', vendor: 'nvidia' as const },
  ...{ memoryBytes: 80 * GIB, pci: `0000:0${index}:00.0`, computeCapability: '8.0' },
  ...{ cpus: null, numaNode: null, isDivided: false, parent: null, links: null, ...facts },
});

const machineOf = (...gpus: MachineGpu[]): Machine => ({
  ...{ node: 'lab1', cpus: 8, driver: '580.1', cuda: '13.0', nvlinkDomain: null },
  ...{ gpus, sick: [] },
});

const FOUR = machineOf(gpu(0), gpu(1), gpu(2), gpu(3));

const lost = (index: number, status = 15): Machine => ({
  ...FOUR,
  gpus: FOUR.gpus.filter((of) => of.index !== index),
  sick: [{ index, pci: null, failure: { call: 'nvmlX', status, text: '' } }],
});

/** The node of a topology whose GPUs these are, one a line. */
function plannedNode(gpus: string, rest = '', asPlan = false, inventory: string | null = null): PlannedNode {
  const text = `version: 1\nname: t\nnodes:\n  - hosts: lab1\n${gpus}\n${rest}`;
  const compiled = compileText(text, (path) =>
    inventory === null
      ? { kind: 'missing', name: path }
      : { kind: 'bytes', bytes: inventory, name: 'inventory/lab1.json' },
  );
  const { plan, topology, decisions, diagnostics } = compiled;
  const [node] = plan?.nodes ?? [];
  if (plan === null || topology === null || node === undefined)
    throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  const source = asPlan
    ? { decisions: null, file: { name: 'plan.json', text: planText(plan) ?? '' } }
    : { decisions, file: topology.file };
  return { node, ranks: plan.ranks, places: locateNode(source, plan, node) };
}

const listed = (...gpus: string[]): string => `    gpus:\n${gpus.map((of) => `      - ${of}`).join('\n')}`;

function findingsOf(planned: PlannedNode, machine: Machine) {
  const report = createReporter();
  compareGpus(planned, machine, report);
  return report.diagnostics();
}

/** Findings as `CODE severity line: the text that is marked`. */
const compare = (planned: PlannedNode, machine: Machine): readonly string[] =>
  findingsOf(planned, machine).map(({ code, severity, primary, help }) => {
    const { file, start, end } = primary;
    const place = `${positionAt(file, start).line}: ${file.text.slice(start, end)}`;
    return help === null ? `${code} has no help` : `${code} ${severity} ${place}`;
  });

const messages = (planned: PlannedNode, machine: Machine): readonly string[] =>
  findingsOf(planned, machine).map(({ message }) => message);

const PAIRS = 'mapping: { gpusPerRank: 2 }\n';
const EXCLUDE_1 = 'mapping: { exclude: ["lab1:1"] }\n';

describe('planned GPUs', () => {
  const PLANNED: Readonly<Record<string, readonly [string, Machine, readonly string[]]>> = {
    'are as planned': [listed('{ index: 0-3, model: A100, memory: 80GB }'), FOUR, []],
    'are as planned by the beginnings of UUIDs': [listed('{ index: 0, uuid: GPU-0 }'), FOUR, []],
    'are more than planned': [listed('{ index: 2 }'), FOUR, []],
    'are not there': [listed('{ index: 3 }', '{ index: 4 }'), FOUR, ['RP5230 error 7: 4']],
    'are none': [listed('{ index: 0 }'), machineOf(), ['RP5230 error 6: 0']],
    'are others': [listed('{ index: 0, uuid: GPU-77 }'), FOUR, ['RP5231 error 6: GPU-77']],
    'have changed places': [
      listed('{ index: 0, uuid: GPU-1000 }', '{ index: 1, uuid: GPU-0000 }'),
      FOUR,
      ['RP5231 error 6: GPU-1000', 'RP5231 error 7: GPU-0000'],
    ],
    'have moved from an index that is gone': [
      listed('{ index: 9, uuid: GPU-1000 }'),
      FOUR,
      ['RP5231 error 6: GPU-1000'],
    ],
    'are another model': [listed('{ index: 0, model: H100 }'), FOUR, ['RP5232 error 6: H100']],
    'are another model, but by UUID the planned ones': [
      listed('{ index: 0, model: H100, memory: 40GiB, uuid: GPU-0000 }'),
      FOUR,
      ['RP5232 warning 6: H100', 'RP5233 warning 6: 40GiB'],
    ],
    'are another model by UUID as well: that is told once': [
      listed('{ index: 0, model: H100, memory: 40GiB, uuid: GPU-77 }'),
      FOUR,
      ['RP5231 error 6: GPU-77'],
    ],
    'have other memory': [listed('{ index: 0, memory: 40GiB }'), FOUR, ['RP5233 error 6: 40GiB']],
    'are lost': [listed('{ index: 1 }'), lost(1), ['RP5205 error 6: 1']],
    'are not ours': [listed('{ index: 1 }'), lost(1, 4), ['RP5203 error 6: 1']],
    'fail otherwise': [listed('{ index: 1 }'), lost(1, 999), ['RP5208 error 6: 1']],
    'are fine beside a lost one': [listed('{ index: 0 }'), lost(1), []],
    'are counted, and one is not there': [
      '    gpus: { count: 5, model: A100 }',
      FOUR,
      ['RP5230 error 5: { count: 5, model: A100 }'],
    ],
    'are of a driver that tells little': [
      listed('{ index: 0, model: H100, memory: 1GiB, uuid: GPU-77 }'),
      machineOf(gpu(0, { uuid: null, model: null, memoryBytes: null })),
      [],
    ],
    "are another vendor's": [listed('{ index: 7, vendor: amd, model: MI300X }'), machineOf(), []],
  };
  test.each(Object.entries(PLANNED))('%s', (_name, [gpus, machine, expected]) => {
    expect(compare(plannedNode(gpus), machine)).toEqual(expected);
  });

  test.each([
    ['gone', listed('{ index: 0 }', '{ index: 1 }'), machineOf(gpu(0)), ['RP5230 warning 7: 1']],
    ['lost', listed('{ index: 0 }', '{ index: 1 }'), lost(1), ['RP5205 warning 7: 1']],
    ['another', listed('{ index: 0 }', '{ index: 1, uuid: GPU-77 }'), FOUR, ['RP5231 warning 7: GPU-77']],
    ['another model', listed('{ index: 0 }', '{ index: 1, model: H100 }'), FOUR, ['RP5232 warning 7: H100']],
  ])('without ranks that are %s stop nobody', (_name, gpus, machine, expected) => {
    expect(compare(plannedNode(gpus, EXCLUDE_1), machine)).toEqual(expected);
  });

  test('are told with their ranks, and with where the planned one is now', () => {
    const planned = plannedNode(listed('{ index: 0 }', '{ index: 1, uuid: GPU-3000 }'));
    expect(messages(planned, FOUR)).toEqual([
      'GPU lab1:1 (rank 1) should be GPU-3000 and is GPU-1000 (NVIDIA A100-SXM4-80GB): GPU-3000 has moved to index 3',
    ]);
    expect(messages(plannedNode(listed('{ index: 6 }')), FOUR)).toEqual([
      'GPU lab1:6 (rank 0) is not there: this machine has GPU 0-3 only',
    ]);
    expect(messages(plannedNode(listed('{ index: 0-2, model: H100 }')), FOUR)).toEqual([
      'GPU lab1:0-2 (ranks 0-2) should be a `H100` and is a `NVIDIA A100-SXM4-80GB`',
    ]);
    const shared = plannedNode(listed('{ index: 6 }'), 'mapping: { ranksPerGpu: 3 }\n');
    expect(messages(shared, machineOf())[0]).toMatch(/^GPU lab1:6 \(ranks 0-2\) .* has no GPU$/);
    const pairs = plannedNode(listed('{ index: 0-4 }'), PAIRS);
    expect(messages(pairs, machineOf(gpu(0)))).toEqual([
      'GPU lab1:1-3 (ranks 0-1) is not there: this machine has GPU 0 only',
      'GPU lab1:4 (no rank) is not there: this machine has GPU 0 only',
    ]);
    const severities = compare(pairs, machineOf(gpu(0))).map((found) => found.split(' ')[1]);
    expect(severities).toEqual(['error', 'warning']);
  });
});

describe('MIG', () => {
  const part = (index: number, uuid: string, parent: number): MachineGpu =>
    gpu(index, { uuid, parent, model: 'NVIDIA A100-SXM4-80GB MIG 3g.40gb', memoryBytes: 40 * GIB });
  const divided = machineOf(gpu(0), gpu(1, { isDivided: true }), part(2, 'MIG-a', 1), part(3, 'MIG-b', 1));
  const instance = (uuid: string, parent = 1) =>
    `{ index: 7, parent: ${parent}, uuid: ${uuid}, model: 3g.40gb, memory: 40GB }`;

  const UNDER_MIG: Readonly<Record<string, readonly [readonly string[], Machine, readonly string[]]>> = {
    'an instance that is there, at whatever index': [[instance('MIG-b')], divided, []],
    'an instance that is not there': [[instance('MIG-c')], divided, ['RP5234 error 6: MIG-c']],
    'an instance of a GPU no longer divided': [[instance('MIG-a')], FOUR, ['RP5234 error 6: MIG-a']],
    'an instance of another GPU': [[instance('MIG-a', 0)], divided, ['RP5234 error 6: 0']],
    'an instance of a lost GPU': [[instance('MIG-a')], lost(1), ['RP5205 error 6: 1']],
    'an instance of another size': [
      ['{ index: 7, parent: 1, uuid: MIG-a, model: 1g.10gb, memory: 10GB }'],
      divided,
      ['RP5232 warning 6: 1g.10gb', 'RP5233 warning 6: 10GB'],
    ],
    'a whole GPU that is divided': [['{ index: 1 }'], divided, ['RP5234 error 6: 1']],
    'a whole GPU in MIG mode, without instances yet': [
      ['{ index: 0 }'],
      machineOf(gpu(0, { isDivided: true })),
      ['RP5234 error 6: 0'],
    ],
  };
  test.each(Object.entries(UNDER_MIG))('%s', (_name, [gpus, machine, expected]) => {
    expect(compare(plannedNode(listed(...gpus)), machine)).toEqual(expected);
  });

  test('the GPU of planned instances may be listed, too', () => {
    const planned = plannedNode(listed('{ index: 1 }', instance('MIG-a')), EXCLUDE_1);
    expect(compare(planned, divided)).toEqual([]);
  });

  test('instances that the plan does not know are notes', () => {
    const coverage = newCoverage();
    noteExtras(plannedNode(listed(instance('MIG-a'))), divided, coverage);
    expect(coverage.notes).toEqual([
      'this machine has GPU 0 besides, which the plan does not know',
      'GPU 1 has the MIG instance MIG-b besides, which the plan does not know',
    ]);
  });
});

describe('places', () => {
  const OTHER = machineOf(gpu(0), gpu(1, { uuid: 'GPU-new' }));

  test('of a saved plan are the lines of plan.json', () => {
    const planned = plannedNode(listed('{ index: 0 }', '{ index: 1, uuid: GPU-1000 }'), '', true);
    const [found] = findingsOf(planned, OTHER);
    const { file, start, end } = found?.primary ?? { file: { name: '', text: '' }, start: 0, end: 0 };
    expect([file.name, file.text.slice(start, end)]).toEqual(['plan.json', '"GPU-1000"']);
  });

  test('of an inventory file are its lines', () => {
    const inventory = `{"formatVersion":"1.0","gpus":[\n{"index":0,"uuid":"GPU-0000"},\n{"index":1,"uuid":"GPU-1000"}]}`;
    const planned = plannedNode('    inventory: inventory/lab1.json', '', false, inventory);
    const [found] = findingsOf(planned, OTHER);
    expect(found?.primary.file.name).toBe('inventory/lab1.json');
    expect(compare(planned, OTHER)).toEqual(['RP5231 error 3: "GPU-1000"']);
  });
});

describe('what was looked at', () => {
  const cover = (gpus: string, machine: Machine, rest = '') => {
    const coverage = newCoverage();
    coverGpus(plannedNode(gpus, rest), machine, coverage);
    return coverage;
  };

  test.each([
    [listed('{ index: 0, uuid: GPU-0, model: A100, memory: 80GB }'), '1 GPU by UUID, model and memory'],
    [listed('{ index: 0, uuid: GPU-0 }', '{ index: 1 }'), '2 GPUs by UUID (of 1)'],
    [listed('{ index: 0-3, model: A100 }'), '4 GPUs by index and model'],
    [listed('{ index: 0-3 }'), '4 GPUs by index'],
  ])('%s', (gpus, verified) => {
    expect(cover(gpus, FOUR)).toEqual({ verified: [verified], unverified: [], notes: [] });
  });

  test('is only what the driver tells', () => {
    const machine = machineOf(gpu(0), gpu(1, { memoryBytes: null, uuid: null }));
    expect(
      cover(listed('{ index: 0, memory: 80GB }', '{ index: 1, memory: 80GB, uuid: GPU-1 }'), machine),
    ).toEqual({
      verified: ['2 GPUs by index'],
      unverified: [
        'the UUID of GPU 1, which the driver does not report',
        'the memory of GPU 1, which the driver does not report',
      ],
      notes: [],
    });
  });

  test('is nothing of other vendors; the PCI bus only shows them', () => {
    const coverage = newCoverage();
    const planned = plannedNode(listed('{ index: 0-1, vendor: amd }'));
    const onBus = [{ address: '0000:c1:00.0', vendor: 'amd', device: '0x74a1' }] as const;
    noteOthers(planned, onBus, coverage);
    noteOthers(planned, [], coverage);
    coverGpus(planned, FOUR, coverage);
    expect(coverage.verified).toEqual([]);
    expect(coverage.unverified).toEqual([
      '2 GPUs of AMD, whose driver rankplan cannot ask (the PCI bus shows 1)',
      '2 GPUs of AMD, whose driver rankplan cannot ask (the PCI bus shows none)',
    ]);
  });

  test('and what else is worth knowing', () => {
    const coverage = newCoverage();
    const inventory = '{"formatVersion":"1.0","gpus":[{"index":0}]}';
    noteExtras(plannedNode('    inventory: inventory/lab1.json', '', false, inventory), lost(2), coverage);
    expect(coverage.notes).toEqual([
      'this machine has GPU 1,3 besides, which the plan does not know',
      'GPU 2, which the plan does not know, cannot be used: the GPU is lost: it has fallen off the bus',
    ]);
  });
});

describe('CPUs', () => {
  const range = (length: number, first = 0): ReadonlySet<number> =>
    new Set(Array.from({ length }, (_, i) => first + i));
  const HOST = { count: 8, online: range(8), allowed: range(8) };

  test.each([
    ['all there', '0-7', HOST, []],
    ['offline in part', '4-11', HOST, ['warning this machine has 4-7 only']],
    ['offline', '8-11', HOST, ['error this machine has none of them']],
    ['not allowed in part', '0-7', { ...HOST, allowed: range(2) }, ['warning this process may use 0-1 only']],
    ['not allowed', '4-7', { ...HOST, allowed: range(2) }, ['warning this process may use none of them']],
    [
      'some offline, others not allowed',
      '6-9',
      { ...HOST, allowed: range(7) },
      ['warning this process may use 6 only'],
    ],
    ['unknown', '0-99', { count: 8, online: null, allowed: null }, []],
  ])('%s', (_name, cpus, host, expected) => {
    const planned = plannedNode(listed(`{ index: 0-1, cpus: "${cpus}" }`));
    const report = createReporter();
    const coverage = newCoverage();
    compareCpus(planned, host, coverage, report);
    const found = report
      .diagnostics()
      .map(({ severity, message }) => `${severity} ${message.split(' and ')[1]}`);
    expect(found).toEqual(expected);
    expect(coverage.verified).toEqual(
      expected.length === 0 && host.allowed !== null ? ["the GPUs' CPUs"] : [],
    );
  });

  test('of the node may be fewer than planned', () => {
    const report = createReporter();
    compareCpus(plannedNode('    cpus: 16\n    cpuRanks: 1'), HOST, newCoverage(), report);
    const [found, ...others] = report.diagnostics();
    expect(others).toEqual([]);
    expect(`${found?.severity} ${found?.code} ${found?.message}`).toBe(
      'warning RP5235 lab1 should have 16 CPUs and has 8',
    );
    expect(positionAt(found?.primary.file ?? { name: '', text: '' }, found?.primary.start ?? 0).line).toBe(5);
  });
});

describe('others on the planned GPUs', () => {
  const process = nativeProcess;
  const use = (uuid: string, processes: NativeGpuUse['processes']) => gpuUse(uuid, { processes });
  const see = (uses: readonly NativeGpuUse[], allowBusy = false, sight: Sight = 'machine') => {
    const report = createReporter();
    const coverage = newCoverage();
    const nameProcess = (pid: number) =>
      pid === 99 ? null : pid === 5 ? 'PID 5 (nvidia-cuda-mps of root)' : `PID ${pid} (python of ada)`;
    const planned = plannedNode(listed('{ index: 0-1 }'));
    findForeign({ planned, machine: FOUR, uses, nameProcess, sight, allowBusy }, coverage, report);
    return { found: report.diagnostics(), ...coverage };
  };
  const look = (...question: Parameters<typeof see>) => {
    const { found, verified, unverified } = see(...question);
    return { found: found.map(({ severity, message }) => `${severity}: ${message}`), verified, unverified };
  };
  const codesOf = (...question: Parameters<typeof see>) =>
    see(...question).found.map(({ code, severity }) => `${code} ${severity}`);
  const NOBODY = { found: [], verified: ['no one else is on the GPUs'], unverified: [] };

  test('are none', () => {
    expect(look([use('GPU-0000', []), use('GPU-1000', []), use('GPU-2000', [process(1, GIB)])])).toEqual(
      NOBODY,
    );
  });

  test('are those that have ended, and the server of MPS, no more', () => {
    const idle = [process(99, GIB), process(5, GIB)];
    expect(look([use('GPU-0000', idle), use('GPU-1000', [])])).toEqual(NOBODY);
  });

  test('are those that have ended and have not let go of memory', () => {
    const held = { ...use('GPU-0000', [process(99, 9 * GIB), process(7, 2 * GIB)]), heldBytes: 11 * GIB };
    const drawing = { ...use('GPU-1000', []), heldBytes: 9 * GIB, graphicsProcesses: [process(8, 9 * GIB)] };
    expect(look([held, drawing]).found).toEqual([
      'error: 9.0 GiB of GPU lab1:0 (rank 0) are in use by what the driver does not list',
      'error: GPU lab1:0 (rank 0) is used by others: 2.0 GiB by PID 7 (python of ada)',
    ]);
  });

  test('are told by name, in whatever order the driver has its GPUs', () => {
    const uses = [use('GPU-1000', [process(7, GIB), process(8, null)]), use('GPU-0000', [])];
    const text =
      'GPU lab1:1 (rank 1) is used by others: 1.0 GiB by PID 7 (python of ada); PID 8 (python of ada)';
    expect(look(uses)).toEqual({ found: [`error: ${text}`], verified: [], unverified: [] });
    expect(look(uses, true).found).toEqual([`warning: ${text}`]);
  });

  const on = (heldMib: number | null, listed: [number, number | null][] | null, drawingMib = 0) => ({
    ...use('GPU-0000', listed?.map(([pid, mib]) => process(pid, mib === null ? null : mib * MIB)) ?? null),
    heldBytes: heldMib === null ? null : heldMib * MIB,
    graphicsProcesses: [process(8, drawingMib * MIB)],
  });
  test.each<readonly [string, ReturnType<typeof on>, readonly string[]]>([
    ['one who holds little', on(300, [[7, 300]]), ['RP5236 warning']],
    ['one of whom all that is known is little', on(300, [[7, null]]), ['RP5236 warning']],
    [
      'two who hold much together',
      on(1200, [
        [7, 600],
        [8, 600],
      ]),
      ['RP5236 error'],
    ],
    ['what contexts hold uncounted', on(1400, []), []],
    ['more than that', on(1700, []), ['RP5213 error']],
    ['more than that besides', on(2000, [[7, 300]]), ['RP5213 error', 'RP5236 warning']],
    ['what is drawn', on(4400, [], 3000), []],
    ['whom the driver does not list', on(1700, null), ['RP5213 error']],
    ['an amount that is not known', on(null, []), []],
    ['those listed with nothing', on(70_000, [[7, 0]]), ['RP5213 error']],
  ])('are judged by what they hold: %s', (_, held, codes) => {
    const uses = [held, use('GPU-1000', [])];
    expect(codesOf(uses).toSorted()).toEqual(codes);
    expect(codesOf(uses, true).toSorted()).toEqual(codes.map((code) => code.replace('error', 'warning')));
  });

  test.each(['container', 'windows', 'unknown'] as const)('may be there unseen: %s', (sight) => {
    const told = look(
      [on(300, []), on(200, [])].map((one, i) => ({ ...one, uuid: `GPU-${i}000` })),
      false,
      sight,
    );
    expect(told).toMatchObject({ found: [], verified: [] });
    expect(told.unverified).toEqual([expect.stringMatching(/^who else is on GPU 0-1, as /)]);
    const blind = [use('GPU-0000', []), use('GPU-1000', [])];
    expect(codesOf(blind, false, sight)).toEqual(['RP5214 warning']);
    expect(codesOf(blind, true, sight)).toEqual([]);
  });

  test('may be many', () => {
    const many = [1, 2, 3, 4, 6, 7].map((pid) => process(pid, GIB));
    expect(look([use('GPU-0000', many), use('GPU-1000', [])]).found[0]).toMatch(/; and 2 more$/);
  });

  test('are not known where the driver does not list them, or lists all with nothing', () => {
    const silent = 'as the driver does not report which processes hold memory there';
    expect(look([use('GPU-0000', null), use('GPU-1000', [])]).unverified).toEqual([
      `who else is on GPU 0, ${silent}`,
    ]);
    expect(look([use('GPU-0000', [process(3, 0)]), use('GPU-1000', [])])).toEqual({
      found: [],
      verified: [],
      unverified: [`who else is on GPU 0, ${silent}`],
    });
    expect(look([]).unverified).toEqual([`who else is on GPU 0-1, ${silent}`]);
  });
});

test.each([
  [true, true, 'python', 'ada', 'PID 7 (python of ada)'],
  [true, true, 'python', null, 'PID 7 (python)'],
  [true, true, null, null, 'PID 7'],
  [false, true, null, null, null],
  [true, false, 'sh', 'root', 'PID 7 (sh of root, if the driver counts PIDs as this container does)'],
  [false, false, null, null, 'PID 7, which no process has here: it is one of another PID namespace'],
])(
  'a process that is there: %s, in the first namespace: %s',
  (isThere, isFirstNamespace, program, user, expected) => {
    expect(formatProcess(7, { isThere, isFirstNamespace, program, user })).toBe(expected);
  },
);

describe('a model', () => {
  const MODELS: Readonly<Record<string, readonly [same: string, others: string]>> = {
    'NVIDIA H100 80GB HBM3': ['H100, h100, H100-SXM5, H100 SXM5 80GB, fast', 'A100'],
    'NVIDIA A100-SXM4-80GB': [
      'A100, a100_80gb, A100-SXM4-80GB, nvidia_a100-sxm4-80gb',
      'A10, A100-40GB, A100-PCIE-80GB',
    ],
    'NVIDIA A100 80GB PCIe': ['A100-80G', 'A100 80 GB'],
    'NVIDIA GeForce RTX 3090': ['RTX3090', ''],
    'GeForce GTX 1080 Ti': ['geforce_gtx1080ti', ''],
    'NVIDIA GeForce RTX 2080 Ti': ['2080ti', ''],
    'NVIDIA RTX 6000 Ada Generation': ['RTX 6000 Ada, rtx6000ada', ''],
    'NVIDIA RTX PRO 6000 Blackwell Server Edition': ['rtxpro6000', ''],
    'NVIDIA GeForce RTX 4070 Ti SUPER': ['rtx4070tisuper', ''],
    'Tesla V100-SXM2-16GB': ['teslav100', ''],
    'NVIDIA RTX A6000': ['rtxa6000', 'rtx6000ada, RTX 6000'],
    'NVIDIA L40S': ['L40S', 'L40'],
    'NVIDIA A100-SXM4-40GB MIG 3g.20gb': ['3g.20gb, a100_3g.20gb', '1g.5gb'],
    'NVIDIA GH200 480GB': ['GH200 480GB', 'H100'],
    'NVIDIA TITAN RTX': ['TITAN RTX', ''],
    'NVIDIA H100 NVL': ['H100 NVL', 'H100-PCIe'],
    'NVIDIA GeForce RTX 3090 Ti': ['', 'RTX 3090'],
    'NVIDIA GeForce RTX 4070': ['', 'RTX 4070 SUPER'],
    'NVIDIA GeForce RTX 4070 Ti': ['', 'rtx4070tisuper'],
  };
  test.each(Object.entries(MODELS))('%s is %j', (seen, [same, others]) => {
    const isSeen = (planned: string): boolean => isSameModel(planned, seen, 80 * GIB);
    const [alike, unlike] = [same, others].map((names) => names.split(', ').filter((name) => name !== ''));
    expect([alike?.filter((name) => !isSeen(name)), unlike?.filter(isSeen)]).toEqual([[], []]);
  });

  test('without an amount in its name is compared by its memory', () => {
    expect(isSameModel('V100-32GB', 'Tesla V100-DGXS', 32 * GIB)).toBe(true);
    expect(isSameModel('V100-32GB', 'Tesla V100-DGXS', 16 * GIB)).toBe(false);
    expect(isSameModel('V100-32GB', 'Tesla V100-DGXS', null)).toBe(true);
  });
});

test.each([
  ['80GiB of an H100', 80 * GIB, 85_520_809_984, true],
  ['80GB of an H100', 80e9, 85_520_809_984, true],
  ['48GiB of an L40S with ECC', 48 * GIB, 48_305_799_168, true],
  ['16GiB of a T4 with ECC', 16 * GIB, 15_843_721_216, true],
  ['141GB of an H200', 141e9, 150_754_820_096, true],
  ['80GB of an H100 NVL', 80 * GIB, 100_485_038_080, false],
  ['16GB for 32', 16e9, 32 * GIB, false],
  ['10GB for 12', 10 * GIB, 12 * GIB, false],
])('%s', (_name, planned, told, expected) => {
  expect(isSameMemory(planned, told)).toBe(expected);
});
