import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findLauncher, type Launcher } from './find-launcher.ts';

/** `gone`: its launcher ended and left no verdict. `elsewhere`: another machine or container knows. */
export type JobState = 'running' | 'ended' | 'gone' | 'elsewhere';

export interface JobHost {
  readonly host: string;
  readonly ranks: number;
  /** It has not said that none of them is left. */
  readonly isSilent: boolean;
}

/** A run that goes on without its terminal, as its folder tells it. */
export interface Job {
  readonly id: string;
  readonly folder: string;
  readonly hosts: readonly JobHost[];
  readonly graceSeconds: number;
  readonly launcher: Launcher;
  readonly state: JobState;
  /** As a shell has it; null: not known, or not yet. */
  readonly status: number | null;
  readonly startedMs: number;
  readonly endedMs: number | null;
}

/** What lib/detach.bash writes (job.json), and native/exec: from its start on it knows which spares have taken whose place. */
const FILES = {
  facts: 'job.json',
  hosts: 'hosts.json',
  launcher: 'launcher.json',
  verdict: 'verdict.json',
} as const;
const LOG = 'launch.log';

export const logOf = ({ folder }: Job): string => join(folder, LOG);

/** Null where no launcher has left its terminal. */
export function readJob(folder: string): Job | null {
  const launcher = readLauncher(readRecord(folder, FILES.launcher));
  if (launcher === null) return null;
  const facts = readRecord(folder, FILES.facts) ?? {};
  const found = findLauncher(launcher);
  // Read after that: who has ended since has left it before.
  const verdict = readRecord(folder, FILES.verdict);
  const status = numberOr(verdict?.['status'], null);
  return {
    id: basename(folder),
    folder,
    hosts: readHosts((readRecord(folder, FILES.hosts) ?? facts)['hosts']),
    graceSeconds: numberOr(facts['grace'], 0),
    launcher,
    state: status !== null ? 'ended' : found,
    status,
    startedMs: launcher.at,
    endedMs: numberOr(verdict?.['at'], null),
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** Null for what is not there, or cannot be read as what it should be. */
function readRecord(folder: string, name: string): Fields | null {
  try {
    const found: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    return isFields(found) ? found : null;
  } catch {
    return null;
  }
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const numberOr = <Other>(value: unknown, other: Other): number | Other =>
  Number.isSafeInteger(value) ? (value as number) : other;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function readLauncher(fields: Fields | null): Launcher | null {
  const pid = numberOr(fields?.['pid'], 0);
  if (fields === null || pid <= 1) return null;
  const [boot, namespace, host] = [fields['boot'], fields['namespace'], fields['host']].map(textOf);
  return {
    pid,
    start: numberOr(fields['start'], 0),
    boot: boot ?? '',
    namespace: namespace ?? '',
    host: host ?? '',
    at: numberOr(fields['at'], 0),
  };
}

function readHosts(value: unknown): readonly JobHost[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isFields).map(({ host, ranks, isSilent }) => ({
    host: textOf(host),
    ranks: numberOr(ranks, 0),
    isSilent: isSilent === true,
  }));
}
