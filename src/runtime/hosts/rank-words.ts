import { nameDevices } from '../../compiler/plan/group-ranks.ts';
import type { PlanRank } from '../../generated/plan.ts';
import { isRecord, parseJson } from '../try-read.ts';
import { formatSeconds, indent, listRanks, say, wordStatus } from './say.ts';

const SHOWN_LINES = 5;
const SHOWN_MESSAGE_LINES = 20;

/** Why a rank did not become its command. */
export interface StartProblem {
  readonly step: string;
  readonly subject?: string | undefined;
  readonly reason?: string | undefined;
}

export interface FailedRank {
  /** Null if there is one host only. */
  readonly host: string | null;
  readonly rank: Pick<PlanRank, 'rank' | 'gpu' | 'gpus'>;
  readonly machine: string;
  readonly status: number;
  readonly killer: number;
  readonly problem: StartProblem | null;
  /** The log of its stderr. */
  readonly log: string;
  readonly text: string;
  /** What it recorded: a file of torch, or nothing. */
  readonly recorded: string;
  /** Which ranks had ended with status 0 before. */
  readonly well: readonly number[];
}

/** `exec: nope: No such file or directory`. */
const wordProblem = ({ step, subject, reason }: StartProblem): string =>
  [step, subject, reason].filter((part) => part !== undefined && part !== '').join(': ');

export function wordFailure(failed: FailedRank): string {
  const { rank, machine, problem } = failed;
  const how =
    problem === null
      ? wordStatus(failed.status, failed.killer)
      : `could not be started: ${wordProblem(problem)}`;
  return [
    say(`rank ${rank.rank} (${machine}, ${nameDevices(rank)}) ${how}; its log: ${failed.log}`, failed.host),
    ...lastLines(failed.text, SHOWN_LINES).map((line) => indent(line)),
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
export function wordWaiting(well: readonly number[], running: readonly number[], ms: number): string {
  const [later, them] = well.length === 1 ? ['', 'it'] : [' or later', 'them'];
  const run = running.length === 1 ? 'runs' : 'run';
  const ago = `${Math.floor(ms / 1000)} s ago${later}`;
  return say(
    `${listRanks(well)} ended with status 0 ${ago}; ${listRanks(running)} still ${run}, and may wait for ${them}`,
  );
}

export function wordOverdue(ranks: readonly number[], graceSeconds: number, host: string | null): string {
  const were = ranks.length === 1 ? 'was' : 'were';
  const grace = `${formatSeconds(graceSeconds * 1000)} s`;
  const cure = 'raise `launch.grace` or `--grace`';
  return say(`${listRanks(ranks)} had not ended after ${grace} and ${were} killed: ${cure}`, host);
}

/** What did not work out for a rank, which goes on. `rank` is undefined if it is about all of them. */
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

/** A warning about one rank is mostly true of all: each one is shown once, and only a limited number in all. */
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

/** The last lines of a text, of which the end may be all that is there. */
export function lastLines(text: string, wanted: number): readonly string[] {
  const whole = text.endsWith('\n') ? text.slice(0, -1) : text;
  return whole === '' ? [] : whole.split('\n').slice(-wanted);
}

/** As torch's `@record` writes it: `{"message": "…"}`, or `{"message": {"message": "…", …}}`; null if it is not whole. */
export function readRecordedError(text: string): string | null {
  const message = messageOf(parseJson(text));
  const words = isRecord(message) ? messageOf(message) : message;
  return typeof words === 'string' ? words : null;
}

const messageOf = (value: unknown): unknown => (isRecord(value) ? value['message'] : null);
