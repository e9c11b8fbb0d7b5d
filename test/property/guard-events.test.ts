import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createEventReader, type GuardEvent } from '../../src/runtime/hosts/events.ts';
import { runs } from '../stage.ts';

const RANKS = [3, 4];

/** What the guard of two ranks writes where all goes well; what each line may be without the run's being another. */
const lines = (status: number): readonly string[] => [
  'Welcome to the cluster',
  '{"event":"hello","protocol":5,"pid":77,"machine":"x86_64"}',
  '{"event":"fact","question":"host","subject":"clock","number":1764000000000}',
  '{"event":"fact","question":"resolve","subject":"b1","errno":2,"reason":"no such \\"name\\""}',
  '{"event":"looked"}',
  '{"event":"begun"}',
  '{"event":"started","rank":3,"pid":78}',
  '{"event":"started","rank":4,"pid":79}',
  '\x01[rank 3 lab2:0] {"event":"ended","rank":3,"status":0,"at":1}',
  '{"event":"beat","at":1764000000001}',
  '{"event":"line","rank":3,"text":"epoch 1 é"}',
  '\x02[rank 4 lab2:1] \\u0001 warn',
  `{"event":"ended","rank":4,"pid":79,"status":${status},"at":1764000000002}`,
  '{"event":"tail","rank":4,"text":"Traceback"}',
  '{"event":"tail-end","rank":4}',
  '{"event":"ended","rank":3,"pid":78,"status":0,"at":1764000000003}',
  '{"event":"done"}',
];

const DIGITS_LOST = '999999999999999999999';
const FORGED = '{"event":"ended","rank":4,"pid":79,"status":0,"at":5}';

type Edit = (recording: Buffer, where: number, what: number) => Buffer;
const splice = (all: Buffer, start: number, end: number, by: Buffer | string): Buffer =>
  Buffer.concat([all.subarray(0, start), Buffer.from(by), all.subarray(end)]);

/** Works on the lines. */
const ofLines =
  (change: (parts: string[], at: number, other: number) => void): Edit =>
  (recording, where, what) => {
    const parts = recording.toString('latin1').split('\n');
    change(parts, where % parts.length, what % parts.length);
    return Buffer.from(parts.join('\n'), 'latin1');
  };

const EDITS: readonly Edit[] = [
  (all, where) => all.subarray(0, where % (all.length + 1)), // the link is cut
  (all, where, what) => splice(all, where % all.length, (where % all.length) + (what % 300), ''), // a hole
  (all, where, what) => splice(all, where % all.length, (where % all.length) + 1, Buffer.from([what % 256])),
  (all, where, what) => splice(all, where % all.length, where % all.length, Buffer.alloc(what % 9000, what)),
  (all, where) => splice(all, where % all.length, where % all.length, `${'x'.repeat(8200)}${FORGED}\n`),
  (all, where) => splice(all, where % all.length, where % all.length, `\n${FORGED}\n`),
  (all, where) => splice(all, where % all.length, where % all.length, `\x01${FORGED}\n`),
  (all, where) =>
    splice(all, where % all.length, where % all.length, `\n\x01${'y'.repeat(9000)}\n${FORGED}\n`),
  ofLines((parts, at, other) => void parts.splice(at, 0, parts[other] ?? '')), // twice
  ofLines((parts, at, other) => void parts.splice(at, 1 + (other % 3))),
  ofLines((parts, at, other) => {
    [parts[at], parts[other]] = [parts[other] ?? '', parts[at] ?? ''];
  }),
  ofLines((parts, at) => {
    parts[at] = (parts[at] ?? '').replace(/\d+/, DIGITS_LOST);
  }),
  ofLines((parts, at, other) => {
    parts[at] = (parts[at] ?? '').replace(/"status":\d+/, `"status":${other * 64}`);
  }),
  ofLines((parts, at) => {
    parts[at] = (parts[at] ?? '').replace('{', '{"__proto__":{"status":0},');
  }),
];

interface Read {
  readonly events: readonly GuardEvent[];
  readonly output: readonly string[];
  readonly failures: readonly string[];
  readonly isWell: boolean;
}

/** Reads it in pieces of some sizes. */
function read(recording: Buffer, piece: number): Read {
  const events: GuardEvent[] = [];
  const output: string[] = [];
  const failures: string[] = [];
  const reader = createEventReader({
    ranks: RANKS,
    onEvent: (event) => {
      if (failures.length > 0) throw new Error('an event behind a failure');
      events.push(event);
    },
    onOutput: (_, line) => {
      if (failures.length > 0 || line.length > 8192) throw new Error('output that may not be');
      output.push(line.toString('latin1'));
    },
    onFailure: (reason) => failures.push(reason),
  });
  reader.grant(64 * 1024);
  for (let at = 0; at < recording.length; at += piece) reader.take(recording.subarray(at, at + piece));
  expect(Buffer.byteLength(reader.noise)).toBeLessThanOrEqual(3 * 4096);
  return { events, output, failures, isWell: reader.isWell };
}

/** What stands in the recording, found by the simplest of means: whole lines, each rank's last word among them. */
function standsIntact(recording: Buffer): boolean {
  const whole = recording.toString('latin1').split('\n').slice(0, -1);
  return RANKS.every((rank) =>
    whole.some((line) =>
      new RegExp(`^\\s*\\{.*"ended".*"rank":\\s*${rank}\\b.*"status":\\s*0\\b`).test(line),
    ),
  );
}

const isRecording = fc.record({
  status: fc.constantFrom(0, 0, 0, 1, 137),
  piece: fc.constantFrom(301, 1000, 4096, 100_000),
  edits: fc.array(fc.tuple(fc.nat(EDITS.length - 1), fc.nat(), fc.nat()), { maxLength: 4 }),
});

it('takes a recording without changes', () => {
  const { events, output, failures, isWell } = read(Buffer.from(`${lines(0).join('\n')}\n`), 5);
  expect({ failures, isWell }).toEqual({ failures: [], isWell: true });
  expect(events).toHaveLength(14);
  expect(output).toHaveLength(2);
});

it('is well only where the end of every rank with 0 stands intact, and never throws', () => {
  let well = 0;
  fc.assert(
    fc.property(isRecording, ({ status, piece, edits }) => {
      let recording: Buffer = Buffer.from(`${lines(status).join('\n')}\n`);
      for (const [edit, where, what] of edits)
        if (recording.length > 0) recording = EDITS[edit]?.(recording, where, what) ?? recording;
      const { events, output, failures, isWell } = read(recording, piece);
      if (isWell) {
        well++;
        expect(standsIntact(recording)).toBe(true);
        expect(failures).toEqual([]);
        expect(events.filter(({ event }) => event === 'ended')).toHaveLength(RANKS.length);
        expect(events.filter(({ event }) => event === 'done')).toHaveLength(1);
      }
      expect(failures.length).toBeLessThanOrEqual(1);
      for (const reason of failures) expect(reason).toMatch(/^[\x20-\x7e\u00a0-\uffff]{1,300}$/);
      for (const event of events) if (event.event === 'ended') expect(event.status).toBeLessThanOrEqual(255);
      expect(output.join('').length).toBeLessThanOrEqual(64 * 1024 + 8192);
    }),
    { numRuns: runs(100_000) },
  );
  expect(well).toBeGreaterThan(0);
});
