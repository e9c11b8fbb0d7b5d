import { type MainStack, readStack } from '../stall/read-stack.ts';
import { type RankTrace, readTrace } from '../stall/read-trace.ts';
import { type RankUse, readUse } from '../stall/samples.ts';
import type { Fact } from './host.ts';
import { tabulate } from './look-facts.ts';

/** The handler of PyTorch's worker server that answers with stacks; the others answer with collectives. */
export const STACK_HANDLER = 'dump_traceback';

/** What a guard answered: of processes by PID, of worker servers by the beginning of their sockets and by PID. */
export function readAnswers(facts: readonly Fact[]) {
  const table = tabulate(facts);
  const use = new Map<number, RankUse>();
  const traces = new Map<string, Map<number, RankTrace>>();
  const stacks = new Map<string, Map<number, MainStack>>();
  for (const { question, subject } of table.all()) {
    const text = table.value(question, subject) ?? '';
    const [first = '', path = ''] = subject.split(' ');
    if (question === 'rank') {
      const found = readUse(text);
      if (found !== null) use.set(Number(first), found);
    } else if (question === 'worker' && first === STACK_HANDLER) keep(stacks, path, readStack(text));
    else if (question === 'worker') keep(traces, path, readTrace(text));
  }
  return { use, traces, stacks };
}

/** `path`: that of a socket, which ends in the PID. The first answer of a process counts. */
function keep<T>(into: Map<string, Map<number, T>>, path: string, found: T | null): void {
  const dot = path.lastIndexOf('.');
  const [prefix, pid] = [path.slice(0, dot), Number(path.slice(dot + 1))];
  const answers = into.get(prefix) ?? new Map<number, T>();
  if (found === null || answers.has(pid)) return;
  into.set(prefix, answers.set(pid, found));
}
