import { CODES } from '../../generated/catalog.ts';
import type { Severity } from './reporter.ts';

/** Something to compile that shows a mistake, or how it is put right. */
export interface TopologyExample {
  readonly kind: 'topology';
  /** What people are shown. */
  readonly text: string;
  /** Inventory files by their path beside the topology. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Shell commands, run one after the other in a folder that holds `files`; the last one shows the finding. */
export interface SessionExample {
  readonly kind: 'session';
  readonly files: Readonly<Record<string, string>>;
  readonly commands: readonly string[];
  /** What the machine must have besides; the tests have it answer as it was recorded. */
  readonly requires?: 'slurm' | 'hosts';
}

/** Commands on a machine that the tests imitate. */
export interface MachineExample {
  readonly kind: 'machine';
  /** What the machine is like, to follow "On a machine". */
  readonly machine: string;
  /** The file of test/native/scenarios that imitates it. */
  readonly scenario: string;
  readonly files: Readonly<Record<string, string>>;
  readonly commands: readonly string[];
  /** How the bad one ends: 1 where machine and files differ, 3 (left out) where the machine is at fault. */
  readonly status?: 1;
}

export type Example = TopologyExample | SessionExample | MachineExample;

/** What there is to know about one diagnostic code: its page, docs/diagnostics/RP3001.md, is the source. */
export interface CatalogEntry {
  readonly code: string;
  /** `both`: an error in the plain case, a warning in the doubtful one. */
  readonly severity: Severity | 'both';
  readonly title: string;
  /** What is wrong, what it would lead to, and what to do. Code words stand in backquotes. */
  readonly explanation: string;
  readonly bad: Example;
  readonly good: Example;
}

/** Every diagnostic code, in order. For `explain`, the documentation and the tests; the compiler itself never loads it. */
export const CATALOG = CODES as readonly CatalogEntry[];

export function findEntry(code: string): CatalogEntry | null {
  return CATALOG.find((entry) => entry.code === code) ?? null;
}
