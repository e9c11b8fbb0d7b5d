import { countOf, formatSeconds, nameSignal, say } from './say.ts';

/** A run, as its messages describe it. */
export interface RunScene {
  readonly ranks: number;
  readonly hosts: number;
  /** The folder of its logs; on several hosts each has one. */
  readonly logs: string;
}

const wordLogs = ({ hosts, logs }: RunScene): string => `${logs}${hosts > 1 ? ' on each' : ''}`;

const wordSize = ({ ranks, hosts }: RunScene): string =>
  `${countOf(ranks, 'rank')}${hosts > 1 ? ` on ${countOf(hosts, 'host')}` : ''}`;

/** For a terminal. */
export const wordStart = (run: RunScene): string => say(`${wordSize(run)}; logs: ${wordLogs(run)}`);

/** For a terminal, in the end. `ends`: what became of the ranks of the last attempt, and of how many. */
export function wordEnd(run: RunScene, ends: Readonly<Record<string, number>>, ms: number, restarts: number) {
  const seconds = `${(ms / 1000).toFixed(1)} s`;
  const counts = Object.entries(ends).filter(([, count]) => count > 0);
  const words = counts.map(([what, count]) => `${count} ${what}`).join(', ');
  const isWell = ends['ended well'] === run.ranks;
  const how = isWell ? `ended well in ${seconds}` : `ended after ${seconds}: ${words}`;
  const again = restarts > 0 ? `, ${countOf(restarts, 'restart')}` : '';
  return say(`${wordSize(run)} ${how}${again}; logs: ${wordLogs(run)}`);
}

/** A signal to the launcher ends the run. */
export const wordSignal = (signal: number, graceMs: number): string =>
  say(`${nameSignal(signal)}: ending the ranks, within ${formatSeconds(graceMs)} s; Ctrl-C kills them`);

/** `kept` is the folder of the logs of the attempt before. */
export const wordRestart = (attempt: number, restarts: number, kept: string, { hosts }: RunScene): string =>
  say(`restart ${attempt} of ${restarts}; logs of the attempt before: ${kept}${hosts > 1 ? ' on each' : ''}`);

export const wordNoRestart = (reason: string): string => say(`no restart: ${reason}`);

/** Processes that may be left on a lost host end by themselves. */
export const wordWaitForLost = (ms: number): string =>
  say(
    `what may be left on a host that was lost ends by itself: a restart waits ${Math.round(ms / 1000)} s for it`,
  );

export const wordFullDisk = (folder: string, host: string | null): string =>
  say(`warning: the disk of ${folder} is full: what was written last may be missing there`, host);
