import { spawnSync } from 'node:child_process';
import { oneLine } from '../../compiler/source/printable.ts';
import { RunRefusal } from './run-refusal.ts';

const TIMEOUT_MS = 10_000;

/**
 * Lets this machine's bash read lines of a `setup` as a job script has them, and run nothing: what it cannot read, and in
 * which of the lines it noticed. Null: it can, or there is no bash here.
 */
export function findSyntaxError(lines: readonly string[]) {
  if (lines.length === 0) return null;
  const script = `setup() {\n${lines.join('\n')}\n\n:\n}\n`;
  const { BASH_ENV: _, SHELLOPTS: __, ...env } = process.env;
  const { status, stderr } = spawnSync('bash', ['-n'], {
    input: script,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    env: { ...env, LC_ALL: 'C' },
  });
  const [, number, message] = /^bash: line (\d+): (.*)$/m.exec(stderr ?? '') ?? [];
  if (status === null || status === 0 || message === undefined) return null;
  return { line: findItem(lines, Number(number) - 2), message: oneLine(message) };
}

/** The item with this line of text; an item may have several. What is noticed at the end is the last one's. */
function findItem(items: readonly string[], line: number): number {
  let next = 0;
  const found = items.findIndex((item) => {
    next += item.split('\n').length;
    return line < next;
  });
  return found === -1 ? items.length - 1 : found;
}

export const SETUP_HELP = 'correct the line, or one before it: quotes, `fi` and `done`, parentheses';

/** A RunRefusal where bash cannot read lines of `launch.setup`: each rank would end by that. */
export function checkSetup(setup: readonly string[]): void {
  const slip = findSyntaxError(setup);
  if (slip === null) return;
  const [line = ''] = (setup[slip.line] ?? '').split('\n');
  throw new RunRefusal(`bash cannot read launch.setup at '${line}' (${slip.message})`, SETUP_HELP);
}
