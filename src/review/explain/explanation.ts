import type { Decisions } from '../../compiler/compile.ts';
import { printable } from '../../compiler/source/printable.ts';
import { positionAt, type Span } from '../../compiler/source/source-file.ts';
import type { Topology } from '../../compiler/syntax/topology.ts';
import type { LaunchPlan } from '../../generated/plan.ts';

/** A plan to explain; a topology and its decisions when it was compiled just now, for places. */
export interface Explained {
  readonly plan: LaunchPlan;
  readonly topology: Topology | null;
  readonly decisions: Decisions | null;
}

/** What a question is about. */
export type Question =
  | { readonly kind: 'plan' }
  | { readonly kind: 'rank'; readonly rank: number }
  | { readonly kind: 'slot'; readonly name: string }
  | { readonly kind: 'node'; readonly name: string };

/** One reason, with its position in the topology; null for a saved plan, or if it is not written anywhere. */
export interface Fact {
  readonly topic: string;
  readonly text: string;
  readonly place: Span | null;
}

export interface Explanation {
  readonly title: string;
  readonly facts: readonly Fact[];
}

export const fact = (topic: string, text: string, place: Fact['place'] = null): Fact => ({
  topic,
  text,
  place,
});

/** Facts that are null do not hold of the plan. */
export const explanation = (title: string, ...facts: readonly (Fact | null)[]): Explanation => ({
  title,
  facts: facts.filter((one) => one !== null),
});

/** Explanations for the terminal: a fact a line, each with its place, as `nameOf` words it. */
export function renderExplanations(explanations: readonly Explanation[], nameOf = namePlace): string {
  const texts = explanations.map(({ title, facts }) => {
    const width = Math.max(...facts.map(({ topic }) => topic.length));
    const lines = facts.map(({ topic, text, place }) => {
      const where = place === null ? '' : `  [${nameOf(place)}]`;
      return `  ${printable(topic).padEnd(width)}  ${printable(text + where)}`;
    });
    return `${[printable(title), '', ...lines].join('\n')}\n`;
  });
  return texts.join('\n');
}

function namePlace({ file, start }: Span): string {
  const { line, column } = positionAt(file, start);
  return `${file.name}:${line}:${column}`;
}
