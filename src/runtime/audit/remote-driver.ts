import { cutLines, type DriverAnswer, describeCall, type Hang } from '../driver/driver-session.ts';
import { parseJson } from '../json.ts';
import type { NativeUses } from '../native.ts';
import type { ProcReader } from './attribute-processes.ts';

/** What a sampler on another machine writes: native/probe/watch.h. Nothing of it is believed to be as it should. */
interface RemoteAnswer extends NativeUses {
  readonly guard?: number;
  readonly seen?: readonly SeenProcess[];
  readonly ancestors?: readonly KnownProcess[];
}

interface KnownProcess {
  readonly pid: number;
  readonly parent: number | null;
  readonly start: number | null;
}

interface SeenProcess extends KnownProcess {
  readonly exists: boolean;
  readonly command: string | null;
  /** The rank that its environment names, if that is of this run. */
  readonly rank: number | null;
  readonly hasCuda: boolean | null;
}

/** RANKPLAN_RUN_DIR of its ranks, which the sampler has compared: here it has no other name. */
export const REMOTE_FOLDER = '';

/** Longer than any answer: 1024 GPUs with dozens of processes each. */
const LONGEST_LINE = 2 ** 23;

export type RemoteDriver = ReturnType<typeof createRemoteDriver>;

/** The driver of another machine, with the interface of that of this one (driver-session.ts). */
export function createRemoteDriver(ask: () => void) {
  let last: RemoteAnswer | null = null;
  let unasked: DriverAnswer<NativeUses> | null = null;
  let hang: Hang = { kind: 'hangs', call: '', gpu: null };
  let answered: ((answer: DriverAnswer<NativeUses>) => void) | null = null;

  const takeLine = (line: string): void => {
    if (!line.startsWith('{')) {
      if (line !== '') hang = describeCall(line);
      return;
    }
    const answer = (parseJson(line) ?? NO_JSON) as DriverAnswer<NativeUses>;
    if (answer.kind === 'found') last = answer as RemoteAnswer;
    if (answered === null) unasked = answer;
    answered?.(answer);
    answered = null;
  };

  return {
    /** Takes a part of what the sampler there wrote. */
    take: cutLines(takeLine, LONGEST_LINE),
    observe(timeoutMs: number): Promise<DriverAnswer<NativeUses>> {
      hang = { kind: 'hangs', call: '', gpu: null };
      ask();
      return new Promise((resolve) => {
        const timer = setTimeout(() => resolve(hang), timeoutMs).unref(); // ended ranks do not wait for it
        answered = (answer) => {
          clearTimeout(timer);
          resolve(answer);
        };
      });
    },
    /** The processes of the last answer. */
    proc: createReader(() => last),
    guardPid: () => last?.guard ?? null,
    /** The answer to no question: that from before the ranks; null if it has not come. */
    takeUnasked() {
      const answer = unasked;
      unasked = null;
      return answer;
    },
  };
}

const NO_JSON = { kind: 'crashed', how: 'an answer that is no JSON', said: '' } as const;

/** The processes of an answer, as if they were here. */
function createReader(latest: () => RemoteAnswer | null): ProcReader {
  const findSeen = (pid: number) => latest()?.seen?.find((process) => process.pid === pid);
  const find = (pid: number): KnownProcess | undefined =>
    findSeen(pid) ?? latest()?.ancestors?.find((process) => process.pid === pid);
  return {
    stat(pid) {
      const { parent = null, start = null } = find(pid) ?? {};
      return parent === null || start === null ? null : { parent, start };
    },
    exists: (pid) => findSeen(pid)?.exists === true,
    environment(pid) {
      const rank = findSeen(pid)?.rank ?? null;
      return rank === null ? [] : [`RANKPLAN_RUN_DIR=${REMOTE_FOLDER}`, `RANKPLAN_RANK=${rank}`];
    },
    command: (pid) => findSeen(pid)?.command ?? null,
    hasCuda: (pid) => findSeen(pid)?.hasCuda ?? null,
  };
}
