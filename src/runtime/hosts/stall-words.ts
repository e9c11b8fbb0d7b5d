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
export function wordStall(verdict: StallVerdict, scene: StallScene): string {
  const { lastedMs } = scene;
  const time = `${Math.round(lastedMs / 1000)} s`;
  switch (verdict.kind) {
    case 'absent':
      return [
        say(
          `${nameRanks(verdict.ranks)} ${has(verdict.ranks)} not joined: no connection to rank 0's port ${scene.port}, and ${waitFor(verdict.waiting, time)}`,
        ),
        ...wordEach(verdict.ranks, scene),
      ].join('');
    case 'halted':
      return verdict.ranks
        .slice(0, MOST_SHOWN)
        .map((rank) => wordHalted(rank, time, scene))
        .join('');
    case 'silent':
      return [
        say(
          `no rank has done anything for ${time}: no CPU time, nothing read or written; ${nameRanks(verdict.ranks)} still ${verdict.ranks.length === 1 ? 'runs' : 'run'}`,
        ),
        ...wordPlaces(verdict.ranks),
      ].join('');
    case 'unbegun':
      return [
        say(
          `all ${verdict.ranks.length} ranks have waited for ${time} and entered no collective: does the program expect more ranks than the plan has (WORLD_SIZE)?`,
        ),
        ...wordPlaces(verdict.ranks),
      ].join('');
    case 'behind':
      return wordBehind(verdict, time, scene);
    case 'together':
      return say(
        `all ${verdict.ranks.length} ranks have been in ${wordPosition(verdict.ranks[0]?.position ?? null)} for ${time}: no rank is behind, so look at the network between them, or at the library`,
      );
    case 'apart':
      return [
        say(
          `for ${time} ranks have been in collectives that do not match; which of them is right is not known`,
        ),
        ...verdict.camps.slice(0, MOST_SHOWN).map((camp) => indent(wordCamp(camp))),
      ].join('');
  }
}

function wordBehind(
  { ranks, waiting }: Extract<StallVerdict, { kind: 'behind' }>,
  time: string,
  scene: StallScene,
): string {
  const isBusy = ranks.every(({ isBusy: is, state }) => is && state === 'runs');
  const position = waiting[0]?.position ?? null;
  // What the others have entered and left is over: those who wait do so in what has no count, such as recv.
  const isOver = ranks.some((rank) => rank.waits === false && rank.position?.count === position?.count);
  const within = position === null || isOver ? '' : ` in ${wordPosition(position)}`;
  const verb = waiting.length === 1 ? 'has waited' : 'have waited';
  const what = isBusy ? 'busy elsewhere' : 'not there yet';
  return [
    say(
      `${countOf(waiting.length, 'rank')} ${verb}${within} for ${time}; ${nameRanks(ranks)} ${are(ranks)} ${what}`,
    ),
    ...wordEach(ranks, scene),
  ].join('');
}

const wordEach = (ranks: readonly RankEvidence[], scene: StallScene): readonly string[] =>
  scene.hasStacks ? listEach(ranks, scene) : [];

const listEach = (ranks: readonly RankEvidence[], scene: StallScene): readonly string[] => [
  ...ranks.slice(0, MOST_SHOWN).map((rank) => indent(wordRank(rank, scene))),
  ...(ranks.length > MOST_SHOWN ? [indent(`and ${countOf(ranks.length - MOST_SHOWN, 'more rank')}`)] : []),
];

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
const are = (ranks: readonly unknown[]): string => (ranks.length === 1 ? 'is' : 'are');
const has = (ranks: readonly unknown[]): string => (ranks.length === 1 ? 'has' : 'have');
const waitFor = (ranks: readonly unknown[], time: string): string =>
  `${countOf(ranks.length, 'rank')} ${ranks.length === 1 ? 'has' : 'have'} had one for ${time}`;

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
  const more = places.length - MOST_SHOWN;
  return [
    ...places.slice(0, MOST_SHOWN).map(([where, found]) => {
      const numbers = found.map(({ rank }) => rank).sort((a, b) => a - b);
      return indent(`${listRanks(numbers)}: ${where}`);
    }),
    ...(more > 0 ? [indent(`and ${countOf(more, 'more place')}`)] : []),
  ];
}
