/**
 * The surroundings forbid it: no permission, no space, another compile at work, a broken manifest. The message is
 * lower case and for the user. Unless it says otherwise the output directory is as it was.
 */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}

/** Runs `action`; a failed system call becomes an OutputError that begins with `attempt`. */
export function explainFailure<T>(attempt: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    const { code, syscall, path, message } = error as NodeJS.ErrnoException;
    if (code === undefined || syscall === undefined) throw error;
    const reason = /^[A-Z0-9]+: (.*?), /.exec(message)?.[1] ?? code;
    throw new OutputError(`${attempt}: ${reason} (${[syscall, path].filter(Boolean).join(' ')})`, {
      cause: error,
    });
  }
}

/** Runs `action` and takes a system call's failure with one of these codes as an answer, which is null. */
export function tolerate<T>(codes: readonly string[], action: () => T): T | null {
  try {
    return action();
  } catch (error) {
    if (!codes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return null;
  }
}

/** Runs `action`; where it fails, what was begun for it is undone. */
export function orUndo<T>(undo: () => void, action: () => T): T {
  try {
    return action();
  } catch (error) {
    undo();
    throw error;
  }
}
