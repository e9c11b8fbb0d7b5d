import { printable } from '../../compiler/source/printable.ts';
import type { Job, JobHost } from '../../runtime/jobs/read-job.ts';

const REFUSED = 78;
/** 128 + HUP, INT, QUIT, TERM: somebody ended it. */
const STOPPED: readonly number[] = [129, 130, 131, 143];

/** Of the host and of its ranks' guards: as long as they take to notice, at most. */
const NOTICE_SECONDS = 5;

export function nameState({ state, status }: Job): string {
  if (state === 'gone') return 'launcher gone';
  if (state === 'elsewhere') return 'not known here';
  if (state === 'running') return 'running';
  if (status === 0) return 'ended well';
  if (status === REFUSED) return 'refused';
  return STOPPED.includes(status ?? 0) ? `stopped (${status})` : `failed (${status})`;
}

export const listHosts = ({ hosts }: Job): string => listNames(hosts);

const listNames = (hosts: readonly JobHost[]): string => hosts.map(({ host }) => printable(host)).join(', ');

export const countRanks = ({ hosts }: Job): number => hosts.reduce((sum, { ranks }) => sum + ranks, 0);

/** What the state leaves open, and what to do; null where it says all. */
export function explainState(job: Job): string | null {
  const { state, launcher, graceSeconds, folder, hosts } = job;
  const who = `process ${launcher.pid} on ${printable(launcher.host)}`;
  if (state === 'gone')
    return `its launcher (${who}) is gone and left no verdict: it was killed, its machine stopped, or its disk is full. Within ${graceSeconds + NOTICE_SECONDS} s of that the ranks end by themselves on ${listHosts(job)}; the last that it said is in ${printable(folder)}/launch.log`;
  if (state === 'elsewhere') return `its launcher (${who}) is of another machine or container: ask there`;
  const silent = listNames(hosts.filter(({ isSilent }) => isSilent));
  return silent === ''
    ? null
    : `${silent} did not say that no rank is left there: what is left ends by itself when the host runs again`;
}

/** `1 h 02 min`, `3 min 07 s`, `8.2 s`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  const two = (number: number): string => String(number).padStart(2, '0');
  return minutes < 60
    ? `${minutes} min ${two(Math.floor(seconds % 60))} s`
    : `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`;
}
