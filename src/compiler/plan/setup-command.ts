import { setupText } from '../../generated/setup-text.ts';

/**
 * The command line that goes through `launch.setup` first: a bash that runs the lines and then becomes the command, by
 * setup.bash. Without setup it is the command itself.
 */
export function addSetup(setup: readonly string[], command: readonly string[]): readonly string[] {
  if (setup.length === 0) return command;
  return ['/bin/bash', '-c', setupText, 'launch.setup', setup.join('\n'), ...command];
}
