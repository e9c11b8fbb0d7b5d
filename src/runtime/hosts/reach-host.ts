import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { printable } from '../../compiler/source/printable.ts';
import { splitWords } from '../../compiler/values/split-words.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { isCommand } from '../run/prepare-run.ts';
import { RunRefusal } from '../run/run-refusal.ts';
import type { ThisHost } from '../run/this-host.ts';

/** How all other hosts are reached: the words that a host and a command for its shell follow. */
export interface Transport {
  readonly words: readonly [string, ...string[]];
  readonly isSsh: boolean;
  /** In an allocation of Slurm. */
  readonly isSrun: boolean;
  /** This machine, too: what it is reached as may be another user, or another view of it. */
  readonly reachesThisHost: boolean;
}

export interface NodeToReach {
  readonly name: string;
  /** As the plan or `--nodes` has it. */
  readonly address: string | null;
  /** False for a node of a `bind: job` plan: its machine is the address. */
  readonly bindsByName: boolean;
}

/**
 * What the user has chosen comes first, and ssh takes the first of each. No terminal is there to answer a question; a
 * link that is cut is noticed.
 */
const SSH_OPTIONS = [
  '-oRequestTTY=no',
  '-oBatchMode=yes',
  '-oConnectTimeout=10',
  '-oServerAliveInterval=5',
  '-oServerAliveCountMax=3',
];

/** Words of `--via` may be in quotes, and no shell reads them; those of `launch.remote` are as they are written. */
export function chooseTransport(remote: LaunchPlan['launch']['remote'], via: string | null): Transport {
  const given = via === null ? wordsOf(remote) : splitWords(via);
  const [program = '', ...rest] = given;
  const problem = `'${printable(program)}' is not a command on this host, and --all reaches the others by it`;
  if (program === '' || !isCommand(program, '.', process.env['PATH'] ?? ''))
    throw new RunRefusal(problem, 'install it, or give another with --via');
  const isSsh = basename(program) === 'ssh';
  const isOtherUser = (remote?.user ?? userInfo().username) !== userInfo().username;
  return {
    words: [program, ...rest, ...(isSsh ? SSH_OPTIONS : [])],
    isSsh,
    isSrun: basename(program) === 'srun',
    reachesThisHost: via !== null || !isSsh || isOtherUser,
  };
}

function wordsOf(remote: LaunchPlan['launch']['remote']): readonly string[] {
  const { command = null, user = null, port = null } = remote ?? {};
  return [
    ...(command ?? ['ssh']),
    ...(user === null ? [] : ['-l', user]),
    ...(port === null ? [] : ['-p', `${port}`]),
  ];
}

/** The words that a command for the host's shell follows; null for this machine, where nothing lies between. */
export async function reachHost(
  transport: Transport,
  node: NodeToReach,
  thisHost: ThisHost,
): Promise<readonly [string, ...string[]] | null> {
  const host = node.bindsByName ? node.name : (node.address ?? node.name);
  if (!transport.reachesThisHost && thisHost.is(host)) return null;
  if (transport.isSrun)
    // A step beside all others, with all that the job has of its node.
    return [
      ...transport.words,
      ...['-N1', '-n1', '-w', host, '--overlap', '--cpu-bind=none', '--mem=0', '/bin/sh', '-c'],
    ];
  return [...transport.words, ...(await findHostOptions(transport, node)), host];
}

/** What ssh's own configuration says of a name holds; where it says nothing, the plan's address does. */
async function findHostOptions(
  { words: [program, ...options], isSsh }: Transport,
  { name, address, bindsByName }: NodeToReach,
): Promise<readonly string[]> {
  if (!isSsh || !bindsByName || address === null) return [];
  try {
    const { stdout } = await promisify(execFile)(program, [...options, '-G', name], { timeout: 10_000 });
    return stdout.split('\n').includes(`hostname ${name}`) ? [`-oHostName=${address}`] : [];
  } catch {
    return []; // it will say itself what is wrong
  }
}
