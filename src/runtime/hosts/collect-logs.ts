import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, rmdir, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Fetched, type Fetching, fetchLogs, type LogHost } from './fetch-logs.ts';
import { countOf } from './say.ts';

interface Collecting {
  /** All but this machine. */
  readonly hosts: readonly LogHost[];
  /** The folder of the run here: each host's logs come to `hosts/NAME` in it. */
  readonly into: string;
  readonly stallMs: number;
  /** The logs that have not come yet stay where they are. */
  readonly signal: AbortSignal;
}

export type CollectedLogs = readonly (Fetched & { readonly host: string })[];

/** Not more at once: a host through which all go drops some of many. */
const AT_ONCE = 8;
/** What this disk keeps for others. */
const MARGIN_BYTES = 16 * 2 ** 20;

/** Brings the logs of a run that is over from all hosts here; an error of one host does not affect the others. */
export async function collectLogs(collecting: Collecting): Promise<CollectedLogs> {
  const { hosts, into, signal } = collecting;
  const token = randomBytes(8).toString('hex');
  const folder = join(into, 'hosts');
  const mark = join(folder, `.here-${token}`);
  await mkdir(folder, { recursive: true });
  await writeFile(mark, '');
  const { bavail, bsize } = await statfs(folder);
  const room = { bytes: bavail * bsize - MARGIN_BYTES };
  const outcomes = new Map<string, Fetched>();
  const waiting = [...hosts];
  const work = async (): Promise<void> => {
    for (let host = waiting.shift(); host !== undefined && !signal.aborted; host = waiting.shift())
      outcomes.set(host.name, await bring(host, { ...collecting, folder, token, room }));
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    await rm(mark, { force: true });
    await rmdir(folder).catch(() => {}); // nothing has come
  }
  return hosts.map(({ name }) => ({ host: name, ...(outcomes.get(name) ?? NO_TIME) }));
}

type Bringing = Omit<Fetching, 'into'> & { readonly folder: string };

/** Into a folder beside, which gets the host's name at the end. */
async function bring(host: LogHost, { folder, ...fetching }: Bringing): Promise<Fetched> {
  const draft = join(folder, `.${host.name}-${fetching.token}`);
  await mkdir(draft, { mode: 0o755 });
  try {
    const fetched = await fetchLogs(host, { ...fetching, into: draft });
    if (fetched.outcome === 'here') await rename(draft, join(folder, host.name));
    return fetched;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return { outcome: 'failed', reason: `they cannot be written here (${code})` };
  } finally {
    await rm(draft, { recursive: true, force: true, maxRetries: 5 });
  }
}

const NO_TIME: Fetched = { outcome: 'failed', reason: 'there was no time for it any more' };

/** What was brought, and what was not, a line each. `folder` is that of the run, as people name it. */
export function describeCollected(collected: CollectedLogs, folder: string): readonly string[] {
  const named = (outcome: Fetched['outcome']): readonly string[] =>
    collected.filter((one) => one.outcome === outcome).map(({ host }) => host);
  const [here, shared, none] = [named('here'), named('shared'), named('none')];
  const lines = collected.flatMap((one) =>
    one.outcome === 'failed' ? [`the logs of ${one.host} stay there: ${one.reason}`] : [],
  );
  if (none.length > 0) lines.push(`no logs of this run are on ${none.join(', ')}`);
  if (here.length > 0) lines.push(`${folder}/hosts has the logs of ${countOf(here.length, 'other host')}`);
  else if (shared.length > 0) lines.push(`${folder} has the logs of all hosts, which share it`);
  return lines;
}
