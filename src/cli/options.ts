import { hasOpenQuote } from '../compiler/values/split-words.ts';
import { UsageError, type VerbOptions } from './verb.ts';

export const ROOT_OPTION = {
  root: {
    flags: '--root <dir>',
    description: 'where inventory files may lie (default: the folder of the topology)',
  },
} as const satisfies VerbOptions;

/** Which part of a plan is that of this machine. */
export const NODE_OPTIONS = {
  node: {
    flags: '--node <node>',
    description: 'the node of the plan that this machine is, where several match',
  },
  nodes: {
    flags: '--nodes <hosts>',
    description: 'the machines of a `bind: job` plan, in the order of its nodes',
  },
  port: { flags: '--port <port>', description: 'another master port than that of the plan' },
} as const satisfies VerbOptions;

const NETWORK_OPTION = {
  network: { flags: '--no-network', description: 'do not look at the network between the hosts' },
} as const satisfies VerbOptions;

/** All hosts of a plan, from one of them or from elsewhere. */
export const ALL_OPTIONS = {
  all: { flags: '--all', description: 'all hosts of the plan, each reached by ssh' },
  via: { flags: '--via <command>', description: 'with --all: how hosts are reached, instead of ssh' },
} as const satisfies VerbOptions;

/** Without --all they would have no effect; with it, `via` has a command. */
export function checkAllOptions(
  all: boolean,
  given: Readonly<Record<string, string | boolean | null>> & { readonly via: string | null },
): void {
  const alone = Object.entries(given).find(([, value]) => value !== null && value !== false);
  if (!all && alone !== undefined)
    throw new UsageError(`--${alone[0]} is for --all: add that, or leave it out`);
  if (given.via?.trim() === '')
    throw new UsageError(`--via '${given.via}' is no command: name one, or leave it out`);
  if (given.via !== null && hasOpenQuote(given.via))
    throw new UsageError(`a quote of --via ${given.via} does not end: write quotes in pairs`);
}

export const VERIFY_OPTIONS = {
  ...NODE_OPTIONS,
  allowBusy: { flags: '--allow-busy', description: 'only warn of other processes on the planned GPUs' },
  ...NETWORK_OPTION,
  timeout: {
    flags: '--timeout <seconds>',
    description: 'how long the driver may take; with --all, how long until all hosts are ready',
    default: '60',
  },
  ...ALL_OPTIONS,
  format: {
    flags: '--format <format>',
    description: 'how findings and verdict are printed',
    choices: ['text', 'json'],
    default: 'text',
  },
  ...ROOT_OPTION,
} as const satisfies VerbOptions;

export const RUN_OPTIONS = {
  ...NODE_OPTIONS,
  grace: { flags: '--grace <seconds>', description: 'another time from TERM to KILL than that of the plan' },
  logs: {
    flags: '--logs <dir>',
    description: 'the folder of runs/<id> (default: that of plan.json, else the working directory)',
  },
  restarts: {
    flags: '--restarts <n>',
    description: 'start all ranks again after a failure, up to so often (default: never)',
  },
  tee: { flags: '--tee', description: 'also print the output of the ranks, each line with its rank' },
  record: {
    flags: '--record',
    description: 'keep the step times that ranks report in rank-N.steps, for `rankplan rescore`',
  },
  allowBusy: { flags: '--allow-busy', description: 'start although other processes use the planned GPUs' },
  verify: {
    flags: '--no-verify',
    description: 'start without comparing the GPUs of this machine with the plan',
  },
  ...NETWORK_OPTION,
  driverTimeout: {
    flags: '--driver-timeout <seconds>',
    description: 'how long the driver may take to list the GPUs',
    default: '60',
  },
  audit: {
    flags: '--audit <mode>',
    description:
      'compare what ranks hold on GPUs with the plan: warn, or end the run with 78 (default: warn, where ranks have GPUs)',
    choices: ['off', 'warn', 'enforce'],
  },
  ...ALL_OPTIONS,
  timeout: {
    flags: '--timeout <seconds>',
    description: 'with --all: the seconds within which all hosts must be ready (default: 30)',
  },
  patience: {
    flags: '--patience <seconds>',
    description: 'with --all: how long a host may give no sign (default: 4)',
  },
  collect: {
    flags: '--collect',
    description: "with --all: bring each host's logs to runs/<id>/hosts/HOST here when the job has ended",
  },
  dryRun: { flags: '--dry-run', description: 'make every check and print the command lines; start nothing' },
  ...ROOT_OPTION,
} as const satisfies VerbOptions;

/** How long a driver may take that has to start each GPU first, as one without nvidia-persistenced does. */
export const DEFAULT_TIMEOUT_SECONDS = 60;

/** The seconds of a time-out; null when it is not given. */
export function parseTimeout(given: string | null, flag = '--timeout'): number | null {
  if (given === null) return null;
  const seconds = Number(given);
  if (given !== '' && seconds >= 0.1 && seconds <= 3600) return seconds;
  throw new UsageError(`${flag} takes seconds from 0.1 to 3600, not \`${given}\``);
}
