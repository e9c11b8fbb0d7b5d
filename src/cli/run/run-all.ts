import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { printable } from '../../compiler/source/printable.ts';
import type { LaunchPlan } from '../../generated/plan.ts';
import { nameRun } from '../../runtime/run/run-folder.ts';
import type { GuardEnd } from '../../runtime/run/start-guard.ts';
import { EnvironmentError, type Invocation, UsageError } from '../verb.ts';
import type { VERIFY_OPTIONS } from '../verbs/options.ts';
import type { RunAudit } from './audit-run.ts';
import type { LiveStatus } from './live-status.ts';
import { type RunCall, readAudit } from './read-run-options.ts';
import { hasLiveStatus, supervise } from './supervise.ts';

type VerifyCall = Invocation<typeof VERIFY_OPTIONS>;

/** Starts the ranks of all hosts; returns the status of the first that failed, or why none was started. */
export async function runAll(call: RunCall, plan: LaunchPlan): Promise<number> {
  const { args, options } = call;
  refuseLocalOptions({
    '--node': options.node !== null,
    '--grace': options.grace !== null,
    '--logs': options.logs !== null,
    '--no-verify': !options.verify,
  });
  const words = wordsOf(options, [
    'via',
    'dir',
    'push',
    'collect',
    'timeout',
    'fanout',
    'patience',
    'port',
    'nodes',
    'restarts',
    'tee',
    'record',
    'dryRun',
    'allowBusy',
  ]);
  if (options.detach && options.audit !== null && options.audit !== 'off')
    throw new UsageError(`--audit ${options.audit} is for a launcher that stays: leave it out, or --detach`);
  if (options.detach) return detachAll(args[0] ?? '', [...words, '--', ...args.slice(1)]);
  const isShowing = options.tee || options.dryRun;
  const isWatched = hasLiveStatus({ tee: isShowing });
  const id = process.env['RANKPLAN_RUN_ID'] || nameRun(new Date());
  const audit = options.dryRun ? null : readAudit(call, plan.ranks);
  const own = ['--run-id', id, ...(isWatched ? ['--lines'] : []), ...(audit === null ? [] : ['--sample'])];
  const script = findScript(args[0] ?? '');
  const folder = join(dirname(script), 'runs', id);
  const { prepareAllAudit } = await import('./audit-all.ts');
  return launchAll(plan, script, [...own, ...words, '--', ...args.slice(1)], {
    isShowing,
    audit: audit === null ? null : prepareAllAudit({ options: audit, plan, folder, isWatched }),
  });
}

/** All checks of all hosts, at once. */
export function verifyAll({ args, options }: VerifyCall, plan: LaunchPlan): Promise<number> {
  refuseLocalOptions({
    '--node': options.node !== null,
    '--format json': options.format !== 'text',
  });
  const words = wordsOf(options, ['via', 'dir', 'timeout', 'fanout', 'port', 'nodes', 'allowBusy']);
  return launchAll(plan, findScript(args[0] ?? ''), ['--dry-run', ...words], {
    isShowing: true,
    audit: null,
  });
}

/** What has no meaning for several hosts is refused: it would be left out without a word. */
function refuseLocalOptions(given: Readonly<Record<string, boolean>>): void {
  for (const [flag, isGiven] of Object.entries(given))
    if (isGiven)
      throw new UsageError(`${flag} is for the ranks of this machine, not with --all: leave it out`);
}

/** The options as launch.sh takes them. */
function wordsOf<Name extends string>(
  options: Readonly<Record<Name, string | boolean | null>>,
  names: readonly Name[],
): readonly string[] {
  return names.flatMap((name) => {
    const value = options[name];
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return value === true ? [flag] : typeof value === 'string' ? [flag, value] : [];
  });
}

/** The lifeline is moved away from stdin, which launch.sh closes. No word is read by the shell. */
const MOVE_LIFELINE = 'exec bash "$0" "$@" 4<&0';

/** `launch.sh --all` of the compiled directory tells the same events as a guard on this machine. */
function launchAll(
  plan: LaunchPlan,
  script: string,
  words: readonly string[],
  { isShowing, audit }: { readonly isShowing: boolean; readonly audit: RunAudit | null },
): Promise<number> {
  const own = ['-c', MOVE_LIFELINE, script, '--all', '--lifeline', '4', '--report', '3'];
  return supervise({
    exec: 'bash',
    input: { environment: process.env, words: [...own, ...words], request: '', tee: true },
    ranks: plan.ranks,
    graceSeconds: plan.launch.graceSeconds,
    tee: isShowing,
    canPause: false,
    audit,
    afterLoss: tellLoss,
  });
}

/** It says itself what is refused, and where the run is found. */
async function detachAll(given: string, words: readonly string[]): Promise<number> {
  const child = spawn('bash', [findScript(given), '--all', '--detach', ...words], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of PASSED_ON) process.on(signal, pass);
  try {
    const [status, signal] = await once(child, 'close');
    return status ?? 128 + constants.signals[signal as NodeJS.Signals];
  } finally {
    for (const signal of PASSED_ON) process.off(signal, pass);
  }
}

const PASSED_ON = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const;

/** The compiled directory is what lies on every host. */
function findScript(given: string): string {
  const isDirectory = existsSync(given) && statSync(given).isDirectory();
  const script = resolve(join(isDirectory ? given : dirname(given), 'launch.sh'));
  const isOfOne = isDirectory || ['plan.json', 'launch.sh'].includes(basename(given));
  if (isOfOne && existsSync(script)) return script;
  throw new EnvironmentError(
    `--all needs a compiled directory, which lies on every host, and ${printable(given)} is none: \`rankplan compile TOPOLOGY -o DIR --with-exec\` makes it`,
  );
}

async function tellLoss({ signal }: GuardEnd, say: LiveStatus['say']): Promise<readonly number[]> {
  if (signal !== null)
    say(`rankplan: launch.sh --all was killed by ${signal}; each host ends its ranks by itself\n`);
  return [];
}
