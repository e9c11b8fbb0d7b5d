/** An input that a program could choke on, and what the compiler must say instead. */
export interface HostileInput {
  readonly name: string;
  readonly source: () => string | Uint8Array;
  /** The source in another size, where it takes a while: a part of the usual one. */
  readonly partOf?: (part: number) => string;
  /** Whether it takes a while in any size in which it is the same: that is up to a bound, or of a range. */
  readonly isLong?: boolean;
  /** In the order of places; null: errors of any code. */
  readonly codes: readonly string[] | null;
  readonly compiles?: boolean;
  /** Beside the topology. */
  readonly files?: Readonly<Record<string, () => string>>;
}

type Source = Omit<HostileInput, 'name' | 'codes' | 'compiles'>;

/** One that gives no plan. */
export const refused = (name: string, codes: HostileInput['codes'], source: Source): HostileInput => ({
  ...{ name, codes },
  ...source,
});

/** One that gives a plan, with these findings beside it. */
export const compiled = (name: string, codes: readonly string[], source: Source): HostileInput => ({
  ...{ name, codes, compiles: true },
  ...source,
});

export const HEAD = 'version: 1\nname: x\n';
export const NODES = 'nodes: [{hosts: n1, gpus: {count: 2}}]\n';

export const lines = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('\n');

/** A topology that is fine but for `rest`. */
export const withRest = (rest: string) => () => `${HEAD}${NODES}${rest}`;
export const withNodes = (nodes: string) => () => `${HEAD}nodes:\n${nodes}\n`;

/** A source that says the same in each size. */
export const sized = (count: number, make: (count: number) => string) => ({
  source: () => make(count),
  partOf: (part: number) => make(Math.ceil(count * part)),
});
