import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a task of a job said of itself; null: the variable is not set. */
export interface Report {
  readonly SLURMD_NODENAME: string | null;
  readonly RANK: string | null;
  readonly LOCAL_RANK: string | null;
  readonly WORLD_SIZE: string | null;
  readonly LOCAL_WORLD_SIZE: string | null;
  readonly MASTER_ADDR: string | null;
  readonly MASTER_PORT: string | null;
  readonly CUDA_VISIBLE_DEVICES: string | null;
  readonly SLURM_JOB_ID: string | null;
  readonly SLURM_PROCID: string | null;
  readonly SLURM_LOCALID: string | null;
  readonly SLURM_NODEID: string | null;
  readonly SLURM_NTASKS: string | null;
  readonly SLURM_JOB_NODELIST: string | null;
  readonly SLURM_STEP_GPUS: string | null;
  readonly SLURM_RESTART_COUNT: string | null;
  readonly SLURM_ARRAY_TASK_ID: string | null;
  readonly RANKPLAN_NODE: string | null;
  readonly RANKPLAN_GPU: string | null;
  readonly hostname: string;
  /** As the kernel prints it: `0-1`. */
  readonly cpusAllowed: string;
  /** The fake devices, of all nodes, that the task may open, and those that it may not; sorted by code unit. */
  readonly allowed: readonly string[];
  readonly denied: readonly string[];
  readonly argv: readonly string[];
}

/** The program that says it. */
export const REPORT_TASK = fileURLToPath(new URL('report-task.sh', import.meta.url));

/** Reports printed one a line, in the order of their ranks in Slurm; of several tasks, better `readReports`. */
export function parseReports(text: string): readonly Report[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Report)
    .sort((left, right) => Number(left.SLURM_PROCID) - Number(right.SLURM_PROCID));
}

/** Reports that were written into a folder. */
export const readReports = (folder: string): readonly Report[] =>
  parseReports(
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join(''),
  );
