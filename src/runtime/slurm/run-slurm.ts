import { spawnSync } from 'node:child_process';
import { oneLine } from '../../compiler/source/printable.ts';

/** Slurm, or this machine, that does not answer: a message for the user. */
export class SlurmError extends Error {}

export interface SlurmCall {
  readonly program: 'scontrol' | 'sbatch';
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Without a controller Slurm's own commands give up after 9 (scontrol) or 18 seconds (sbatch). */
  readonly timeoutMs?: number;
}

export interface SlurmAnswer {
  readonly ok: boolean;
  readonly stdout: string;
  /** What it said on stderr, on one line. */
  readonly complaint: string;
}

/** Of what Slurm says, the end often matters most; a message shows 500 characters. */
const MAX_COMPLAINT = 400;

const TIMEOUT_MS = 30_000;

/** The largest answer that is read: 10,000 nodes are some 20 MiB of JSON. */
export const MAX_ANSWER_BYTES = 256 * 1024 * 1024;

/** Runs a command of Slurm. Throws a SlurmError when there is none, when it does not end, or without a controller. */
export function runSlurm({ program, args, cwd, timeoutMs = TIMEOUT_MS }: SlurmCall): SlurmAnswer {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    maxBuffer: MAX_ANSWER_BYTES,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
  });
  const command = `\`${[program, ...args].join(' ')}\``;
  const complaint = oneLine(stderr ?? '', MAX_COMPLAINT);
  if (error !== undefined) throw new SlurmError(explain(error, program, command, complaint, timeoutMs));
  if (status !== 0 && /unable to contact slurm controller/i.test(complaint))
    throw new SlurmError(
      `the Slurm controller cannot be reached (${complaint}): \`scontrol ping\` tells whether it is up, SLURM_CONF which cluster is asked`,
    );
  return { ok: status === 0, stdout, complaint };
}

function explain(
  error: NodeJS.ErrnoException,
  program: string,
  command: string,
  complaint: string,
  timeoutMs: number,
): string {
  const said = complaint === '' ? '' : ` (it said: ${complaint})`;
  switch (error.code) {
    case 'ENOENT':
      return `there is no \`${program}\` on this machine: run this where Slurm's commands are, such as a login node, or record \`scontrol show node\` there and give the file`;
    case 'ETIMEDOUT':
      return `${command} gave no answer within ${timeoutMs / 1000} seconds${said}: \`scontrol ping\` tells whether the controller is up; try again later`;
    case 'ENOBUFS':
      return `the answer of ${command} is larger than ${MAX_ANSWER_BYTES / 1048576} MiB`;
    default:
      return `cannot run ${command}: ${error.message}`;
  }
}
