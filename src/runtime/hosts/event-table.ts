/** What is known of a guard, by what it has said: `connecting` until its hello, `ready` once it has answered a look. */
export type GuardState = 'connecting' | 'hello' | 'ready' | 'running' | 'done' | 'failed';

export interface Field {
  readonly kind: 'number' | 'text';
  readonly min?: number;
  readonly max?: number;
  readonly isOptional: boolean;
}

const number = (min: number, max: number) => ({ kind: 'number', min, max, isOptional: false }) as const;
const optional = <F extends Field>(field: F) =>
  ({ ...field, isOptional: true }) as Omit<F, 'isOptional'> & { readonly isOptional: true };

const text = { kind: 'text', isOptional: false } as const;
const rank = number(0, 2 ** 31 - 1);
const pid = number(1, 2 ** 22);
/** The number of a signal. */
const killer = number(1, 64);
/** The wall clock of that host, in ms. */
const at = number(0, Number.MAX_SAFE_INTEGER);
const errno = optional(number(0, 4095));
const reason = optional(text);
const subject = optional(text);

/** After the hello, whether ranks run or not. */
const THERE = ['hello', 'ready', 'running'] as const;
const STILL = ['hello', 'ready'] as const;
const RUNNING = ['running'] as const;
/** Answers to orders that came late. */
const TO_THE_END = ['running', 'done'] as const;
/** The phases in which events may come that can happen to a guard at any time. */
const ALWAYS = [...THERE, 'done'] as const;

/**
 * All that a guard says: in which states it may, how often at most (for each rank where `rank` is required), and the
 * fields with their ranges. Whatever is not in here is a protocol failure. `native/exec` writes these.
 */
export const EVENTS = {
  hello: { states: ['connecting'], most: 1, fields: { protocol: number(5, 5), pid, machine: text } },
  /** Answers of looks before ranks start, and while they run. */
  fact: {
    states: ALWAYS,
    most: Number.MAX_SAFE_INTEGER,
    fields: {
      question: text,
      subject: text,
      value: optional(text),
      number: optional(number(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)),
      errno,
      reason,
    },
  },
  looked: { states: ALWAYS, most: Number.MAX_SAFE_INTEGER, fields: {} },
  begun: { states: STILL, most: 1, fields: {} },
  started: { states: RUNNING, most: 1, fields: { rank, pid } },
  /** Why a rank cannot be started; its end follows. */
  obstacle: { states: RUNNING, most: 1, fields: { rank, step: text, subject, errno, reason } },
  /** `killer` is the signal that ended it, where one did. */
  ended: {
    states: RUNNING,
    most: 1,
    fields: {
      rank,
      pid: optional(number(0, pid.max)),
      status: number(0, 255),
      killer: optional(killer),
      at,
    },
  },
  tail: { states: TO_THE_END, most: 128, fields: { rank, text } },
  recorded: { states: TO_THE_END, most: 512, fields: { rank, text } },
  'tail-end': { states: TO_THE_END, most: 16, fields: { rank } },
  warning: {
    states: THERE,
    most: 65536,
    fields: { rank: optional(rank), step: text, subject, errno, reason },
  },
  narrowed: { states: RUNNING, most: 16, fields: { rank, subject: text, outcome: text } },
  overdue: { states: RUNNING, most: 16, fields: { rank } },
  survivor: { states: RUNNING, most: 65536, fields: { pid } },
  /** The guard itself got this signal, and not from its launcher. */
  interrupted: { states: ALWAYS, most: 256, fields: { killer, at } },
  /** It heard the launcher no more. */
  torn: { states: ALWAYS, most: 1, fields: { at } },
  /** The guard was killed, as its watcher says, or the watcher. */
  killed: { states: ALWAYS, most: 16, fields: { killer } },
  /** A disk that takes no more of a log. */
  full: { states: RUNNING, most: 65536, fields: { subject: text } },
  line: { states: RUNNING, most: Number.MAX_SAFE_INTEGER, fields: { rank, text } },
  sample: { states: THERE, most: Number.MAX_SAFE_INTEGER, fields: { text } },
  beat: { states: ALWAYS, most: Number.MAX_SAFE_INTEGER, fields: { at } },
  refused: { states: ALWAYS, most: 16, fields: { subject: text } },
  done: { states: THERE, most: 1, fields: {} },
} as const satisfies Record<string, EventRule>;

