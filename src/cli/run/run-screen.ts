import { renderDiagnostic } from '../../compiler/diagnostics/render-text.ts';
import type { Diagnostic } from '../../compiler/diagnostics/reporter.ts';
import { createHostOutput, createSink, type Sink } from '../../runtime/hosts/output.ts';
import { endBySignal, watchTerminal } from '../end-by-signal.ts';
import { useColours } from '../findings/print-findings.ts';
import { EXIT } from '../verb.ts';
import { type FindUse, renderStatus } from './render-status.ts';
import type { RankProgress } from './track-ranks.ts';

const LAST_OUTPUT_MS = 2000;

/**
 * What a run writes to stdout and stderr. Nothing of it waits for a reader before the last rank has ended. `isLive`: a
 * table of the ranks is kept at the end of the terminal.
 */
export function openScreen(ranks: readonly RankProgress[], uses: () => FindUse | null, isLive: boolean) {
  const isTerminalGone = watchTerminal();
  endureClosedStreams();
  const sinks = { stdout: createSink(process.stdout), stderr: createSink(process.stderr) };
  const colours = useColours(process.stderr);
  const status = isLive ? showLiveStatus(sinks.stderr, ranks, uses) : null;
  const isTerminal = process.stderr.isTTY;
  const reader = createPatience();
  const say = (text: string): void => {
    if (text === '') return;
    if (status === null) sinks.stderr.write(text);
    else status.say(text);
  };
  return {
    ...{ say, isTerminal },
    /** A signal ends the run: from now on its readers have little time. */
    hurry: reader.hurry,
    show: (findings: readonly Diagnostic[]) =>
      say(findings.map((one) => renderDiagnostic(one, colours)).join('')),
    outputOf: (grant: (bytes: number) => void) => createHostOutput(sinks, grant),
    /**
     * After all that was written; of a terminal only `lastWords` too. The process ends here where its terminal is gone, or a
     * reader has not taken it all.
     */
    async close(lastWords: string, result: number | null, forgetSignals: () => void): Promise<void> {
      const finish = async (): Promise<boolean> => {
        status?.stop();
        if (isTerminal && lastWords !== '') sinks.stderr.write(lastWords);
        return await reader.await([sinks.stdout.drained(), sinks.stderr.drained()]);
      };
      const wasTaken = isTerminalGone() || (await finish());
      forgetSignals();
      if (isTerminalGone()) endBySignal('SIGHUP');
      if (!wasTaken) process.exit(result ?? EXIT.environment); // Node waits for what it has begun to write
    },
  };
}

/** Readers are waited for without end; once a signal has come, for two seconds, and another one ends that. */
function createPatience() {
  let isHurried = false;
  let begin = (): void => {};
  const hurry = (): void => {
    isHurried = true;
    begin();
  };
  const wait = async (taken: readonly Promise<void>[]): Promise<boolean> => {
    let timer: NodeJS.Timeout | undefined;
    const isOver = new Promise<boolean>((resolve) => {
      begin = () => resolve(false);
      if (isHurried) timer = setTimeout(begin, LAST_OUTPUT_MS);
    });
    const wasTaken = await Promise.race([Promise.all(taken).then(() => true), isOver]);
    clearTimeout(timer);
    return wasTaken;
  };
  return { hurry, await: wait };
}

/** The reader of a stream may end before the run does; that is no reason to end a training. */
function endureClosedStreams(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeAllListeners('error');
    stream.on('error', () => {});
  }
}

/** A run that is over sooner shows nothing. */
const FIRST_MS = 400;
const REDRAW_MS = 1000;

/** Whether the table is shown: the output of ranks would tear it. */
export const hasLiveStatus = (tee: boolean): boolean => process.stderr.isTTY && !tee;

/**
 * Keeps a table of the ranks at the end of a terminal, as large as that is. `readUses` says how the GPUs were last seen.
 * While the terminal takes nothing, as after Ctrl-S, the table is not drawn again.
 */
function showLiveStatus(sink: Sink, ranks: readonly RankProgress[], readUses: () => FindUse | null) {
  let drawn = 0;
  let unread = 0;
  const write = (text: string): void => {
    unread++;
    sink.write(text, () => unread--);
  };
  const erase = (): string => (drawn === 0 ? '' : `\x1b[${drawn}A\r\x1b[J`);
  const draw = (before: string): void => {
    const rows = process.stderr.rows || 24; // a terminal that does not know says 0
    const columns = process.stderr.columns || 80;
    const lines = renderStatus({ ranks, nowMs: performance.now(), rows, columns, useOf: readUses() });
    const text = `${erase()}${before}${lines.join('\n')}\n`;
    drawn = lines.length;
    write(text);
  };
  let timer = setTimeout(function redraw() {
    if (unread === 0) draw('');
    timer = setTimeout(redraw, REDRAW_MS);
  }, FIRST_MS);
  return {
    /** Writes other text, in the place of the status, which comes back below it. */
    say: (text: string): void => (drawn === 0 ? write(text) : draw(text)),
    stop(): void {
      clearTimeout(timer);
      if (drawn > 0) draw('');
    },
  };
}
