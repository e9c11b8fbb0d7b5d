/**
 * The command line that goes through `launch.setup` first: a bash that runs the lines and then becomes the command. The
 * lines see no parameters, and what they export stays. Without setup it is the command itself. As in launch.sh.
 */
export function addSetup(setup: readonly string[], command: readonly string[]): readonly string[] {
  if (setup.length === 0) return command;
  return ['/bin/bash', '-c', renderScript(setup), 'launch.setup', ...command];
}

/** The second exec: a line of setup has returned. The empty line: the last one ends in a backslash. */
function renderScript(setup: readonly string[]): string {
  return `set +efu +o pipefail +o posix
become_command() {
  RANKPLAN_COMMAND=("$@")
  set --
  {
${setup.join('\n')}

    :
  }
  exec -- "\${RANKPLAN_COMMAND[@]}"
}
become_command "$@"
exec -- "\${RANKPLAN_COMMAND[@]}"`;
}
