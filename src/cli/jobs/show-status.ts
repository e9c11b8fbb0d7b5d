import { printable, printableLines } from '../../compiler/source/printable.ts';
import { renderColumns, type TextColumn } from '../../review/show/render-columns.ts';
import { type Job, logOf } from '../../runtime/jobs/read-job.ts';
import { tailFile } from '../../runtime/jobs/tail-file.ts';
import { EXIT } from '../verb.ts';
import { chooseJobs } from './choose-jobs.ts';
import { countRanks, explainState, formatDuration, listHosts, nameState } from './describe-job.ts';

const LAST_LINES = 5;

/** Prints a line for each job; of one that is named, more. */
export function showStatus(given: string | null, format: 'text' | 'json'): number {
  const jobs = chooseJobs(given);
  if (format === 'json') process.stdout.write(renderJson(jobs));
  else if (jobs.length === 0) process.stdout.write('no job was started here with `launch.sh --detach`\n');
  else process.stdout.write(renderText(jobs, given !== null));
  return EXIT.fine;
}

function renderText(jobs: readonly Job[], isNamed: boolean): string {
  const explained = jobs.flatMap((job) => {
    const more = explainState(job);
    return more === null ? [] : `${printable(job.id)}: ${more}\n`;
  });
  const [job, ...others] = jobs;
  const log = isNamed && job !== undefined && others.length === 0 ? showLastLines(job) : '';
  return `${renderColumns(COLUMNS, jobs)}${explained.join('')}${log}`;
}

const COLUMNS: readonly TextColumn<Job>[] = [
  { title: 'RUN', cell: ({ id }) => id },
  { title: 'STATE', cell: nameState },
  { title: 'TIME', cell: measureTime, right: true },
  { title: 'RANKS', cell: (job) => `${countRanks(job)}`, right: true },
  { title: 'HOSTS', cell: listHosts },
];

function measureTime({ state, startedMs, endedMs }: Job): string {
  if (endedMs !== null) return formatDuration(endedMs - startedMs);
  return state === 'running' ? formatDuration(Date.now() - startedMs) : '';
}

function showLastLines(job: Job): string {
  const tail = tailFile(logOf(job), LAST_LINES);
  const text = (tail.next() ?? '').toString().trimEnd();
  tail.close();
  return text === '' ? '' : `\n${printable(logOf(job))}:\n${printableLines(text)}\n`;
}

const renderJson = (jobs: readonly Job[]): string =>
  `${JSON.stringify({ formatVersion: '1.0', jobs: jobs.map(toJson) }, null, 2)}\n`;

const toJson = ({ id, folder, state, status, hosts, launcher, startedMs, endedMs }: Job): object => ({
  run: id,
  folder,
  state,
  status,
  hosts,
  launcher: { host: launcher.host, pid: launcher.pid },
  started: new Date(startedMs).toISOString(),
  ended: endedMs === null ? null : new Date(endedMs).toISOString(),
});
