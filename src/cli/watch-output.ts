import { EXIT } from './verb.ts';

/**
 * Answers output that cannot be written with one line and a status of its own. Who reads only the first lines
 * (`| head`) has not found a bug, and nothing is said.
 */
export function watchOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? EXIT.fine);
    const reason = /^[A-Z0-9]+: (.*), write$/.exec(error.message)?.[1] ?? error.message;
    process.stderr.write(`rankplan: cannot write to standard output: ${reason}\n`);
    process.exit(EXIT.environment);
  });
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.exit(EXIT.environment);
  });
}
