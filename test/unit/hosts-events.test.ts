import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { EVENTS } from '../../src/runtime/hosts/event-table.ts';
import { createEventReader, type GuardEvent } from '../../src/runtime/hosts/events.ts';
import { createHostOutput } from '../../src/runtime/hosts/output.ts';

const HELLO = '{"event":"hello","protocol":5,"pid":7,"machine":"x86_64"}';
const BEGUN = `${HELLO}\n{"event":"begun"}`;
const STARTED = `${BEGUN}\n{"event":"started","rank":0,"pid":8}`;
const ENDED = '{"event":"ended","rank":0,"status":0,"at":1}';

function read(text: string | Buffer, credit = 0) {
  const events: GuardEvent[] = [];
  const output: string[] = [];
  const failures: string[] = [];
  const reader = createEventReader({
    ranks: [0],
    onEvent: (event) => events.push(event),
    onOutput: (stream, line) => output.push(`${stream} ${line.length}`),
    onFailure: (reason) => failures.push(reason),
  });
  reader.grant(credit);
  reader.take(Buffer.from(text));
  return { events, output, failures, reader };
}

describe('createEventReader', () => {
  const beat = (values: object) => `${HELLO}\n${JSON.stringify({ event: 'beat', ...values })}`;
  const impossible = (name: string) => `an event whose ${name} is not possible: `;
  it.each([
    ['another protocol', HELLO.replace('5', '2'), null],
    ['no object', `${HELLO}\n[]`, 'a line that is no event: "[]"'],
    ['noise behind the hello', `${HELLO}\nWelcome\u001b[2J`, 'a line that is no event: "Welcome\\u001b[2J"'],
    ['an unknown event', `${HELLO}\n{"event":"toString"}`, 'an unknown event: '],
    ['a second hello', `${HELLO}\n${HELLO}`, 'an event in state hello: '],
    ['an unknown key', beat({ at: 1, status: 0 }), impossible('status')],
    ['a missing key', beat({}), impossible('at')],
    ['a number beyond 2^53', beat({ at: 2 ** 53 }), impossible('at')],
    [
      'a NUL in a word, which would begin another one in an order',
      `${HELLO}\n{"event":"fact","question":"interfaces","subject":"eth0","value":"1500 x\\u0000unlisten"}`,
      impossible('value'),
    ],
    ['half a number', beat({ at: 0.5 }), impossible('at')],
    ['a number as a text', beat({ at: '1' }), impossible('at')],
    ['status 256', `${STARTED}\n${ENDED.replace(':0,"at"', ':256,"at"')}`, impossible('status')],
    [
      'a good end by a signal',
      `${STARTED}\n${ENDED.replace('"at"', '"killer":9,"at"')}`,
      'an end both good and bad: ',
    ],
    ['an end before the start', `${BEGUN}\n${ENDED}`, 'the end of a rank that did not run: '],
    ['two ends', `${STARTED}\n${ENDED}\n${ENDED}`, 'an event too often: '],
    [
      'a rank of another host',
      `${BEGUN}\n{"event":"started","rank":1,"pid":8}`,
      'an event of a rank that is not there: ',
    ],
    [
      'a start before all begins',
      `${HELLO}\n{"event":"started","rank":0,"pid":8}`,
      'an event in state hello: ',
    ],
    ['done, while a rank runs', `${STARTED}\n{"event":"done"}`, 'done, while ranks run: '],
    ['a long event', `${HELLO}\n{"event":"sample","text":"${'x'.repeat(4096)}"}`, 'a line too long: '],
    ['an event behind a cut line', `${BEGUN}\n${'x'.repeat(9000)}\n${ENDED}`, 'a line too long: '],
    ['an event behind cut output', `${BEGUN}\n\x01${'x'.repeat(9000)}\n${ENDED}`, 'a line too long: '],
    ['output before ranks run', `${HELLO}\n\x01x`, 'output of ranks in state hello: '],
    [
      'output without credit',
      `${BEGUN}${`\n\x02${'x'.repeat(4000)}`.repeat(3)}`,
      'more output than its credit allows: ',
    ],
    ['a flood before the hello', 'y\n'.repeat(50_000), 'more than 64 KiB came before the guard spoke: "y"'],
    [
      'a line without end before the hello',
      'y'.repeat(100_000),
      'more than 64 KiB came before the guard spoke: ',
    ],
  ])('does not believe %s', (_, text, reason) => {
    const { failures, reader, events } = read(Buffer.concat([Buffer.from(text), Buffer.from('\n')]));
    expect(failures).toEqual(reason === null ? [] : [expect.stringContaining(reason)]);
    expect(reader).toMatchObject({ state: reason === null ? 'connecting' : 'failed', isWell: false });
    const count = events.length;
    reader.take(Buffer.from(`${STARTED}\n${ENDED}\n{"event":"done"}\n`));
    if (reason !== null) expect(events).toHaveLength(count);
    expect(failures.join('').length).toBeLessThan(200);
  });

  it('gives output as bytes, and counts it', () => {
    const { output, failures, reader } = read(
      `${BEGUN}${`\n\x02${'x'.repeat(8190)}`.repeat(2)}\n\x01\n`,
      8194,
    );
    expect({ output, failures }).toEqual({
      output: ['stderr 8190', 'stderr 8190', 'stdout 0'],
      failures: [],
    });
    reader.take(Buffer.from('\x01\n'));
    expect(failures).toHaveLength(1);
  });

  it('reads bytes that are no UTF-8, as they are in names of files', () => {
    const { events } = read(Buffer.from(`${HELLO}\n{"event":"sample","text":"\xff\xc3\xa9"}\n`, 'latin1'));
    expect(events.at(-1)).toMatchObject({ event: 'sample', text: '\ufffdé' });
  });

  it('keeps the last of a login, and takes events that look like the guard in it for noise', () => {
    const { events, reader } = read(
      `${'z\n'.repeat(4000)}{"event":"begun"}\n${ENDED}\n${STARTED}\n${ENDED}\n`,
    );
    expect(events.map(({ event }) => event)).toEqual(['hello', 'begun', 'started', 'ended']);
    expect(reader.noise).toHaveLength(4096);
    expect(reader.noise).toMatch(/z\n\{"event":"begun"\}\n\{.*\}\n$/);
  });

  it('takes the answers to late orders, and the end of a guard that was killed', () => {
    const { failures, reader } = read(
      `${STARTED}\n${ENDED}\n{"event":"done"}\n{"event":"tail","rank":0,"text":"x"}\n{"event":"tail-end","rank":0}\n`,
    );
    expect({ failures, isWell: reader.isWell }).toEqual({ failures: [], isWell: true });
    const killed = read(`${STARTED}\n{"event":"killed","killer":9}\n{"event":"done"}\n`);
    expect({ failures: killed.failures, isWell: killed.reader.isWell }).toEqual({
      failures: [],
      isWell: false,
    });
    const survived = read(`${STARTED}\n{"event":"survivor","pid":8}\n{"event":"done"}\n`);
    expect({ failures: survived.failures, isWell: survived.reader.isWell }).toEqual({
      failures: [],
      isWell: false,
    });
  });
});

it('asks a host for more output when what came has been taken, and not before', () => {
  const taken: (() => void)[] = [];
  const granted: number[] = [];
  const sink = {
    write: (_: Buffer | string, done = () => {}) => void taken.push(done),
    drained: async () => {},
  };
  const show = createHostOutput({ stdout: sink, stderr: sink }, (bytes) => void granted.push(bytes));
  const line = Buffer.alloc(4094, 'x'); // with its mark and its end the least that is asked for
  for (const stream of ['stdout', 'stderr', 'stdout'] as const) show(stream, line, false);
  expect(granted).toEqual([]);
  for (const done of taken) done();
  expect(granted).toEqual([4096, 4096, 4096]);
  show('stdout', line, true); // the rest of the line cannot come without
  expect(granted).toHaveLength(4);
});

it('has another number of the protocol with each other table of events', () => {
  const digest = createHash('sha256').update(JSON.stringify(EVENTS)).digest('hex');
  // Whoever changes the table raises the number there and SERVE_PROTOCOL in native/exec, and writes both here.
  expect(`${EVENTS.hello.fields.protocol.max} ${digest}`).toBe(
    '5 30a70d4c45dbced8d8d628494d994f46fcbc6cc5abd5832de164abfde3c5642c',
  );
});
