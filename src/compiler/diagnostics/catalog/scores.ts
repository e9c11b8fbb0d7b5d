import type { CatalogEntry, MachineExample } from './entry.ts';

/** `rankplan probe --score` on a machine of the tests. */
const score = (scenario: string, machine: string): MachineExample => ({
  kind: 'machine',
  machine,
  scenario: `../scores/${scenario}`,
  commands: ['rankplan probe --score --timeout 5'],
});

const GOOD: MachineExample = {
  ...score('two-l40s', 'where all is well'),
  commands: ['rankplan probe --score'],
};

/** The inventory of that machine, as it was written on a better day. */
const beforeWith = (bf16: number): string => {
  const gpus = [0, 1].map((index) => ({
    index,
    uuid: `GPU-40500000-0000-4000-8000-00000000000${index}`,
    scores: { bf16: { value: bf16, unit: 'TFLOP/s', method: 'cublas-gemm-bf16-8192/1' } },
  }));
  return `${JSON.stringify({ formatVersion: '1.1', gpus }, null, 2)}\n`;
};

/** RP522x: measuring this machine's GPUs. */
export const SCORES: readonly CatalogEntry[] = [
  {
    code: 'RP5220',
    severity: 'error',
    title: 'the program that measures is missing, or does not start',
    explanation:
      'GPUs are measured by `rankplan-probe`, a program of its own, so that a fault of a GPU ends nothing else. The ' +
      'package has it for Linux on x86-64; elsewhere `npm run build:native` in a clone of rankplan builds it, and ' +
      '`RANKPLAN_PROBE` names it.',
    bad: {
      ...GOOD,
      machine: 'where the program was left out',
      commands: ['RANKPLAN_PROBE=/nowhere/rankplan-probe rankplan probe --score'],
    },
    good: GOOD,
  },
  {
    code: 'RP5221',
    severity: 'both',
    title: 'a GPU that CUDA does not show',
    explanation:
      "The driver's management library knows a GPU, and CUDA does not show it to this process, usually because " +
      '`CUDA_VISIBLE_DEVICES` is set, or because the job or the container was given other GPUs. GPUs that the variable ' +
      'leaves out are a warning and get no scores; it is an error when it shows none, or when CUDA hides what it should ' +
      'show. Measure where all of them may be used.',
    bad: {
      ...GOOD,
      machine: 'with two GPUs of which one may be used',
      commands: ['CUDA_VISIBLE_DEVICES=7 rankplan probe --score'],
    },
    good: GOOD,
  },
  {
    code: 'RP5222',
    severity: 'error',
    title: 'measuring does not end',
    explanation:
      'The program that measures did not end in time and was stopped; the message names what was under way, and on ' +
      'which GPU. A GPU that hangs often shows in `dmesg | grep -i xid`, and needs a reset. On a machine that is ' +
      'only slow, `--timeout` gives more time.',
    bad: score('hangs', 'of which one GPU never finishes'),
    good: GOOD,
  },
  {
    code: 'RP5223',
    severity: 'error',
    title: 'CUDA cannot be used',
    explanation:
      'The CUDA driver (`libcuda.so.1`) is missing, does not start, or took the program that measures down with it. ' +
      'The message has the call, the status and its name in the documentation of CUDA; the help says what usually ' +
      'is behind it.',
    bad: score('no-cuda-device', 'where CUDA is given no GPU'),
    good: GOOD,
  },
  {
    code: 'RP5224',
    severity: 'error',
    title: 'a GPU failed while it was measured',
    explanation:
      'One GPU cannot be used, or failed on the way, for example with an error in a kernel (719) or without room ' +
      'for a context (2). The other GPUs were measured to the end, but nothing is written: a job planned on it would ' +
      'do without that GPU.',
    bad: score('launch-failure', 'of which one GPU fails in a kernel'),
    good: GOOD,
  },
  {
    code: 'RP5225',
    severity: 'warning',
    title: 'a metric that was not measured',
    explanation:
      'One metric could not be measured, and is left out; it is never estimated. Without cuBLAS there is no `bf16`; ' +
      "without the driver's compiler (221, 222, 223) there are no `bandwidth` and `fp32`. The other metrics are " +
      'good. A topology that ranks by the missing one is an error later (RP3004).',
    bad: score('ptx-too-new', 'whose driver is too old for the kernels'),
    good: GOOD,
  },
  {
    code: 'RP5226',
    severity: 'warning',
    title: 'a score that is not to be trusted',
    explanation:
      'The figure was measured, and something was not as it should be: other processes used the GPU (`busy`), heat or ' +
      'a fault held its clocks down (`throttled`), or the samples vary too much (`noisy`). It is kept with that mark. ' +
      'Measure again when the machine is quiet and cool; a GPU that stays throttled has a problem of its own.',
    bad: score('throttled', 'of which one GPU is too hot'),
    good: GOOD,
  },
  {
    code: 'RP5227',
    severity: 'warning',
    title: 'slower than usual',
    explanation:
      'The inventory file that is about to be replaced has what these GPUs usually have. Either most GPUs of the machine ' +
      'are slower than that by 3 % or more, or one of them by more than 5 %. One figure may be 1 % off; this is no ' +
      'chance. While a GPU is within 5 % of its usual figure, plans go on by that, so they would not show it. Look for ' +
      'what changed: a power limit, cooling, a driver, another user of the machine. If it is to stay so, delete the file ' +
      'and measure again.',
    bad: {
      ...GOOD,
      machine: 'that was 4 % faster before',
      files: { 'lab2.json': beforeWith(241) },
      commands: ['rankplan probe --score -o lab2.json --force'],
    },
    good: {
      ...GOOD,
      files: { 'lab2.json': beforeWith(232) },
      commands: ['rankplan probe --score -o lab2.json --force'],
    },
  },
];
