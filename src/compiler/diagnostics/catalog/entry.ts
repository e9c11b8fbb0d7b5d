import type { Severity } from '../reporter.ts';
import type { Checked } from './releases.ts';

/** Something to compile that shows a mistake, or how it is put right. */
export interface TopologyExample {
  readonly kind: 'topology';
  /** What people are shown. */
  readonly text: string;
  /** Inventory files by their path beside the topology. */
  readonly files?: Readonly<Record<string, string>>;
  /** What is compiled, where it is too large or too broken to be shown as it is. */
  readonly source?: () => string | Uint8Array;
}

/** Shell commands, run one after the other in a folder that holds `files`; the last one shows the finding. */
export interface SessionExample {
  readonly kind: 'session';
  readonly files: Readonly<Record<string, string>>;
  readonly commands: readonly string[];
  /** What the machine must have besides; the tests have it answer as it was recorded. */
  readonly requires?: 'slurm';
}

/** Commands on a machine that the tests imitate. */
export interface MachineExample {
  readonly kind: 'machine';
  /** What the machine is like, to follow "On a machine". */
  readonly machine: string;
  /** The file of test/native/scenarios that imitates it. */
  readonly scenario: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly commands: readonly string[];
  /** How the bad one ends: 1 where machine and files differ, 3 (left out) where the machine is at fault. */
  readonly status?: 1;
}

export type Example = TopologyExample | SessionExample | MachineExample;

/** What there is to know about one diagnostic code. */
export interface CatalogEntry {
  readonly code: string;
  /** `both`: an error in the plain case, a warning in the doubtful one. */
  readonly severity: Severity | 'both';
  readonly title: string;
  /** What is wrong, what it would lead to, and what to do. Code words stand in backquotes. */
  readonly explanation: string;
  /** What the explanation says of a library was looked up with these. */
  readonly checked?: Checked;
  readonly bad: Example;
  readonly good: Example;
}

/** A topology as it stands in the template, less the indentation of its first line. */
export function topology({ raw }: TemplateStringsArray): TopologyExample {
  return { kind: 'topology', text: unindent(raw.join('')) };
}

/** A text without its leading newline and the indentation of its first line. */
export function unindent(text: string): string {
  const indentation = /^\n( *)/.exec(text)?.[1] ?? '';
  const lines = text.replace(/^\n/, '').replace(/\n *$/, '\n').split('\n');
  return lines
    .map((line) => (line.startsWith(indentation) ? line.slice(indentation.length) : line))
    .join('\n');
}
