import { setTimeout as sleep } from 'node:timers/promises';
import { quoteShellWords } from '../../compiler/plan/shell-quote.ts';
import { printable } from '../../compiler/source/printable.ts';
import { type Job, logOf, readJob } from '../../runtime/jobs/read-job.ts';
import { type Tail, tailFile } from '../../runtime/jobs/tail-file.ts';
import { endBySignal } from '../end-by-signal.ts';
import { explainState } from './describe-job.ts';

/** Network file systems tell nobody that a file has grown, so it is looked at. */
const LOOK_MS = 200;
/** As of a job that lost a host. */
const LOST_STATUS = 75;

/** Shows what the job says, from its last lines on, until it has ended: returns its status. Ctrl-C leaves the job alone. */
export async function attachJob(job: Job, lines: number): Promise<number> {
  const tail = tailFile(logOf(job), lines);
  const leave = (): never => {
    process.stderr.write(
      `rankplan: the job goes on: rankplan attach ${printable(quoteShellWords([job.folder]))}\n`,
    );
    return endBySignal('SIGINT');
  };
  process.on('SIGINT', leave);
  try {
    return await followJob(job, tail);
  } finally {
    process.off('SIGINT', leave);
    tail.close();
  }
}

async function followJob(job: Job, tail: Tail): Promise<number> {
  for (;;) {
    // Before the log is read: whoever has ended says no more.
    const now = readJob(job.folder) ?? job;
    await showNew(tail);
    if (now.state === 'ended') return now.status ?? LOST_STATUS;
    if (now.state === 'gone') {
      process.stderr.write(`rankplan: ${printable(now.id)}: ${explainState(now)}\n`);
      return LOST_STATUS;
    }
    await sleep(LOOK_MS);
  }
}

async function showNew(tail: Tail): Promise<void> {
  for (let piece = tail.next(); piece !== null; piece = tail.next()) {
    if (!process.stdout.write(piece)) await new Promise((done) => process.stdout.once('drain', done));
  }
}
