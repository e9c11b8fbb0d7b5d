/**
 * The command line that goes through `launch.setup` first: a bash that runs the lines and then becomes the command. The
 * lines see no parameters, and what they export stays. Without setup it is the command itself. As in launch.sh.
 */
export function addSetup(setup: readonly string[], command: readonly string[]): readonly string[] {
  if (setup.length === 0) return command;
  return ['/bin/bash', '-c', renderSetup(setup), 'launch.setup', ...command];
}

/**
 * What that bash runs; its parameters are the command. It has the functions that the caller exported, since the lines
 * may need them (`module`), and so maybe one named like a builtin that is used here: under POSIXLY_CORRECT no function
 * hides `unset`. The second exec: a line of setup has returned. The empty line: the last one ends in a backslash.
 */
export function renderSetup(setup: readonly string[]): string {
  return `POSIXLY_CORRECT=1
\\unset -f set exec
\\set +efu +o pipefail +o posix
RANKPLAN_COMMAND=("$@")
become_command() {
${setup.join('\n')}

  exec -- "\${RANKPLAN_COMMAND[@]}"
}
become_command
exec -- "\${RANKPLAN_COMMAND[@]}"`;
}
