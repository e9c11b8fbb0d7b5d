/** What any value may be replaced by. */
const STRANGERS: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  2 ** 21,
  '',
  'x',
  '\u0000',
  '9'.repeat(30),
  'a[0-65535]',
  [],
  {},
  [[]],
  [null],
  { toString: 1, valueOf: null },
  { length: 3 },
];

type Slot = { readonly owner: Record<string, unknown>; readonly key: string };

/** Every key and item of a document, however deep. */
function listSlots(value: unknown, into: Slot[] = []): Slot[] {
  if (typeof value !== 'object' || value === null) return into;
  const owner = value as Record<string, unknown>;
  for (const key of Object.keys(owner)) {
    into.push({ owner, key });
    listSlots(owner[key], into);
  }
  return into;
}

/** A random number below `count`, from a seed: the same anywhere. */
export function createDice(seed: number): (count: number) => number {
  let state = seed >>> 0;
  return (count) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  };
}

/** Copies of a document with one value replaced: each of them by each of the strangers. */
export function* replaceEach(document: unknown): Generator<unknown> {
  const count = listSlots({ document }).length;
  for (let at = 0; at < count * STRANGERS.length; at++) {
    const root = { document: structuredClone(document) };
    const { owner, key } = listSlots(root)[Math.floor(at / STRANGERS.length)] as Slot;
    owner[key] = structuredClone(STRANGERS[at % STRANGERS.length]);
    yield root.document;
  }
}

const RENAMES: readonly ((key: string) => string)[] = [
  (key) => key.toUpperCase(),
  (key) => key.toLowerCase(),
  (key) => `${key}s`,
  (key) => key.slice(0, -1),
  (key) => key.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`),
  (key) => key.slice(0, 1).toUpperCase() + key.slice(1),
  () => 'constructor',
  () => '',
];

/** A copy of a document with one to three keys or items deleted, renamed, repeated, exchanged or of another type. */
export function mutate(document: unknown, dice: (count: number) => number): unknown {
  const root = { document: structuredClone(document) };
  for (let left = 1 + dice(3); left > 0; left--) {
    const slots = listSlots(root);
    const slot = slots[dice(slots.length)];
    const other = slots[dice(slots.length)];
    if (slot !== undefined && other !== undefined) change(slot, other, dice);
  }
  return root.document;
}

function change({ owner, key }: Slot, other: Slot, dice: (count: number) => number): void {
  const value = owner[key];
  const isItem = Array.isArray(owner);
  switch (dice(5)) {
    case 0:
      if (isItem) owner.splice(Number(key), 1);
      else delete owner[key];
      break;
    case 1: {
      if (isItem) {
        owner.push(value);
        break;
      }
      const name = RENAMES[dice(RENAMES.length)]?.(key) ?? key;
      delete owner[key];
      owner[name] = value;
      break;
    }
    case 2:
      owner[key] = structuredClone(other.owner[other.key]);
      break;
    default:
      owner[key] = structuredClone(STRANGERS[dice(STRANGERS.length)]);
  }
}
