import { setTimeout as sleep } from 'node:timers/promises';
import { printable } from '../../compiler/source/printable.ts';
import { type Job, readJob } from '../../runtime/jobs/read-job.ts';
import { reasonOf } from '../input/read-file.ts';
import { EnvironmentError, EXIT } from '../verb.ts';
import { explainState, formatDuration, nameState } from './describe-job.ts';

const LOOK_MS = 100;
/** Behind the grace period: the launcher waits for hosts that do not answer, and this is longer. */
const LATE_MS = 30_000;

/** Ends the job as TERM to its launcher does, or at once, and returns when it has ended. */
export async function stopJob(job: Job, isNow: boolean): Promise<number> {
  const name = printable(job.id);
  if (job.state === 'ended') {
    process.stdout.write(`${name}: ${nameState(job)} before\n`);
    return EXIT.fine;
  }
  if (job.state !== 'running')
    throw new EnvironmentError(`${name} cannot be stopped here: ${explainState(job)}`);
  await tell(job, isNow);
  const started = Date.now();
  for (let now = job; ; now = readJob(job.folder) ?? now) {
    if (now.state !== 'running') return report(now, Date.now() - started);
    if (Date.now() - started > job.graceSeconds * 1000 + LATE_MS) throw new EnvironmentError(adviseKill(now));
    await sleep(LOOK_MS);
  }
}

/** As a terminal does: a second Ctrl-C kills. Two at once would be one. */
async function tell(job: Job, isNow: boolean): Promise<void> {
  signal(job, isNow ? 'SIGINT' : 'SIGTERM');
  if (!isNow) return;
  await sleep(LOOK_MS * 3);
  if (readJob(job.folder)?.state === 'running') signal(job, 'SIGINT');
}

function signal({ id, launcher }: Job, name: NodeJS.Signals): void {
  try {
    process.kill(launcher.pid, name);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ESRCH') return; // it has ended meanwhile
    const why =
      code === 'EPERM' ? "is another user's: stop it as that one" : `takes no signal: ${reasonOf(error)}`;
    throw new EnvironmentError(`${printable(id)}: its launcher, process ${launcher.pid}, ${why}`);
  }
}

function report(job: Job, took: number): number {
  const open = explainState(job);
  const [how, more] = job.state === 'ended' ? [nameState(job), open === null ? '' : `; ${open}`] : [open, ''];
  process.stdout.write(`${printable(job.id)}: ${how}, after ${formatDuration(took)}${more}\n`);
  return EXIT.fine;
}

const adviseKill = ({ id, launcher, graceSeconds }: Job): string =>
  `${printable(id)} goes on ${graceSeconds} s of grace and ${LATE_MS / 1000} s after it was told to end: \`kill -KILL ${launcher.pid}\` on ${printable(launcher.host)} ends its launcher, and the hosts end their ranks when they notice`;
