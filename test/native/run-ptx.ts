/**
 * Runs one thread of a kernel written in PTX, as far as the kernels of rankplan-probe use the language: what is not known
 * here throws. 64-bit registers are BigInts, those of 32 bits numbers from 0, floats are rounded to single precision.
 */

export interface Memory {
  load(address: bigint): number;
  store(address: bigint, word: number): void;
}

export interface Thread {
  readonly parameters: readonly (bigint | number)[];
  readonly block: number;
  readonly index: number;
  readonly memory: Memory;
}

type Value = bigint | number | boolean;

/** The number of times that each instruction ran, and the registers at the end. */
export interface Outcome {
  readonly counts: ReadonlyMap<string, number>;
  readonly registers: ReadonlyMap<string, Value>;
}

interface Kernel {
  readonly instructions: readonly {
    readonly guard: string | null;
    readonly name: string;
    readonly operands: readonly string[];
  }[];
  readonly labels: ReadonlyMap<string, number>;
  readonly parameters: readonly string[];
}

export function parseKernel(ptx: string, name: string): Kernel {
  const [, head = '', body = ''] =
    new RegExp(`\\.entry ${name}\\(([^)]*)\\)[^{]*\\{\\n([^]*?)\\n\\}`).exec(ptx) ?? [];
  const labels = new Map<string, number>();
  const instructions: Kernel['instructions'][number][] = [];
  for (const line of body.split('\n').map((one) => one.trim())) {
    if (line === '' || line.startsWith('.reg') || line.startsWith('//')) continue;
    if (line.endsWith(':')) labels.set(line.slice(0, -1), instructions.length);
    else {
      const [, guard = null, called = '', rest = ''] =
        /^(?:@(%p\d+) )?(\S+?)(?:\s+([^;]*))?;$/.exec(line) ?? [];
      if (called === '') throw new Error(`no instruction: ${line}`);
      instructions.push({ guard, name: called, operands: rest.match(/\{[^}]*\}|\[[^\]]*\]|[^\s,]+/g) ?? [] });
    }
  }
  return { instructions, labels, parameters: head.match(/rankplan_\w+_param_\d+/g) ?? [] };
}

export function runThread({ instructions, labels, parameters }: Kernel, thread: Thread): Outcome {
  const registers = new Map<string, Value>([
    ['%ctaid.x', thread.block],
    ['%tid.x', thread.index],
  ]);
  const counts = new Map<string, number>();
  const read = (operand: string): Value => {
    const register = registers.get(operand);
    if (register !== undefined) return register;
    if (/^0f[0-9A-F]{8}$/.test(operand)) return floatOf(Number.parseInt(operand.slice(2), 16));
    if (/^-?\d+$/.test(operand)) return Number(operand);
    throw new Error(`${operand} was not set`);
  };
  const addressOf = (operand: string): bigint => {
    const [, base = '', offset = '0'] = /^\[(%rd\d+)(?:\+(\d+))?\]$/.exec(operand) ?? [];
    return (read(base) as bigint) + BigInt(offset);
  };
  for (let at = 0; ; at++) {
    const instruction = instructions[at];
    if (instruction === undefined) throw new Error('ran past the end');
    const { guard, name, operands } = instruction;
    if (guard !== null && read(guard) !== true) continue;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const [first = '', second = ''] = operands;
    if (name === 'ret') return { counts, registers };
    if (name === 'bra') {
      at = (labels.get(first) ?? Number.NaN) - 1;
    } else if (name.startsWith('ld.param.')) {
      registers.set(first, thread.parameters[parameters.indexOf(second.slice(1, -1))] ?? Number.NaN);
    } else if (name === 'ld.global.nc.v4.u32') {
      const address = addressOf(second);
      for (const [i, word] of wordsOf(first).entries())
        registers.set(word, thread.memory.load(address + BigInt(4 * i)));
    } else if (name.startsWith('st.global.')) {
      const address = addressOf(first);
      for (const [i, word] of wordsOf(second).entries())
        thread.memory.store(address + BigInt(4 * i), read(word) as number);
    } else {
      registers.set(first, compute(name, operands.slice(1).map(read)));
    }
  }
}

const wordsOf = (operand: string): readonly string[] => operand.match(/%r\d+/g) ?? [];

function floatOf(bits: number): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, bits);
  return view.getFloat32(0);
}

function compute(name: string, values: readonly Value[]): Value {
  const [a, b, c] = values as [never, never, never];
  const operation = OPERATIONS[name];
  if (operation === undefined) throw new Error(`unknown instruction ${name}`);
  return operation(a, b, c);
}

/** A product of two single floats is exact in double precision, so that only the sum is rounded twice. */
const OPERATIONS: Readonly<Record<string, (a: never, b: never, c: never) => Value>> = {
  'mov.u32': (a: number) => a >>> 0,
  'cvt.u64.u32': (a: number) => BigInt(a),
  'cvt.rn.f32.u32': (a: number) => Math.fround(a),
  'cvta.to.global.u64': (a: bigint) => a,
  'shl.b32': (a: number, b: number) => (a << b) >>> 0,
  'or.b32': (a: number, b: number) => (a | b) >>> 0,
  'add.s32': (a: number, b: number) => (a + b) >>> 0,
  'mul.wide.u32': (a: number, b: number) => BigInt(a) * BigInt(b),
  'shl.b64': (a: bigint, b: number) => BigInt.asUintN(64, a << BigInt(b)),
  'add.s64': (a: bigint, b: bigint) => BigInt.asUintN(64, a + b),
  'mul.f32': (a: number, b: number) => Math.fround(a * b),
  'add.f32': (a: number, b: number) => Math.fround(a + b),
  'fma.rn.f32': (a: number, b: number, c: number) => Math.fround(a * b + c),
  'setp.lt.u32': (a: number, b: number) => a < b,
  'setp.eq.s32': (a: number, b: number) => a === b,
  'setp.neu.f32': (a: number, b: number) => a !== b,
};
