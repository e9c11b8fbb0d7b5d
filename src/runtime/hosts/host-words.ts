import type { HostFault } from './find-first.ts';
import {
  countOf,
  formatSeconds,
  lastLineOf,
  nameSignal,
  SIGNAL_STATUS,
  say,
  sayEach,
  wordStatus,
} from './say.ts';

/** How the process that reaches a host stands, or ended. */
export interface Transport {
  /** Its first word, such as `ssh`; null if the guard of this machine is reached directly. */
  readonly program: string | null;
  /** Null while it runs. */
  readonly end: { readonly status: number | null; readonly signal: number | null } | null;
  /** The last that it wrote to stderr, or before the host answered. */
  readonly complaint: string;
}

const SSH_STATUS = 255;
const NOT_FOUND = 127;

/** How the transport ended, and what it wrote last. */
export function wordTransport({ program, end, complaint }: Transport): string {
  const last = lastLineOf(complaint);
  return `${program ?? 'rankplan-exec'} ${wordTransportEnd(end)}${last === '' ? '' : `: ${last}`}`;
}

function wordTransportEnd(end: Transport['end']): string {
  if (end === null) return 'gives no sign';
  if (end.signal !== null) return wordStatus(0, end.signal);
  return end.status === 0 ? 'ended, and did not answer' : `ended with status ${end.status}`;
}

/** What a shell or sshd said of itself, with what to do; several may be there, and the first is the cause. */
const ADVICE: Readonly<Record<string, string>> = {
  'it has no folder for rankplan-exec':
    'set launch.remote.directory to a folder there in which you may write and execute files',
  'it has no sha256sum': 'install coreutils or busybox there',
  'did not arrive there whole': 'start again; the connection may have been cut, or the disk be full',
  'its login prints more than': 'have its .profile or .bashrc print nothing where there is no terminal',
  'Permission denied (':
    'it must let you in without a question: a key in an agent, or one without a passphrase',
  'Offending ':
    'its key has changed: was it installed again, or is it another machine? ssh to it by hand says more',
  'Host key verification failed':
    'ssh does not know its key under this name or address: ssh to it once by hand, and compare',
};

function advise({ end, complaint }: Transport): string {
  const status = end?.status ?? null;
  if (status === NOT_FOUND) return ' (each host needs a POSIX sh at /bin/sh)';
  const known = Object.entries(ADVICE).find(([words]) => complaint.includes(words));
  if (known !== undefined) return ` (${known[1]})`;
  return status !== null && status < SSH_STATUS
    ? ' (rankplan-exec was not started there: a file such as .bashrc may end the login, or start another shell)'
    : '';
}

/** A host that cannot be used, as no guard answers there. */
export const wordUnusable = (host: string, transport: Transport): string =>
  say(`${host} cannot be used: ${wordTransport(transport)}${advise(transport)}`);

export const wordNotReady = (host: string, timeoutMs: number, transport: Transport): string =>
  say(`${host} was not ready within ${formatSeconds(timeoutMs)} s: ${wordTransport(transport)}`);

/** After checks only. */
export function wordReady(host: string, ranks: number, freeMb: number): string {
  const free = freeMb >= 1000 ? `${Math.floor(freeMb / 1000)} GB` : `${freeMb} MB`;
  return say(`${host} is ready (${countOf(ranks, 'rank')}; ${free} free)`);
}

/** Not all are ready; nothing is said of one host alone before its first attempt. */
export function wordReadyCount(ready: number, hosts: number, isFirst: boolean): string {
  if (isFirst && hosts === 1) return '';
  const count = `${ready} of ${countOf(hosts, 'host')} are ready`;
  return say(isFirst ? `${count}; nothing was started` : `no restart: ${count}`);
}

export function wordMove(from: string, to: string, ranks: number): string {
  const go = ranks === 1 ? 'goes' : 'go';
  return say(`${to} takes the place of ${from}: ${countOf(ranks, 'rank')} ${go} there, and no other moves`);
}

export const wordMisfit = (spare: string, host: string, reason: string): string =>
  say(`${spare} cannot take the place of ${host}: ${reason}`);

/** Why a host is to blame for the end of all; `host` is null if it is the only one. */
export function wordFault(
  { kind, status, silentMs, details = [] }: HostFault,
  transport: Transport,
  host: string | null,
): string {
  const signal = nameSignal(status - SIGNAL_STATUS);
  const words: Readonly<Record<HostFault['kind'], string | readonly string[]>> = {
    lost:
      silentMs === undefined
        ? `lost: ${wordTransport(transport)}`
        : `lost: no sign of it for ${(silentMs / 1000).toFixed(1)} s`,
    torn:
      transport.end === null
        ? 'lost: no sign of the launcher came through its connection, so it ended its ranks'
        : `lost: its connection ended (${wordTransport(transport)}), so it ended its ranks`,
    interrupted: `rankplan-exec got ${signal}, and ${host === null ? 'ends' : 'ended'} the ranks`,
    killed: `rankplan-exec was killed by ${signal}, and the ranks with it`,
    protocol: `${host === null ? 'the guard' : 'it'} does not speak as rankplan-exec does: ${details.join('; ')}`,
    refused: details,
    stalled: 'the ranks stand still, so all of them are ended (launch.onStall)',
  };
  return sayEach([words[kind]].flat(), host);
}
