import { countRanks, type Ends, wordEnds } from './rank-words.ts';
import { countOf, formatSeconds, say } from './say.ts';
import { nameSignal } from './status-words.ts';

/** A run, as its messages describe it. */
export interface RunScene {
  readonly ranks: number;
  readonly hosts: number;
  /** The folder of its logs; on several hosts each has one. */
  readonly logs: string;
}

const wordLogs = ({ hosts, logs }: RunScene): string => `${logs}${hosts > 1 ? ' on each' : ''}`;

const wordSize = ({ ranks, hosts }: RunScene): string =>
  hosts > 1 ? `${countRanks(ranks)} on ${countOf(hosts, 'host')}` : countRanks(ranks);

/** For a terminal. */
export const wordStart = (run: RunScene): string => say(`${wordSize(run)}; logs: ${wordLogs(run)}`);

/** For a terminal, in the end. */
export function wordEnd(run: RunScene, ends: Ends, ms: number, restarts: number): string {
  const again = restarts > 0 ? `, ${countOf(restarts, 'restart')}` : '';
  return say(`${wordSize(run)} ${wordRunEnds(run, ends, ms)}${again}; logs: ${wordLogs(run)}`);
}

function wordRunEnds({ ranks, hosts }: RunScene, ends: Ends, ms: number): string {
  if (hosts === 1) return wordEnds(ends, ms);
  const after = ends.well === ranks ? 'in' : 'after';
  return `ended ${after} ${(ms / 1000).toFixed(1)} s, ${ends.well} well`;
}

/** A signal to the launcher ends the run. */
export const wordSignal = (signal: number, graceMs: number): string =>
  say(`${nameSignal(signal)}: ending the ranks, within ${formatSeconds(graceMs)} s; Ctrl-C kills them`);

/** `kept` is the folder of the logs of the attempt before. */
export const wordRestart = (attempt: number, restarts: number, kept: string, run: RunScene): string =>
  say(
    `restart ${attempt} of ${restarts}; logs of the attempt before: ${kept}${run.hosts > 1 ? ' on each' : ''}`,
  );

export const wordNoRestart = (reason: string): string => say(`no restart: ${reason}`);

/** What may be left on a host that was lost ends by itself. */
export const wordWaitForLost = (ms: number): string =>
  say(
    `what may be left on a host that was lost ends by itself: a restart waits ${Math.round(ms / 1000)} s for it`,
  );

/** A disk took no more. */
export const wordFullDisk = (folder: string, host: string | null): string =>
  say(`warning: the disk of ${folder} is full: what was written last may be missing there`, host);
