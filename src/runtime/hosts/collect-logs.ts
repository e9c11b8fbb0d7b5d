import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Fetched, fetchLogs, type LogHost } from './fetch-logs.ts';
import type { Room } from './unpack-logs.ts';

export interface Collecting {
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

export interface LeftLogs {
  readonly host: string;
  readonly reason: string;
  /** Whether what had come is kept, in the place of the whole. */
  readonly isPartly: boolean;
}

/** Not more at once: a host through which all go drops some of many. */
const AT_ONCE = 8;
/** What this disk keeps for others. */
const MARGIN_BYTES = 16 * 2 ** 20;
const TELL_MS = 20_000;
/** In a folder that has not all logs of its host: why. */
const INCOMPLETE = 'INCOMPLETE';

/** Brings the logs of a run that is over from all hosts here; what goes wrong with one is said of it alone. */
export async function collectLogs(collecting: Collecting): Promise<CollectedLogs> {
  const { hosts, into, signal } = collecting;
  const token = randomBytes(8).toString('hex');
  const folder = join(into, 'hosts');
  const mark = join(folder, `.here-${token}`);
  await mkdir(folder, { recursive: true });
  await writeFile(mark, '');
  const progress = showProgress(collecting);
  const { bavail, bsize } = await statfs(folder);
  const room = { bytes: bavail * bsize - MARGIN_BYTES };
  const outcomes = new Map<string, Brought>();
  const waiting = [...hosts];
  const work = async (): Promise<void> => {
    for (let host = waiting.shift(); host !== undefined && !signal.aborted; host = waiting.shift()) {
      outcomes.set(host.name, await bring(host, { ...collecting, folder, token, room, note: progress.note }));
      progress.count();
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    progress.stop();
    await rm(mark, { force: true });
    await rmdir(folder).catch(() => {}); // nothing has come
  }
  return conclude(hosts, outcomes);
}

type Brought = Fetched & { readonly isPartly: boolean };

interface Bringing extends Collecting {
  readonly folder: string;
  readonly token: string;
  readonly room: Room;
  readonly note: (bytes: number) => void;
}

/** Into a folder beside, which gets the host's name at the end. */
async function bring(host: LogHost, bringing: Bringing): Promise<Brought> {
  const { folder, token } = bringing;
  const draft = join(folder, `.${host.name}-${token}`);
  await mkdir(draft, { mode: 0o755 });
  try {
    const fetched = await fetchLogs(host, { ...bringing, into: draft });
    if (fetched.outcome === 'none' || fetched.outcome === 'shared') return { ...fetched, isPartly: false };
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

function conclude(hosts: readonly LogHost[], brought: ReadonlyMap<string, Brought>): CollectedLogs {
  const named = (outcome: Fetched['outcome']): readonly string[] =>
    hosts.map(({ name }) => name).filter((name) => brought.get(name)?.outcome === outcome);
  const left = hosts.flatMap(({ name }): readonly LeftLogs[] => {
    const one = brought.get(name);
    if (one === undefined)
      return [{ host: name, reason: 'there was no time for it any more', isPartly: false }];
    return one.outcome === 'failed' ? [{ host: name, reason: one.reason, isPartly: one.isPartly }] : [];
  });
  return { here: named('here'), shared: named('shared'), none: named('none'), left };
}

/** Where it takes long: how much is here. */
function showProgress({ hosts, onProgress }: Collecting) {
  let bytes = 0;
  let done = 0;
  const timer = setInterval(() => {
    const megabytes = Math.floor(bytes / 1e6);
    onProgress?.(
      `logs are coming: ${megabytes} MB so far; those of ${done} of ${hosts.length} hosts are here`,
    );
  }, TELL_MS);
  timer.unref();
  return {
    note(more: number) {
      bytes += more;
    },
    count() {
      done++;
    },
    stop: () => clearInterval(timer),
  };
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
  if (here.length > 0)
    lines.push(`${folder}/hosts has the logs of ${here.length} other host${here.length === 1 ? '' : 's'}`);
  else if (shared.length > 0) lines.push(`${folder} has the logs of all hosts, which share it`);
  return lines;
}
