import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createEventReader, type GuardEvent } from '../../src/runtime/hosts/events.ts';
import { type GuardLink, type LinkEnd, openLink } from '../../src/runtime/hosts/link.ts';
import { order } from '../../src/runtime/hosts/orders.ts';
import { until } from '../patience.ts';
import { makeFolder } from '../scratch.ts';
import { EXEC, readIfThere } from './exec-fixture.ts';

export { order };

export const PROBE = resolve(`dist/native/${process.platform}-${process.arch}/rankplan-probe`);
/** The variables of a machine whose GPUs are divided. */
export const WITH_MIG = {
  ...process.env,
  RANKPLAN_NVML: resolve('build/native/fake/libnvidia-ml.so.1'),
  RANKPLAN_FAKE_SCENARIO: resolve('test/native/scenarios/mig.txt'),
};

export interface ServeOptions {
  readonly patience?: number;
  /** How many ranks it may have. */
  readonly ranks?: number;
  readonly env?: NodeJS.ProcessEnv;
  readonly program?: string;
}

export interface Serving {
  readonly link: GuardLink;
  readonly send: GuardLink['send'];
  readonly events: readonly GuardEvent[];
  /** What ranks wrote, with the stream before each line. */
  readonly output: readonly string[];
  /** Why it is not believed any more; null: it is. */
  readonly failure: () => string | null;
  readonly isWell: () => boolean;
  readonly grant: (bytes: number) => void;
  readonly all: <Name extends GuardEvent['event']>(name: Name) => (GuardEvent & { event: Name })[];
  /** All that these events say. */
  readonly text: (name: 'sample' | 'tail' | 'recorded') => string;
  /** Until there are so many of these events. */
  readonly has: (name: GuardEvent['event'], count?: number) => Promise<void>;
  /** Waits until all is done, and closes. */
  readonly finish: () => Promise<LinkEnd>;
}

/** A guard, whose every word must stand in the table of events. */
export function serve(options: ServeOptions = {}): Serving {
  const { patience, ranks = 1, env = process.env, program = EXEC } = options;
  const events: GuardEvent[] = [];
  const output: string[] = [];
  let failure: string | null = null;
  const reader = createEventReader({
    ranks: Array.from({ length: ranks }, (_, rank) => rank),
    onEvent: (event) => events.push(event),
    onOutput: (stream, line, goesOn) => output.push(`${stream}${goesOn ? '…' : ''} ${line.toString('utf8')}`),
    onFailure: (reason) => {
      failure = reason;
    },
  });
  const words = ['--serve', ...(patience === undefined ? [] : ['--patience', `${patience}`])];
  const link = openLink([program, ...words], { env, onBytes: reader.take });
  let isOver = false;
  link.ended.finally(() => {
    isOver = true;
  });
  const all: Serving['all'] = (name) =>
    events.filter((event): event is GuardEvent & { event: typeof name } => event.event === name);
  const text: Serving['text'] = (name) =>
    all(name)
      .map((event) => event.text)
      .join('');
  const has: Serving['has'] = (name, count = 1) =>
    until(
      `${name} (${JSON.stringify(events.slice(-5))})`,
      () => all(name).length >= count || failure !== null || isOver,
    );
  const grant = (bytes: number): void => {
    reader.grant(bytes);
    link.send(order.credit(bytes));
  };
  const finish = async (): Promise<LinkEnd> => {
    await has('done');
    link.close();
    return link.ended;
  };
  const isWell = (): boolean => reader.isWell;
  const told = { events, output, failure: () => failure, isWell, all, text };
  return { ...told, link, send: link.send, grant, has, finish };
}

export interface RunOptions {
  readonly ranks?: number;
  readonly common?: readonly string[];
  readonly words?: (rank: number) => readonly string[];
}

interface WholeRun extends ServeOptions, RunOptions {
  readonly logs?: Folder;
  /** How much of the output is asked for. */
  readonly credit?: number;
}

/** Runs a command as ranks, and waits until all is done. */
export async function runToEnd(command: readonly string[], options: WholeRun = {}) {
  const { logs = makeLogs(), credit } = options;
  const serving = serve(options);
  if (credit !== undefined) serving.grant(credit);
  serving.send(runOf(logs, command, options));
  return { logs, serving, end: await serving.finish() };
}

export interface Folder {
  readonly path: string;
  readonly read: (name: string) => string;
  /** Whether rank 0 has written something. */
  readonly hasOutput: () => boolean;
}

export function makeLogs(): Folder {
  const path = makeFolder('rankplan-serve-');
  const hasOutput = () => readIfThere(join(path, 'rank-0.out')) !== '';
  return { path, read: (name) => readFileSync(join(path, name), 'utf8'), hasOutput };
}

/** The order that starts this command as ranks, which log into the folder and know their numbers. */
export function runOf({ path }: Folder, command: readonly string[], options: RunOptions = {}): Buffer {
  const { ranks = 1, common = [], words = () => [] } = options;
  return order.run(
    ['--logs', path, '--grace', '0.5', ...common, '--', ...command],
    Array.from({ length: ranks }, (_, rank) => [
      ...['--rank', `${rank}`, '--env', `RANK=${rank}`, '--label', `[rank ${rank}] `],
      ...['--stdout', join(path, `rank-${rank}.out`), '--stderr', join(path, `rank-${rank}.err`)],
      ...words(rank),
    ]),
  );
}

/** The marker is an argument of the process and of all that it starts with "$1". */
export const bash = (script: string, marker = 'none'): readonly string[] => [
  'bash',
  '-c',
  script,
  'bash',
  marker,
];

/** Without what differs between runs. */
export const strip = (events: readonly GuardEvent[]): readonly object[] =>
  events.map((event) =>
    Object.fromEntries(Object.entries(event).filter(([key]) => !['pid', 'at', 'machine'].includes(key))),
  );

/** All facts of a look, as `question subject`: the value, the number, or the reason. */
export async function lookAt(
  questions: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<ReadonlyMap<string, string | number>> {
  const serving = serve({ env });
  const facts = new Map<string, string | number>();
  serving.send(order.look(questions));
  await serving.has('looked');
  for (const fact of serving.all('fact')) {
    const key = `${fact.question} ${fact.subject}`.trim();
    const told = fact.reason ?? fact.value ?? fact.number ?? '';
    facts.set(key, facts.has(key) ? `${facts.get(key)}${told}` : told);
  }
  serving.link.close();
  const end = await serving.link.ended;
  if (serving.failure() !== null || end.status !== 0) throw new Error(`${serving.failure()} ${end.status}`);
  return facts;
}

/** A program in bash that becomes rankplan-exec, whose words are "$@". */
export function wrapExec(script: string): string {
  const program = join(makeFolder('rankplan-serve-'), 'program');
  writeFileSync(program, `#!/bin/bash\n${script}\n`, { mode: 0o755 });
  return program;
}
