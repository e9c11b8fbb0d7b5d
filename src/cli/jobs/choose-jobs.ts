import { resolve } from 'node:path';
import { printable } from '../../compiler/source/printable.ts';
import { findJobs } from '../../runtime/jobs/find-jobs.ts';
import { type Job, readJob } from '../../runtime/jobs/read-job.ts';
import { isFolder } from '../input/read-file.ts';
import { EnvironmentError } from '../verb.ts';

/** Those that `given` names: a run's folder, its id, or a folder with runs; null: all of the working directory. */
export function chooseJobs(given: string | null): readonly Job[] {
  if (given === null) return findJobs('.');
  if (isFolder(given)) {
    const job = readJob(resolve(given));
    const found = job === null ? findJobs(given) : [job];
    if (found.length > 0) return found;
  }
  const named = findJobs('.').filter(({ id }) => id === given);
  if (named.length > 0) return named;
  throw new EnvironmentError(
    `no job is called ${printable(given)} here: give the folder of a run that \`launch.sh --detach\` printed, its name, or the compiled directory; \`rankplan status\` lists those of this directory`,
  );
}

/** The one that is meant: if nothing names it, the only one that runs. */
export function chooseJob(given: string | null): Job {
  const found = chooseJobs(given);
  const running = found.filter(({ state }) => state === 'running' || state === 'elsewhere');
  const [job, ...others] = found.length === 1 ? found : running;
  if (job !== undefined && others.length === 0) return job;
  if (job !== undefined)
    throw new EnvironmentError(
      `${running.length} jobs run here: name one of ${running.map(({ id }) => printable(id)).join(', ')}`,
    );
  const ended = found.length === 0 ? '' : `, and ${found.length} have ended`;
  throw new EnvironmentError(`no job runs here${ended}: \`rankplan status\` lists those of a directory`);
}
