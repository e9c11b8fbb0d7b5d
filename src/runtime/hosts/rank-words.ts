import { nameDevices } from '../../compiler/plan/group-ranks.ts';
import type { PlanRank } from '../../generated/plan.ts';
import type { RunSettings } from './describe-host.ts';
import { readRecordedError } from './recorded-error.ts';
import { countOf, formatSeconds, indent, listRanks, say } from './say.ts';
import { wordStatus } from './status-words.ts';

const SHOWN_LINES = 5;
const SHOWN_MESSAGE_LINES = 20;
const SHOWN_RANKS = 16;

/** Why a rank did not become its command. */
export interface StartProblem {
  readonly step: string;
  readonly subject?: string | undefined;
  readonly reason?: string | undefined;
}

export interface FailedRank {
  /** Null where there is one host only. */
  readonly host: string | null;
  readonly rank: Pick<PlanRank, 'rank' | 'gpu' | 'gpus'>;
  /** What its machine is called. */
  readonly machine: string;
  readonly status: number;
  readonly killer: number;
  readonly problem: StartProblem | null;
  /** Of its stderr; null where it has none. */
  readonly log: string | null;
  /** The end of that log. */
  readonly tail: string;
  /** What it recorded: a file of torch, or nothing. */
  readonly recorded: string;
  /** Which ranks had ended with status 0 before. */
  readonly well: readonly number[];
}

/** `exec: nope: No such file or directory`. */
const wordProblem = ({ step, subject, reason }: StartProblem): string =>
  [step, subject, reason].filter((part) => part !== undefined && part !== '').join(': ');

/** The rank that failed first: how, the end of its log, its exception. */
export function wordFailure(failed: FailedRank): string {
  const { rank, machine, problem, log } = failed;
  const how =
    problem === null
      ? wordStatus(failed.status, failed.killer)
      : `could not be started: ${wordProblem(problem)}`;
  const place = `rank ${rank.rank} (${machine}, ${nameDevices(rank)})`;
  const lines = log === null ? [] : lastLines(failed.tail, SHOWN_LINES);
  return [
    say(`${place} ${how}${log === null ? '' : `; its log: ${log}`}`, failed.host),
    ...lines.map((line) => indent(line)),
    ...wordRecorded(failed.recorded),
    ...wordEarlyEnds(failed.well),
  ].join('');
}

function wordRecorded(recorded: string): readonly string[] {
  const message = readRecordedError(recorded)?.trimEnd() ?? '';
  if (message === '') return [];
  const lines = message.split('\n').slice(0, SHOWN_MESSAGE_LINES);
  return [indent('what it recorded:'), ...lines.map((line) => indent(line, '    '))];
}

/** The rank that failed may have waited for them. */
function wordEarlyEnds(well: readonly number[]): readonly string[] {
  if (well.length === 0) return [];
  const them = well.length === 1 ? 'that rank' : 'them';
  return [indent(`${listRanks(well)} ended with status 0 before it, and it may have waited for ${them}`)];
}

/** Some ranks ended well long ago, and others still run. */
export function wordWaiting(
  well: readonly number[],
  running: readonly number[],
  ms: number,
  host: string | null,
): string {
  const later = well.length === 1 ? '' : ' or later';
  const run = running.length === 1 ? 'runs' : 'run';
  const them = well.length === 1 ? 'it' : 'them';
  const ago = `${Math.floor(ms / 1000)} s ago${later}`;
  return say(
    `${listRanks(well)} ended with status 0 ${ago}; ${listRanks(running)} still ${run}, and may wait for ${them}`,
    host,
  );
}

/** Who still ran when the grace was over. */
export function wordOverdue(
  ranks: readonly number[],
  { graceSeconds, graceSetting }: Pick<RunSettings, 'graceSeconds' | 'graceSetting'>,
  host: string | null,
): string {
  const were = ranks.length === 1 ? 'was' : 'were';
  const grace = `${formatSeconds(graceSeconds * 1000)} s`;
  return say(
    `${listRanks(ranks)} had not ended after ${grace} and ${were} killed: raise \`${graceSetting}\``,
    host,
  );
}

/** What did not work out for a rank, which goes on. `rank` is undefined where it is about all of them. */
export function wordWarning(
  { rank, ...problem }: StartProblem & { readonly rank?: number | undefined },
  host: string | null,
): string {
  const about = rank === undefined ? '' : `rank ${rank}: `;
  return say(`warning: ${about}${wordProblem(problem)}`, host);
}

/** The kernel grants fewer CPUs than planned. */
export const wordNarrowed = (rank: number, planned: string, granted: string, host: string | null): string =>
  say(`warning: rank ${rank}: of the planned CPUs ${planned} it may use ${granted} only`, host);

const MOST_WARNINGS = 64;

/** What is said of one rank is mostly true of all: each warning comes once, and not more than some. */
export function createOnce(): (text: string) => boolean {
  const said = new Set<string>();
  return (text) => {
    const key = text.replace(/: rank \d+: /, ': ');
    if (said.has(key) || said.size >= MOST_WARNINGS) return false;
    said.add(key);
    return true;
  };
}

export const wordSurvivors = (pids: readonly number[], host: string | null): string =>
  say(`these processes cannot be ended: ${pids.join(' ')}`, host);

/** The last line of each rank, of many the first ones. */
export function wordLastLines(lines: readonly { readonly rank: number; readonly line: string }[]): string {
  const shown = lines.slice(0, SHOWN_RANKS).filter(({ line }) => line !== '');
  const more = lines.length - SHOWN_RANKS;
  return [
    ...shown.map(({ rank, line }) => indent(`rank ${rank}: ${line}`)),
    ...(more > 0 ? [indent(`and ${more} more`)] : []),
  ].join('');
}

/** What became of each rank of an attempt. */
export interface Ends {
  readonly failed: number;
  readonly byLauncher: number;
  readonly well: number;
  readonly notStarted: number;
  /** Started, and their end was not seen: their guard was killed, or their host lost. */
  readonly unknown: number;
}

/** `ended well in 2.1 s`, `ended after 2.1 s: 1 failed, 3 ended by rankplan`. */
export function wordEnds({ failed, byLauncher, well, notStarted, unknown }: Ends, ms: number): string {
  const isWell = failed + byLauncher + notStarted + unknown === 0;
  const parts = [
    [failed, 'failed'],
    [byLauncher, 'ended by rankplan'],
    [well, 'ended well'],
    [notStarted, 'not started'],
    [unknown, 'with unknown status'],
  ] as const;
  const words = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const seconds = `${(ms / 1000).toFixed(1)} s`;
  return isWell ? `ended well in ${seconds}` : `ended after ${seconds}: ${words.join(', ')}`;
}

export const countRanks = (count: number): string => countOf(count, 'rank');

/** The last lines of a text, of which the end may be all that is there. */
export function lastLines(text: string, wanted: number): readonly string[] {
  const whole = text.endsWith('\n') ? text.slice(0, -1) : text;
  return whole === '' ? [] : whole.split('\n').slice(-wanted);
}
