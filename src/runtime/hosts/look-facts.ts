import type { GuardEvent } from './event-table.ts';

/** What a guard found out. */
export type LookFact = Omit<Extract<GuardEvent, { event: 'fact' }>, 'event'>;

/** The facts of one look, by question and, where it has several answers, by subject. */
export interface FactTable {
  readonly find: (question: string, subject?: string) => LookFact | null;
  /** Null where there is none, or it failed. */
  readonly value: (question: string, subject?: string) => string | null;
  readonly number: (question: string, subject?: string) => number | null;
}

/** A long value comes in parts, in order. Where a question is repeated, its last answer counts. */
const LONGEST_VALUE = 1 << 20;

export function tabulate(facts: readonly LookFact[]): FactTable {
  const table = new Map<string, LookFact>();
  for (const fact of facts) {
    const key = `${fact.question} ${fact.subject}`;
    const before = table.get(key)?.value;
    const isPart = before !== undefined && fact.value !== undefined && fact.errno === undefined;
    const value = isPart ? `${before}${fact.value}`.slice(0, LONGEST_VALUE) : fact.value;
    table.set(key, value === undefined ? fact : { ...fact, value });
  }
  const find = (question: string, subject?: string): LookFact | null => {
    if (subject !== undefined) return table.get(`${question} ${subject}`) ?? null;
    return [...table.values()].find((fact) => fact.question === question) ?? null;
  };
  const read = (question: string, subject?: string): LookFact | null => {
    const fact = find(question, subject);
    return fact?.errno === undefined ? fact : null;
  };
  return {
    find,
    value: (question, subject) => read(question, subject)?.value ?? null,
    number: (question, subject) => read(question, subject)?.number ?? null,
  };
}
