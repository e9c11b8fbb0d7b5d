import type { MainStack } from './read-stack.ts';
import type { RankTrace } from './read-trace.ts';

/** What the processes of one rank answered, by PID: it may have started others that import PyTorch. */
export type Answers<T> = ReadonlyMap<number, T>;

/** Of the rank's own process, else of the first that it has started. `pid`: its own. */
export function chooseTrace(
  answers: Answers<RankTrace> | undefined,
  pid: number,
): { readonly pid: number; readonly found: RankTrace } | null {
  return choose(answers, pid);
}

/** Of the process that enters collectives, where that is known: any other waits for nothing that concerns the ranks. */
export function chooseStack(
  answers: Answers<MainStack> | undefined,
  pid: number,
  traced: number | null,
): MainStack | null {
  if (traced !== null) return answers?.get(traced) ?? null;
  return choose(answers, pid)?.found ?? null;
}

function choose<T>(answers: Answers<T> | undefined, pid: number) {
  if (answers === undefined) return null;
  const first = answers.has(pid) ? pid : Math.min(...answers.keys());
  const found = answers.get(first);
  return found === undefined ? null : { pid: first, found };
}
