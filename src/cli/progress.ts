import type { WriteStream } from 'node:tty';
import { printable } from '../compiler/source/printable.ts';

interface Progress {
  /** Replaces the line; `render` gets the width that it may fill. */
  readonly show: (render: (width: number) => string) => void;
  readonly end: () => void;
}

/** One line of a terminal that is written again and again; nothing anywhere else, where it would be many lines. */
export function showProgress(stream: WriteStream): Progress {
  if (!stream.isTTY) return { show: () => {}, end: () => {} };
  let shown = '';
  return {
    show(render) {
      // A terminal that does not know its width says 0.
      const text = render((stream.columns || 80) - 1);
      if (text !== shown) stream.write(`\r\x1b[K${text}`);
      shown = text;
    },
    end() {
      if (shown !== '') stream.write('\r\x1b[K');
      shown = '';
    },
  };
}

/** A shorter wait needs no explanation. It counts from the start of the process. */
const SILENT_MS = 2000;
const BETWEEN_MS = 100;

let progress: Progress | null = null;
let lastMs = 0;

/** Shows on a terminal what a slow command is doing; `words` is called only then. */
export function noteProgress(words: () => string): void {
  const nowMs = process.uptime() * 1000; // for `performance`, Node loads a dozen modules
  if (nowMs < SILENT_MS || nowMs < lastMs + BETWEEN_MS) return;
  lastMs = nowMs;
  progress ??= showProgress(process.stderr);
  progress.show((width) => printable(`rankplan: ${words()}`).slice(0, width));
}

/** Before anything else is written, and at the end. */
export function endProgress(): void {
  progress?.end();
  lastMs = 0;
}

/** Says what is waited for, where that takes long. */
export async function whileWaiting<T>(words: string, work: Promise<T>): Promise<T> {
  const timer = setTimeout(() => noteProgress(() => words), SILENT_MS);
  return work.finally(() => {
    clearTimeout(timer);
    endProgress();
  });
}

/** Passes on what it iterates, and says how many that were. */
export function* countProgress<T>(items: Iterable<T>, describe: (done: number) => string): Iterable<T> {
  let done = 0;
  for (const item of items) {
    noteProgress(() => describe(done));
    yield item;
    done++;
  }
}
