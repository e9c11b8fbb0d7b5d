import type { Reporter } from '../../../compiler/diagnostics/reporter.ts';
import type { Span } from '../../../compiler/source/source-file.ts';
import type { Code } from '../../../generated/codes.ts';

/** Ends the reading of an input that no topology can be made of. `report` is null if the reason is reported already. */
class Refusal extends Error {
  readonly report: ((report: Reporter) => void) | null;

  constructor(report: Refusal['report']) {
    super('no topology can be made of the input');
    this.report = report;
  }
}

const BY_HAND =
  'correct it, or begin with `rankplan init --host HOSTS --gpus N` and write nodes and mapping by hand';

export function refuse(span: Span, message: string, help = BY_HAND, code: Code = 'RP5116'): never {
  throw new Refusal((report) => report.error(code, span, message, { help }));
}

/** Ends a reading whose errors are reported. */
export function stop(): never {
  throw new Refusal(null);
}

/** What `read` returns; null if it refuses, with the finding reported. */
export function attempt<T>(report: Reporter, read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    error.report?.(report);
    return null;
  }
}

/** A gap that is filled by an assumption: the topology is written, and the user should look at it. */
export function assume(
  { report, span }: { readonly report: Reporter; readonly span: Span },
  message: string,
  help: string,
): void {
  report.warning('RP5117', span, message, { help });
}
