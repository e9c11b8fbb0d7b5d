import { spawnSync } from 'node:child_process';
import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import { oneLine } from '../../compiler/source/printable.ts';
import { findSyntaxError, SETUP_HELP } from '../run/check-setup.ts';
import type { Cluster, ClusterProblem, Comparison } from './cluster.ts';
import { parseCluster } from './parse-cluster.ts';
import { parseText } from './parse-text.ts';

/** Asks Slurm for its nodes, partitions, limits and reservations. Throws a SlurmError when there is no usable answer. */
export function readCluster(): Cluster {
  // `--all`: hidden partitions take jobs, too. Text is what all versions print.
  const ask = (what: string) => requireOk(runSlurm({ program: 'scontrol', args: ['--all', 'show', what] }));
  const { nodes } = demand(parseCluster(ask('node')));
  const { partitions } = demand(parseText(ask('partition')));
  return { nodes, partitions: partitions ?? [], ...askFor('config'), ...askFor('reservation') };
}

/** Reads limits and reservations; nothing if this Slurm does not report them. */
function askFor(what: 'config' | 'reservation'): Pick<Cluster, 'settings' | 'reservations'> {
  const { ok, stdout } = runSlurm({ program: 'scontrol', args: ['--all', 'show', what] });
  const found = ok ? parseText(stdout) : null;
  if (found === null || 'problem' in found) return {};
  const { settings, reservations } = found;
  return { ...(settings && { settings }), ...(reservations && { reservations }) };
}

/** What Slurm says of its network; null if it knows none. */
export function readNetwork(): string | null {
  const { ok, stdout } = runSlurm({ program: 'scontrol', args: ['show', 'topology'] });
  return ok && stdout.trim() !== '' ? stdout : null;
}

function requireOk({ ok, stdout, complaint }: ReturnType<typeof runSlurm>): string {
  if (ok) return stdout;
  throw new SlurmError(
    `scontrol fails (${complaint === '' ? 'it does not say why' : complaint}): does \`sinfo\` work here?`,
  );
}

function demand(found: Cluster | ClusterProblem): Cluster {
  if ('problem' in found) throw new SlurmError(`the answer of scontrol ${found.problem}`);
  return found;
}

/** Slurm, or this machine, that does not answer: a message for the user. */
export class SlurmError extends Error {}

export interface SlurmCall {
  readonly program: 'scontrol' | 'sbatch';
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Without a controller Slurm's own commands give up after 9 (scontrol) or 18 seconds (sbatch). */
  readonly timeoutMs?: number;
}

/** The end of Slurm's message often matters most; a finding shows 500 characters. */
const MAX_COMPLAINT = 400;

const TIMEOUT_MS = 30_000;

/** The largest answer that is read: 10,000 nodes are some 10 MiB. */
export const MAX_ANSWER_BYTES = 256 * 1024 * 1024;

/** Runs a command of Slurm; `complaint` is its stderr. Throws a SlurmError: no command, no end, or no controller. */
export function runSlurm(call: SlurmCall) {
  const { status, stdout, stderr, error } = spawnSync(call.program, call.args, {
    encoding: 'utf8',
    timeout: call.timeoutMs ?? TIMEOUT_MS,
    killSignal: 'SIGKILL',
    maxBuffer: MAX_ANSWER_BYTES,
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: call.cwd,
  });
  const complaint = oneLine(stderr ?? '', MAX_COMPLAINT);
  if (error !== undefined) throw new SlurmError(explain(error, call, complaint));
  if (status !== 0 && /unable to contact slurm controller/i.test(complaint))
    throw new SlurmError(
      `the Slurm controller cannot be reached (${complaint}): \`scontrol ping\` tells whether it is up, SLURM_CONF which cluster is asked`,
    );
  return { ok: status === 0, stdout, complaint };
}

function explain({ code, message }: NodeJS.ErrnoException, call: SlurmCall, complaint: string): string {
  const { program, args, timeoutMs = TIMEOUT_MS } = call;
  const command = `\`${[program, ...args].join(' ')}\``;
  const said = complaint === '' ? '' : ` (it said: ${complaint})`;
  if (code === 'ENOENT')
    return `there is no \`${program}\` on this machine: run this where Slurm's commands are, such as a login node, or record \`scontrol show node\` there and give the file`;
  if (code === 'ETIMEDOUT')
    return `${command} gave no answer within ${timeoutMs / 1000} seconds${said}: \`scontrol ping\` tells whether the controller is up; try again later`;
  if (code === 'ENOBUFS') return `the answer of ${command} is larger than ${MAX_ANSWER_BYTES / 1048576} MiB`;
  return `cannot run ${command}: ${message}`;
}

/**
 * Asks Slurm whether it would take a job script (`sbatch --test-only`: nothing is submitted). Returns why not, in its own
 * words on one line, or null when it would. Throws a SlurmError when Slurm does not answer.
 */
export function testSubmission(directory: string, script: string): string | null {
  const { ok, complaint } = runSlurm({ program: 'sbatch', args: ['--test-only', script], cwd: directory });
  if (ok) return null;
  return complaint === ''
    ? 'it does not say why'
    : complaint.replace(/^(allocation failure|sbatch: error): /, '');
}

/** Reports lines of shell at which the job would stop when it starts, after its time in the queue. */
export function compareSetup({ plan, places }: Pick<Comparison, 'plan' | 'places'>, report: Reporter): void {
  for (const section of ['slurm', 'launch'] as const) {
    const slip = findSyntaxError(plan[section]?.setup ?? []);
    if (slip === null) continue;
    const span = places.setupLine(section, slip.line);
    const message = `bash cannot read \`${section}.setup\`: ${slip.message}`;
    report.error('RP5115', span, message, { help: SETUP_HELP });
  }
}
