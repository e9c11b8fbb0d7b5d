let isOn = false;

/** With `--debug`, says on standard error what was decided; `describe` is not called otherwise. */
export function debug(describe: () => string): void {
  if (isOn) process.stderr.write(`rankplan: debug: ${describe()}\n`);
}

/** An error for the user: its message, with `--debug` its stack. */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\ncaused by ${explainError(error.cause)}`;
  return isOn ? `${error.stack}${cause}` : `${error.name}: ${error.message}`;
}

/** Takes `--debug` out of a command line: every verb has it. Words after `--` belong to the user's own command. */
export function takeDebugFlag(args: readonly string[]): readonly string[] {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  isOn = args.slice(0, end).includes(DEBUG_FLAG);
  return args.filter((arg, at) => at >= end || arg !== DEBUG_FLAG);
}

const DEBUG_FLAG = '--debug';
