import type { Sink } from '../../runtime/hosts/output.ts';
import { type FindUse, renderStatus } from './render-status.ts';
import type { RankProgress } from './track-ranks.ts';

/** A run that is over sooner shows nothing. */
const FIRST_MS = 400;
const REDRAW_MS = 1000;

/** Whether the table is shown: the output of ranks would tear it. */
export const hasLiveStatus = (tee: boolean): boolean => process.stderr.isTTY && !tee;

/**
 * Keeps a table of the ranks at the end of a terminal, as large as that is. `readUses` says how the GPUs were last seen.
 * While the terminal takes nothing, as after Ctrl-S, the table is not drawn again.
 */
export function showLiveStatus(
  sink: Sink,
  terminal: { readonly rows: number; readonly columns: number },
  ranks: readonly RankProgress[],
  readUses: () => FindUse | null,
) {
  let drawn = 0;
  let unread = 0;
  const write = (text: string): void => {
    unread++;
    sink.write(text, () => unread--);
  };
  const erase = (): string => (drawn === 0 ? '' : `\x1b[${drawn}A\r\x1b[J`);
  const draw = (before: string): void => {
    const rows = terminal.rows || 24; // a terminal that does not know says 0
    const columns = terminal.columns || 80;
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
