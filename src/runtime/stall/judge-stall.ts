import { groupBy } from '../../compiler/values/lists.ts';
import type { Position } from './read-trace.ts';

/** What is known of a rank that runs, when nothing has moved for a while. */
export interface RankEvidence {
  readonly rank: number;
  /** `stopped` and `disk`: in two looks one after the other. */
  readonly state: 'runs' | 'stopped' | 'disk';
  /** The process that is stopped, or sleeps. */
  readonly about: number;
  /** It has used CPU time, has read or written, or its stack has changed. */
  readonly isBusy: boolean;
  /** It was seen with a connection to rank 0's port; null: its connections cannot be seen. */
  readonly hasJoined: boolean | null;
  /** Null: not known. */
  readonly position: Position | null;
  /** Its newest collective is of the group of all ranks. */
  readonly isOfAll: boolean;
  /** Null: its stack is not known. */
  readonly waits: boolean | null;
  readonly where: string | null;
}

type Ranks = readonly RankEvidence[];

/**
 * `absent`: others have joined, these have not. `behind`: others are in a collective, these are not. `silent`: no rank does
 * anything. `unbegun`: all have joined and wait, and none has entered a collective. `together`: all are in the same one;
 * `apart`: in some that do not match.
 */
export type StallVerdict =
  | { readonly kind: 'absent' | 'behind'; readonly ranks: Ranks; readonly waiting: Ranks }
  | { readonly kind: 'halted' | 'silent' | 'unbegun' | 'together'; readonly ranks: Ranks }
  | { readonly kind: 'apart'; readonly camps: readonly Camp[] };

export interface Camp {
  readonly position: Position;
  readonly ranks: Ranks;
}

export interface StallEvidence {
  readonly ranks: Ranks;
  /** Ranks that have ended: others may wait for them, which is said elsewhere. */
  readonly hasEnded: boolean;
  readonly since: Since;
}

/** Since when, for long enough to be a stall; null: it is none. */
export interface Since {
  /** No rank has entered another collective. */
  readonly collectives: number | null;
  /** Some have a connection to rank 0's port; no other has got one, or none has entered a collective. */
  readonly joining: number | null;
  /** A rank is stopped, or asleep in the kernel. */
  readonly halt: number | null;
  /** No rank has used CPU time, read or written. */
  readonly work: number | null;
}

/** What a verdict rests on. */
export const GROUNDS: Readonly<Record<StallVerdict['kind'], keyof Since>> = {
  ...{ absent: 'joining', unbegun: 'joining', halted: 'halt', silent: 'work' },
  ...{ behind: 'collectives', together: 'collectives', apart: 'collectives' },
};

/** What can be said for certain; null: nothing. */
export function judgeStall({ ranks, hasEnded, since }: StallEvidence): StallVerdict | null {
  const absent = ranks.filter(({ hasJoined }) => hasJoined === false);
  const waiting = ranks.filter(({ hasJoined }) => hasJoined === true);
  if (since.joining !== null && waiting.length > 0) {
    if (absent.length > 0) return { kind: 'absent', ranks: absent, waiting };
    if (ranks.every(({ waits }) => waits === true)) return { kind: 'unbegun', ranks };
  }
  const stall = since.collectives !== null && !hasEnded ? judgeCollectives(ranks) : null;
  if (stall !== null) return stall;
  const halted = ranks.filter(({ state }) => state !== 'runs');
  if (halted.length > 0) return { kind: 'halted', ranks: halted };
  const isSilent = since.work !== null && since.collectives === null && ranks.length > 0;
  return isSilent ? { kind: 'silent', ranks } : null;
}

function judgeCollectives(ranks: Ranks): StallVerdict | null {
  const inside = ranks.filter(isInside(ranks));
  const outside = ranks.filter((rank) => !inside.includes(rank));
  if (inside.length === 0) return null;
  if (outside.length === 0) return judgeInside(ranks);
  const most = Math.max(...inside.map(countOf));
  // One that has gone past the others is not behind; of many outside, those inside may be the strange ones.
  if (outside.length > ranks.length / 2 || outside.some((rank) => countOf(rank) > most)) return null;
  return { kind: 'behind', ranks: outside, waiting: inside };
}

const countOf = ({ position }: RankEvidence): number => position?.count ?? -1;

/**
 * Whether a rank waits in a collective. A rank that waits for its GPU shows only the user's line, and uses a core: it has
 * entered a collective that others have not, so it waits, or will.
 */
function isInside(ranks: Ranks): (rank: RankEvidence) => boolean {
  const counts = ranks.map(countOf);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const isNoneInside = ranks.every(({ waits }) => waits !== true);
  return (rank) => {
    if (rank.state !== 'runs') return false;
    return isNoneInside ? least >= 0 && least < most && countOf(rank) === most : rank.waits === true;
  };
}

/** All wait: for each other. Subgroups have no names under gloo that all ranks share, so they are not compared. */
function judgeInside(ranks: Ranks): StallVerdict | null {
  const entered = ranks.flatMap((rank) =>
    rank.position !== null && rank.isOfAll ? [{ rank, position: rank.position }] : [],
  );
  if (entered.length < ranks.length) return null;
  const groups = groupBy(entered, ({ position: { count, kind, sizes } }) => `${count} ${kind} ${sizes}`);
  const camps = [...groups.values()].map((group) => ({
    ...{ position: group[0].position, ranks: group.map(({ rank }) => rank) },
  }));
  return camps.length === 1 ? { kind: 'together', ranks } : { kind: 'apart', camps };
}
