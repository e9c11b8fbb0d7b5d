import { setTimeout as sleep } from 'node:timers/promises';
import { startWaiting } from '../../../patience.ts';
import type { RunResult } from './commands.ts';

/** One record of `scontrol show job`: a job, a component of a heterogeneous job, or a task of an array. */
export interface JobRecord {
  readonly id: number;
  readonly state: string;
  readonly exitCode: number;
  readonly signal: number;
  /** As Slurm prints it: a sorted list in brackets. */
  readonly nodeList: string;
  readonly restarts: number;
  readonly reason: string;
  readonly fields: ReadonlyMap<string, string>;
}

/** The first record that did not complete, else the first; and all of them. */
export interface JobOutcome extends JobRecord {
  readonly parts: readonly JobRecord[];
}

type Scontrol = (args: readonly string[]) => Promise<RunResult>;

const FINAL = new Set([
  'COMPLETED',
  'FAILED',
  'CANCELLED',
  'TIMEOUT',
  'NODE_FAIL',
  'OUT_OF_MEMORY',
  'DEADLINE',
  'BOOT_FAIL',
  'PREEMPTED',
]);

export async function showJob(scontrol: Scontrol, id: number): Promise<readonly JobRecord[]> {
  const { status, stdout, stderr } = await scontrol(['show', 'job', '-o', String(id)]);
  if (status !== 0) throw new Error(`scontrol show job ${id}: ${stderr}`);
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('JobId=')) // a command with a newline in it takes several lines
    .map(parseRecord);
}

/** Waits until `isThere` holds of the job's records. */
export async function pollJob(
  scontrol: Scontrol,
  id: number,
  isThere: (records: readonly JobRecord[]) => boolean,
): Promise<readonly JobRecord[]> {
  const hangs = startWaiting();
  for (let pauseMs = 20; ; pauseMs = Math.min(200, pauseMs * 1.5)) {
    const records = await showJob(scontrol, id);
    if (isThere(records)) return records;
    if (hangs()) {
      const states = records.map(({ state, reason }) => `${state} (${reason})`).join(', ');
      throw new Error(`job ${id} is still ${states}`);
    }
    await sleep(pauseMs);
  }
}

/** Waits for the end of a job with all its parts. `sbatch --wait` would look every few seconds only. */
export async function waitForJob(scontrol: Scontrol, id: number): Promise<JobOutcome> {
  const parts = await pollJob(scontrol, id, (records) => records.every(({ state }) => FINAL.has(state)));
  const first = parts.find(({ state }) => state !== 'COMPLETED') ?? parts[0];
  if (first === undefined) throw new Error(`Slurm shows no job ${id}`);
  return { ...first, parts };
}

function parseRecord(line: string): JobRecord {
  // The first of a name counts: the command, which comes late, may hold anything.
  const fields = new Map<string, string>();
  for (const [, name = '', value = ''] of line.matchAll(
    /(?:^| )([A-Za-z][\w/:]*)=(.*?)(?= [A-Za-z][\w/:]*=|$)/g,
  )) {
    if (!fields.has(name)) fields.set(name, value);
  }
  const text = (name: string): string => fields.get(name) ?? '';
  const [exitCode = 0, signal = 0] = text('ExitCode').split(':').map(Number);
  return {
    id: Number(text('JobId')),
    state: text('JobState'),
    exitCode,
    signal,
    nodeList: text('NodeList'),
    restarts: Number(text('Restarts')),
    reason: text('Reason'),
    fields,
  };
}
