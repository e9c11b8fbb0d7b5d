import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir, statfs, writeFile } from 'node:fs/promises';
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
  /** Is called where it takes long. */
  readonly onProgress?: (words: string) => void;
}

export interface CollectedLogs {
  readonly here: readonly string[];
  readonly shared: readonly string[];
  /** Hosts that have no folder of this run. */
  readonly none: readonly string[];
  readonly left: readonly LeftLogs[];
}

interface LeftLogs {
  readonly host: string;
  readonly reason: string;
  /** Whether what had come is kept, in the place of the whole. */
  readonly isPartly: boolean;
}

/** Not more at once: a host through which all go drops some of many. */
const AT_ONCE = 8;
/** What this disk keeps for others. */
const MARGIN_BYTES = 16 * 2 ** 20;
const PROGRESS_MS = 20_000;
/** The file with the reason, in a folder that does not have all logs of its host. */
const INCOMPLETE = 'INCOMPLETE';

/** Brings the logs of a run that is over from all hosts here; an error of one host does not affect the others. */
export async function collectLogs(collecting: Collecting): Promise<CollectedLogs> {
  const { hosts, into, signal, onProgress } = collecting;
  const token = randomBytes(8).toString('hex');
  const folder = join(into, 'hosts');
  const mark = join(folder, `.here-${token}`);
  await mkdir(folder, { recursive: true });
  await writeFile(mark, '');
  const { bavail, bsize } = await statfs(folder);
  const room = { bytes: bavail * bsize - MARGIN_BYTES };
  const outcomes = new Map<string, Brought>();
  let bytes = 0;
  const note = (more: number): void => {
    bytes += more;
  };
  const timer = setInterval(() => {
    const megabytes = Math.floor(bytes / 1e6);
    const count = `${outcomes.size} of ${hosts.length} hosts`;
    onProgress?.(`logs are coming: ${megabytes} MB so far; those of ${count} are here`);
  }, PROGRESS_MS);
  const waiting = [...hosts];
  const work = async (): Promise<void> => {
    for (let host = waiting.shift(); host !== undefined && !signal.aborted; host = waiting.shift())
      outcomes.set(host.name, await bring(host, { ...collecting, folder, token, room, note }));
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    clearInterval(timer);
    await rm(mark, { force: true });
    await rmdir(folder).catch(() => {}); // nothing has come
  }
  return conclude(hosts, outcomes);
}

type Brought = Fetched & { readonly isPartly: boolean };

type Bringing = Omit<Fetching, 'into'> & { readonly folder: string };

/** Into a folder beside, which gets the host's name at the end. */
async function bring(host: LogHost, { folder, ...fetching }: Bringing): Promise<Brought> {
  const draft = join(folder, `.${host.name}-${fetching.token}`);
  await mkdir(draft, { mode: 0o755 });
  try {
    const fetched = await fetchLogs(host, { ...fetching, into: draft });
    const isPartly = fetched.outcome === 'failed' && fetched.isCut && (await readdir(draft)).length > 0;
    if (isPartly) await writeFile(join(draft, INCOMPLETE), `${fetched.reason}\n`);
    if (isPartly || fetched.outcome === 'here') await rename(draft, join(folder, host.name));
    return { ...fetched, isPartly };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const reason = `they cannot be written here (${code})`;
    return { outcome: 'failed', reason, isCut: false, isPartly: false };
  } finally {
    await rm(draft, { recursive: true, force: true, maxRetries: 5 });
  }
}

const NO_TIME = { outcome: 'failed', reason: 'there was no time for it any more', isPartly: false } as const;

function conclude(hosts: readonly LogHost[], brought: ReadonlyMap<string, Brought>): CollectedLogs {
  const all = hosts.map(({ name }) => ({ host: name, ...(brought.get(name) ?? NO_TIME) }));
  const named = (outcome: Fetched['outcome']): readonly string[] =>
    all.filter((one) => one.outcome === outcome).map(({ host }) => host);
  const left = all.flatMap((one) =>
    one.outcome === 'failed' ? [{ host: one.host, reason: one.reason, isPartly: one.isPartly }] : [],
  );
  return { here: named('here'), shared: named('shared'), none: named('none'), left };
}

/** What was brought, and what was not, a line each. `folder` is that of the run, as people name it. */
export function describeCollected(
  { here, shared, none, left }: CollectedLogs,
  folder: string,
): readonly string[] {
  const lines = left.map(({ host, reason, isPartly }) =>
    isPartly
      ? `${folder}/hosts/${host} has not all logs of ${host}: ${reason}`
      : `the logs of ${host} stay there: ${reason}`,
  );
  if (none.length > 0) lines.push(`no logs of this run are on ${none.join(', ')}`);
  if (here.length > 0) lines.push(`${folder}/hosts has the logs of ${countOf(here.length, 'other host')}`);
  else if (shared.length > 0) lines.push(`${folder} has the logs of all hosts, which share it`);
  return lines;
}
