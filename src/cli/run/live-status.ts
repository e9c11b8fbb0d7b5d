import type { RankProgress } from '../../runtime/run/track-ranks.ts';
import { type FindUse, renderStatus } from './render-status.ts';

export interface LiveStatus {
  /** Writes other text, in the place of the status, which comes back below it. */
  readonly say: (text: string) => void;
  readonly stop: () => void;
}

/** A run that is over sooner shows nothing. */
const FIRST_MS = 400;
const REDRAW_MS = 1000;

/** Keeps a table of the ranks at the end of a terminal. `readUses` tells how the GPUs were last seen. */
export function showLiveStatus(
  terminal: NodeJS.WriteStream,
  ranks: readonly RankProgress[],
  readUses: () => FindUse | null,
): LiveStatus {
  let drawn = 0;
  const erase = (): string => (drawn === 0 ? '' : `\x1b[${drawn}A\r\x1b[J`);
  const draw = (before: string): void => {
    const rows = terminal.rows || 24; // a terminal that does not know says 0
    const columns = terminal.columns || 80;
    const lines = renderStatus({ ranks, nowMs: performance.now(), rows, columns, useOf: readUses() });
    const text = `${erase()}${before}${lines.join('\n')}\n`;
    drawn = lines.length;
    terminal.write(text);
  };
  let timer = setTimeout(function redraw() {
    draw('');
    timer = setTimeout(redraw, REDRAW_MS);
  }, FIRST_MS);
  const say = (text: string): void => {
    if (drawn === 0) terminal.write(text);
    else draw(text);
  };
  const stop = (): void => {
    clearTimeout(timer);
    if (drawn > 0) draw('');
  };
  return { say, stop };
}
