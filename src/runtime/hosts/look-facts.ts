import type { EventOf } from './event-table.ts';

export type LookFact = Omit<EventOf<'fact'>, 'event'>;

export type FactTable = ReturnType<typeof tabulate>;

/** A long value comes in parts, in order. Where a question is repeated, its last answer counts. */
const LONGEST_VALUE = 1 << 20;

/** The facts of one look, by question and, where it has several answers, by subject. */
export function tabulate(facts: readonly LookFact[]) {
  const table = new Map<string, LookFact>();
  for (const fact of facts) {
    const key = `${fact.question} ${fact.subject}`;
    const before = table.get(key)?.value;
    const isPart = before !== undefined && fact.value !== undefined && fact.errno === undefined;
    const value = isPart ? `${before}${fact.value}`.slice(0, LONGEST_VALUE) : fact.value;
    table.set(key, value === undefined ? fact : { ...fact, value });
  }
  const find = (question: string, subject?: string): LookFact | null =>
    [...table.values()].find(
      (fact) => fact.question === question && (subject === undefined || fact.subject === subject),
    ) ?? null;
  const read = (question: string, subject?: string): LookFact | null => {
    const fact = find(question, subject);
    return fact?.errno === undefined ? fact : null;
  };
  return {
    all: () => [...table.values()],
    find,
    /** Null if there is no answer, or the question failed. */
    value: (question: string, subject?: string) => read(question, subject)?.value ?? null,
    number: (question: string, subject?: string) => read(question, subject)?.number ?? null,
  };
}
