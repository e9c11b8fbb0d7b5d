import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MainStack, readStack } from '../stall/read-stack.ts';
import { type RankTrace, readTrace } from '../stall/read-trace.ts';
import { type RankUse, readUse } from '../stall/samples.ts';
import { type LookFact, tabulate } from './look-facts.ts';

/** How much of an answer is read, from its end: the newest counts are there, and a whole stack fits. */
const COUNTS_BYTES = 3000;
const STACK_BYTES = 16_000;
const STACK_HANDLER = 'dump_traceback';

const askWorker = (bytes: number, handler: string, socket: string): string =>
  `worker ${bytes} ${handler} ${socket}`;

/** The questions about a process; `port` 0: whether it is connected to rank 0 is not wanted. */
export const askUse = (pid: number, port: number): string => `rank ${pid} ${port}`;

/** The questions about one rank's collectives; `socket` is the beginning of its sockets' names. */
export const askCounts = (socket: string, backend: string): readonly string[] =>
  // PyTorch counts NCCL's collectives apart from those of other backends.
  [...(backend === 'nccl' ? ['dump_nccl_trace_json'] : []), 'fr_trace_json'].map((handler) =>
    askWorker(COUNTS_BYTES, handler, socket),
  );

export const askStack = (socket: string): string => askWorker(STACK_BYTES, STACK_HANDLER, socket);

/** What a guard answered: of processes by PID, of worker servers by the beginning of their sockets' names, and by PID. */
export interface StallAnswers {
  readonly use: ReadonlyMap<number, RankUse>;
  readonly traces: ReadonlyMap<string, Answers<RankTrace>>;
  readonly stacks: ReadonlyMap<string, Answers<MainStack>>;
}

export function readStallAnswers(facts: readonly LookFact[]): StallAnswers {
  const table = tabulate(facts);
  const use = new Map<number, RankUse>();
  const traces = new Map<string, Map<number, RankTrace>>();
  const stacks = new Map<string, Map<number, MainStack>>();
  for (const { question, subject } of table.all()) {
    const text = table.value(question, subject) ?? '';
    const [first = '', path = ''] = subject.split(' ');
    const found = question === 'rank' ? readUse(text) : null;
    if (found !== null) use.set(Number(first), found);
    if (question === 'worker' && first === STACK_HANDLER) keep(stacks, path, readStack(text));
    else if (question === 'worker') keep(traces, path, readTrace(text));
  }
  return { use, traces, stacks };
}

/** What the processes of one rank answered, by PID: it may have started others that import PyTorch. */
type Answers<T> = ReadonlyMap<number, T>;

/** Of the rank's own process, `pid`, else of the first that it has started. */
export function chooseProcess<T>(answers: Answers<T> | undefined, pid: number) {
  if (answers === undefined) return null;
  const first = answers.has(pid) ? pid : Math.min(...answers.keys());
  const found = answers.get(first);
  return found === undefined ? null : { pid: first, found };
}

/** Of the process that enters collectives, where that is known: any other waits for nothing that concerns the ranks. */
export const chooseStack = (
  answers: Answers<MainStack> | undefined,
  pid: number,
  traced: number | null,
): MainStack | null => (traced === null ? chooseProcess(answers, pid)?.found : answers?.get(traced)) ?? null;

/** `path`: that of a socket, which ends in the PID. The first answer of a process counts. */
function keep<T>(into: Map<string, Map<number, T>>, path: string, found: T | null): void {
  const dot = path.lastIndexOf('.');
  const [prefix, pid] = [path.slice(0, dot), Number(path.slice(dot + 1))];
  const answers = into.get(prefix) ?? new Map<number, T>();
  if (found !== null && !answers.has(pid)) into.set(prefix, answers.set(pid, found));
}

export const stackFolder = (folder: string): string => join(folder, 'stacks');

/** For this user alone: files, lines and functions. What the words say does not need them. */
export function writeStacks(folder: string, stacks: ReadonlyMap<number, MainStack>): void {
  if (stacks.size === 0) return;
  const into = stackFolder(folder);
  try {
    mkdirSync(into, { recursive: true, mode: 0o700 });
    for (const [rank, { text }] of stacks)
      writeFileSync(join(into, `rank-${rank}.txt`), `${text}\n`, { mode: 0o600 });
  } catch {
    // A disk that is full must not end the run.
  }
}
