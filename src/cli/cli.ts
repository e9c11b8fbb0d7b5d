import { printableLines } from '../compiler/source/printable.ts';
import { runCommandLine } from './command-line.ts';
import { debug, explainError, takeDebugFlag } from './debug.ts';
import { watchOutput } from './output.ts';
import { endProgress } from './progress.ts';
import { EnvironmentError, EXIT, UsageError } from './verb.ts';

declare const RANKPLAN_VERSION: string;

watchOutput();
runCommandLine(takeDebugFlag(process.argv.slice(2)), RANKPLAN_VERSION).then(
  (status) => {
    process.exitCode = status;
  },
  (error: unknown) => {
    process.exitCode = reportError(error);
  },
);

function reportError(error: unknown): number {
  endProgress();
  if (error instanceof UsageError || error instanceof EnvironmentError) {
    process.stderr.write(`rankplan: ${printableLines(error.message)}\n`);
    debug(() => explainError(error));
    return error instanceof UsageError ? EXIT.usage : EXIT.environment;
  }
  if (error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd') {
    process.stderr.write('rankplan: the directory you are in was removed: go to one that is there\n');
    return EXIT.environment;
  }
  process.stderr.write(
    `rankplan: this is a bug in rankplan ${RANKPLAN_VERSION}, please report it: ${explainError(error)}\n` +
      '  help: the same command with `--debug` shows where it happened, and what was decided before\n',
  );
  return EXIT.bug;
}
