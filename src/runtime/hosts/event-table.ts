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
/** What may befall a guard at any time. */
const ALWAYS = [...THERE, 'done'] as const;

/**
 * All that a guard says: in which states it may, how often at most (for each rank where `rank` is required), and the
 * fields with their ranges. Whatever is not in here is a protocol failure. `native/exec` writes these.
 */
export const EVENTS = {
  hello: { states: ['connecting'], most: 1, fields: { protocol: number(2, 2), pid, machine: text } },
  fact: {
    states: STILL,
    most: 4096,
    fields: {
      question: text,
      subject: text,
      value: optional(text),
      number: optional(number(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)),
      errno,
      reason,
    },
  },
  looked: { states: STILL, most: 256, fields: {} },
  begun: { states: STILL, most: 1, fields: {} },
  started: { states: RUNNING, most: 1, fields: { rank, pid } },
  /** With `step` it could not be started; `killer` is the signal that ended it, where one did. */
  ended: {
    states: RUNNING,
    most: 1,
    fields: {
      rank,
      pid: optional(number(0, pid.max)),
      status: number(0, 255),
      killer: optional(killer),
      at,
      step: optional(text),
      subject,
      errno,
      reason,
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
type EventOf<Name extends EventName> = { readonly event: Name } & Values<(typeof EVENTS)[Name]['fields']>;

/** One event, whose fields have been checked against the table. */
export type GuardEvent = { [Name in EventName]: EventOf<Name> }[EventName];
