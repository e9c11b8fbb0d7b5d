import type { Reporter } from '../../../compiler/diagnostics/reporter.ts';
import type { Span } from '../../../compiler/source/source-file.ts';
import type { Code } from '../../../generated/codes.ts';

interface Finding {
  readonly code: Code;
  readonly span: Span;
  readonly help: string;
}

/** Ends the reading of an input that no topology can be made of. Its finding is null where one is reported already. */
class Refusal extends Error {
  readonly finding: Finding | null;

  constructor(message: string, finding: Finding | null) {
    super(message);
    this.finding = finding;
  }
}

export function refuse(span: Span, message: string, help: string, code: Code = 'RP5116'): never {
  throw new Refusal(message, { code, span, help });
}

/** Ends a reading whose errors are reported. */
export function stop(): never {
  throw new Refusal('reported already', null);
}

/** What `read` returns; null where it refuses, with the finding reported. */
export function attempt<T>(report: Reporter, read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { message, finding } = error;
    if (finding !== null) report.error(finding.code, finding.span, message, { help: finding.help });
    return null;
  }
}

/** A gap that is filled by an assumption: the topology is written, and the user should look at it. */
export function assume(report: Reporter, span: Span, message: string, help: string): void {
  report.warning('RP5117', span, message, { help });
}
