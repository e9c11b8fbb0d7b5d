import type { Reporter } from '../diagnostics/reporter.ts';
import { CODE_HELP_IN_TEXT, noteRemoteCommand } from '../values/code-variables.ts';
import { bindWords } from './bind-words.ts';
import { keySpan, valueSpan } from './document.ts';
import type { Launch, TopologyDocument } from './topology.ts';

type RemoteDocument = NonNullable<NonNullable<TopologyDocument['launch']>['remote']>;

/** Decodes `launch.remote`: how other hosts are reached. */
export function bindRemote(remote: RemoteDocument | undefined, report: Reporter): Launch['remote'] {
  if (remote === undefined) return null;
  const { user = null, port = null, directory = null } = remote;
  const words = bindWords(remote.command, 'command', report);
  if (words !== null) noteRemoteCommand(words, () => keySpan(remote, 'command'), report, CODE_HELP_IN_TEXT);
  refuseForeignKeys(remote, words, report);
  refuseShellPath(remote, report);
  return { command: words === null ? null : [...words], user, port, directory };
}

/** Only ssh has a user and a port that are known here. */
function refuseForeignKeys(remote: RemoteDocument, words: readonly string[] | null, report: Reporter): void {
  if (words === null || isSsh(words)) return;
  for (const key of ['user', 'port'] as const)
    if (remote[key] !== undefined)
      report.error(
        'RP3055',
        valueSpan(remote, key),
        `\`remote.${key}\` is for ssh, and the command is \`${words[0]}\``,
        { help: `give it among the words of \`remote.command\`, as \`${words[0]}\` takes it` },
      );
}

const isSsh = ([program = '']: readonly string[]): boolean => /(?:^|\/)ssh$/.test(program);

function refuseShellPath(remote: RemoteDocument, report: Reporter): void {
  const { directory = '' } = remote;
  if (!directory.startsWith('~') && !directory.includes('$')) return;
  const span = valueSpan(remote, 'directory');
  report.error('RP2031', span, `\`${directory}\` would not expand`, {
    help: 'a relative path begins in the home on each host: write it without `~/`, or a full path',
  });
}
