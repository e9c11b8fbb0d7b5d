import type { Reporter } from '../diagnostics/reporter.ts';
import { isLine } from '../source/printable.ts';
import { FIRST_FREE_PORT, isAddress } from '../values/address.ts';
import { CODE_HELP_IN_TEXT, noteRemoteCommand } from '../values/code-variables.ts';
import { MAX_GRACE_SECONDS } from '../values/quantities.ts';
import { bindCommand, type Replicas } from './bind-command.ts';
import { bindSection } from './bind-section.ts';
import { decode, decodeEnvironment, decodeWords, durationUpTo, Refusal, sortTexts } from './decode.ts';
import { keySpan, textEntries, valueSpan } from './document.ts';
import type { Launch, Software, TopologyDocument } from './topology.ts';

type LaunchDocument = NonNullable<TopologyDocument['launch']>;
type RemoteDocument = NonNullable<LaunchDocument['remote']>;

export const DEFAULT_PORT = 29_500;

/**
 * Decodes `launch`. Under Slurm two jobs may meet on one machine, so there the port is chosen at the start. `replicas`: of the
 * roles that its words may name; null: there are none.
 */
export function bindLaunch(
  source: LaunchDocument | null,
  underSlurm: boolean,
  report: Reporter,
  replicas: Replicas | null = null,
): Launch {
  const launch = source ?? {};
  const { master, groupWithin = 'node' } = launch;
  // As Megatron has them by default.
  const { tp = 1, cp = 1, ep = 1, dp = null, pp = 1, order = 'tp-cp-ep-dp-pp' } = launch.parallel ?? {};
  return {
    ...{ source, defaults: null, replicas },
    backend: launch.backend ?? null,
    masterAddress: decode(master, 'address', report, decodeMaster),
    masterPort: decode(master, 'port', report, decodePort) ?? (underSlurm ? 'auto' : DEFAULT_PORT),
    visibility: launch.visibility ?? null,
    ...bindSection('launch', launch, {
      command: bindCommand(launch.command, replicas, report),
      setup: [...(launch.setup ?? [])],
      wrap: decodeWords(launch.wrap, 'wrap', report),
      workdir: decode(launch, 'workdir', report, decodeWorkdir),
      remote: launch.remote === undefined ? null : bindRemote(launch.remote, report),
      // The node is what it is without: written or not, it is the same.
      groupWithin: groupWithin === 'node' ? null : groupWithin,
      env: decodeEnvironment(launch.env, report),
      software: launch.software === undefined ? null : bindSoftware(launch.software, report),
      // As torchrun (2.13): a rank that saves at TERM needs more than a few seconds.
      graceSeconds: decode(launch, 'grace', report, decodeGrace) ?? 30,
      stallAfterSeconds: decode(launch, 'stallAfter', report, decodeStallAfter) ?? 60,
    }),
    parallel: launch.parallel === undefined ? null : { tp, cp, ep, dp, pp, order },
  };
}

function decodeWorkdir(workdir: string): string | Refusal {
  if (!isLine(workdir)) {
    const message = 'the working directory contains a control character';
    return new Refusal('RP2027', message, 'write a plain path; nothing expands in it');
  }
  const help = 'write the path out; the default is the directory where the launcher was called';
  return refuseExpansion(workdir, help);
}

/** The path, unless a shell would make another one of it. */
const refuseExpansion = (path: string, help: string): string | Refusal =>
  path.startsWith('~') || path.includes('$')
    ? new Refusal('RP2031', `\`${path}\` would not expand`, help)
    : path;

function bindSoftware(software: object, report: Reporter): Software {
  const entries = textEntries(software);
  for (const { text, valueSpan: span } of entries) {
    if (/^\d/.test(text)) continue;
    report.error('RP1105', span(), `\`${text}\` is no version`, { help: 'begin with a digit: `2.31.2`' });
  }
  return sortTexts(entries);
}

function decodeMaster(address: string): string | Refusal {
  if (isAddress(address)) return address;
  const help = 'write a host name or an IP address that all nodes reach';
  return new Refusal('RP2026', `\`${address}\` is no address`, help);
}

function decodePort(port: string | number): number | 'auto' | Refusal {
  if (port === 'auto') return port;
  const number = Number(port);
  if (port === number && port >= FIRST_FREE_PORT && port <= 65_535) return port;
  const help = 'choose a number from 1024 to 65535, without quotes, or `auto`: those below are privileged';
  return new Refusal('RP3016', `the master port ${JSON.stringify(port)} cannot be taken`, help);
}

const decodeGrace = durationUpTo(MAX_GRACE_SECONDS, 'a day');

function decodeStallAfter(time: string | number): number | Refusal {
  const seconds = decodeGrace(time);
  if (typeof seconds !== 'number' || seconds >= 5) return seconds;
  const help = 'ranks are looked at every few seconds: write 5s or more; `watch: off` looks at none';
  return new Refusal('RP1105', `\`${time}\` is too short`, help);
}

function bindRemote(remote: RemoteDocument, report: Reporter): Launch['remote'] {
  const { user = null, port = null } = remote;
  const command = decodeWords(remote.command, 'command', report);
  if (command !== null) {
    noteRemoteCommand(command, () => keySpan(remote, 'command'), report, CODE_HELP_IN_TEXT);
    refuseForeignKeys(remote, command[0] ?? '', report);
  }
  return { command, user, port, directory: decode(remote, 'directory', report, decodeDirectory) };
}

/** Only ssh has a user and a port that are known here. */
function refuseForeignKeys(remote: RemoteDocument, program: string, report: Reporter): void {
  if (/(?:^|\/)ssh$/.test(program)) return;
  for (const key of ['user', 'port'] as const) {
    if (remote[key] === undefined) continue;
    const message = `\`remote.${key}\` is for ssh, and the command is \`${program}\``;
    const help = `give it among the words of \`remote.command\`, as \`${program}\` takes it`;
    report.error('RP3055', valueSpan(remote, key), message, { help });
  }
}

const decodeDirectory = (directory: string): string | Refusal =>
  refuseExpansion(
    directory,
    'a relative path begins in the home on each host: write it without `~/`, or a full path',
  );