export interface EventRule {
  readonly states: readonly GuardState[];
  readonly most: number;
  readonly fields: Readonly<Record<string, Field>>;
}

type ValueOf<F> = F extends { readonly kind: 'number' } ? number : string;
type Values<Fields> = {
  readonly [K in keyof Fields as Fields[K] extends { isOptional: true } ? never : K]: ValueOf<Fields[K]>;
} & {
  readonly [K in keyof Fields as Fields[K] extends { isOptional: true } ? K : never]?: ValueOf<Fields[K]>;
};

type EventName = keyof typeof EVENTS;
export type EventOf<Name extends EventName> = { readonly event: Name } & Values<
  (typeof EVENTS)[Name]['fields']
>;

/** One event, whose fields have been checked against the table. */
export type GuardEvent = { [Name in EventName]: EventOf<Name> }[EventName];

/** The state that an event leads to. */
const NEXT: Partial<Record<GuardEvent['event'], GuardState>> = {
  hello: 'hello',
  begun: 'running',
  done: 'done',
};

/** Which events may come, from what has come before. */
export function followProtocol(ranks: readonly number[]) {
  const watch = watchRanks(ranks);
  const seen = new Map<string, number>();
  let state: GuardState = 'connecting';
  /** Why the event cannot be, or null; it is taken then. */
  const take = (event: GuardEvent): string | null => {
    const { states, most }: EventRule = EVENTS[event.event];
    if (!states.includes(state)) return `an event in state ${state}`;
    const key = 'rank' in event ? `${event.event} ${event.rank}` : event.event;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    const reason = count > most ? 'an event too often' : watch.take(event);
    if (reason !== null) return reason;
    state = event.event === 'looked' && state === 'hello' ? 'ready' : (NEXT[event.event] ?? state);
    return reason;
  };
  return {
    take,
    get state(): GuardState {
      return state;
    },
    /** Whether each rank's end with 0 was taken, and then `done`. */
    get isWell(): boolean {
      return state === 'done' && watch.haveAllEndedWell();
    },
  };
}

/** Checks the events of each rank: it ends once, after its start, or after the obstacle to it. */
function watchRanks(ranks: readonly number[]) {
  const states = new Map<number, 'waiting' | 'running' | 'well' | 'failed'>();
  const pids = new Map<number, number>();
  const hindered = new Set<number>();
  for (const rank of ranks) states.set(rank, 'waiting');
  const end = (event: GuardEvent & { event: 'ended' }): string | null => {
    const { rank, status, killer } = event;
    const state = states.get(rank);
    const mayEnd = state === 'running' || (state === 'waiting' && hindered.has(rank));
    if (!mayEnd) return 'the end of a rank that did not run';
    if (status === 0 && (killer !== undefined || hindered.has(rank))) return 'an end both good and bad';
    states.set(rank, status === 0 ? 'well' : 'failed');
    pids.delete(rank);
    return null;
  };
  /** Why the event cannot be, or null. */
  const take = (event: GuardEvent): string | null => {
    const rank = 'rank' in event ? event.rank : undefined;
    if (rank !== undefined && !states.has(rank)) return 'an event of a rank that is not there';
    if (event.event === 'ended') return end(event);
    if (event.event === 'obstacle') hindered.add(event.rank);
    if (event.event === 'survivor')
      for (const [survivor, pid] of pids) if (pid === event.pid) pids.delete(survivor);
    if (event.event === 'killed') pids.clear(); // the guard itself, which cannot say any more how they end
    if (event.event === 'done') return pids.size > 0 ? 'done, while ranks run' : null;
    if (event.event !== 'started') return null;
    if (states.get(event.rank) !== 'waiting') return 'a second start of a rank';
    states.set(event.rank, 'running');
    pids.set(event.rank, event.pid);
    return null;
  };
  return { take, haveAllEndedWell: () => [...states.values()].every((state) => state === 'well') };
}
