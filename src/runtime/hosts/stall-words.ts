import { groupBy } from '../../compiler/values/lists.ts';
import type { Camp, RankEvidence, StallVerdict } from '../stall/judge-stall.ts';
import type { MainStack } from '../stall/read-stack.ts';
import type { Position } from '../stall/read-trace.ts';
import { countOf, formatSeconds, indent, listRanks, say } from './say.ts';

/** What is said of a verdict. `lastedMs`: for how long nothing has moved; `hostOf`: where a rank runs, null on one host. */
export interface StallScene {
  readonly lastedMs: number;
  readonly hostOf: (rank: number) => string | null;
  readonly port: number;
  /** Stacks were asked for. */
  readonly hasStacks: boolean;
}

const MOST_SHOWN = 4;

/** The first line is the verdict, the others belong to it. */
export const wordStall = (verdict: StallVerdict, scene: StallScene): string =>
  listLines(verdict, `${Math.round(scene.lastedMs / 1000)} s`, scene).join('');

function listLines(verdict: StallVerdict, time: string, scene: StallScene): readonly string[] {
  if (verdict.kind === 'behind') return wordBehind(verdict, time, scene);
  if (verdict.kind === 'apart') {
    const words = `for ${time} ranks have been in collectives that do not match; which of them is right is not known`;
    return [say(words), ...listFirst(verdict.camps, wordCamp, 'group')];
  }
  const { ranks } = verdict;
  const all = `all ${ranks.length} ranks have`;
  switch (verdict.kind) {
    case 'absent': {
      const joined = `${nameRanks(ranks)} ${has(ranks)} not joined: no connection to rank 0's port ${scene.port}`;
      const others = `${countOf(verdict.waiting.length, 'rank')} ${has(verdict.waiting)} had one for ${time}`;
      return [say(`${joined}, and ${others}`), ...wordEach(ranks, scene)];
    }
    case 'halted':
      return ranks.slice(0, MOST_SHOWN).map((rank) => wordHalted(rank, time, scene));
    case 'silent': {
      const run = `${nameRanks(ranks)} still ${ranks.length === 1 ? 'runs' : 'run'}`;
      const words = `no rank has done anything for ${time}: no CPU time, nothing read or written; ${run}`;
      return [say(words), ...wordPlaces(ranks)];
    }
    case 'unbegun': {
      const why = 'does the program expect more ranks than the plan has (WORLD_SIZE)?';
      return [say(`${all} waited for ${time} and entered no collective: ${why}`), ...wordPlaces(ranks)];
    }
    case 'together': {
      const where = wordPosition(ranks[0]?.position ?? null);
      const advice = 'no rank is behind, so look at the network between them, or at the library';
      return [say(`${all} been in ${where} for ${time}: ${advice}`)];
    }
  }
}

function wordBehind(
  { ranks, waiting }: Extract<StallVerdict, { waiting: unknown }>,
  time: string,
  scene: StallScene,
): readonly string[] {
  const isBusy = ranks.every(({ isBusy: is, state }) => is && state === 'runs');
  const position = waiting[0]?.position ?? null;
  // What the others have entered and left is over: those who wait do so in what has no count, such as recv.
  const isOver = ranks.some((rank) => rank.waits === false && rank.position?.count === position?.count);
  const within = position === null || isOver ? '' : ` in ${wordPosition(position)}`;
  const what = isBusy ? 'busy elsewhere' : 'not there yet';
  const others = `${countOf(waiting.length, 'rank')} ${has(waiting)} waited${within} for ${time}`;
  const are = ranks.length === 1 ? 'is' : 'are';
  return [say(`${others}; ${nameRanks(ranks)} ${are} ${what}`), ...wordEach(ranks, scene)];
}

const listFirst = <T>(items: readonly T[], word: (item: T) => string, noun: string): readonly string[] => {
  const more = items.length - MOST_SHOWN;
  const lines = items.slice(0, MOST_SHOWN).map((item) => indent(word(item)));
  return more > 0 ? [...lines, indent(`and ${countOf(more, `more ${noun}`)}`)] : lines;
};

const wordEach = (ranks: readonly RankEvidence[], scene: StallScene): readonly string[] =>
  scene.hasStacks ? listFirst(ranks, (rank) => wordRank(rank, scene), 'rank') : [];

function wordRank(rank: RankEvidence, { hostOf }: StallScene): string {
  const host = hostOf(rank.rank);
  const name = `rank ${rank.rank}${host === null ? '' : ` (${host})`}`;
  const last = rank.position === null ? '' : `, last in ${wordPosition(rank.position)}`;
  const where = rank.where === null ? '; its stack is not known' : `: ${rank.where}`;
  return `${name} ${wordState(rank)}${last}${where}`;
}

function wordState({ state, isBusy, about }: RankEvidence): string {
  if (state === 'stopped') return `is stopped (process ${about})`;
  if (state === 'disk') return `is asleep in the kernel (process ${about}, state D)`;
  return isBusy ? 'is busy' : 'does nothing';
}

function wordHalted(rank: RankEvidence, time: string, { hostOf }: StallScene): string {
  const cure =
    rank.state === 'stopped'
      ? `\`kill -CONT ${rank.about}\` lets it go on`
      : `it waits for a disk or a file system (\`cat /proc/${rank.about}/wchan\`)`;
  return say(`rank ${rank.rank} ${wordState(rank)} for ${time}: ${cure}`, hostOf(rank.rank));
}

const wordCamp = ({ position, ranks }: Camp): string =>
  `${nameRanks(ranks)}: ${wordPosition(position)} of ${position.sizes}`;

/** `all_reduce #6`. */
const wordPosition = (position: Position | null): string =>
  position === null ? 'a collective' : `${position.kind} #${position.count}`;

const nameRanks = (ranks: readonly RankEvidence[]): string => listRanks(ranks.map(({ rank }) => rank));
const has = (ranks: readonly unknown[]): string => (ranks.length === 1 ? 'has' : 'have');

/** What was said of a stall does not hold any more. */
export function wordResolved(verdict: StallVerdict, lastedMs: number): string {
  const time = `after ${formatSeconds(Math.round(lastedMs / 1000) * 1000)} s`;
  if (verdict.kind === 'absent')
    return say(`${nameRanks(verdict.ranks)} ${has(verdict.ranks)} joined ${time}`);
  if (verdict.kind === 'behind' || verdict.kind === 'halted')
    return say(`${nameRanks(verdict.ranks)} went on ${time}`);
  return say(`the ranks went on ${time}`);
}

/** Where ranks were when they were ended. */
export function wordStacks(stacks: ReadonlyMap<number, MainStack>, folder: string): string {
  const many = countOf(stacks.size, 'rank');
  const places = [...stacks].map(([rank, { where }]) => ({ rank, where }));
  return [
    say(`where ${many} ${stacks.size === 1 ? 'was' : 'were'} before the end; stacks: ${folder}`),
    ...wordPlaces(places),
  ].join('');
}

/** Ranks at one place together, most of them first. */
function wordPlaces(
  ranks: readonly { readonly rank: number; readonly where: string | null }[],
): readonly string[] {
  const known = ranks.flatMap(({ rank, where }) => (where === null ? [] : [{ rank, where }]));
  const places = [...groupBy(known, ({ where }) => where)].sort(([, a], [, b]) => b.length - a.length);
  const word = ([where, found]: (typeof places)[number]): string =>
    `${listRanks(found.map(({ rank }) => rank).sort((a, b) => a - b))}: ${where}`;
  return listFirst(places, word, 'place');
}
