import type { LaunchPlan, PlanNode } from '../../generated/plan.ts';

/** What a host's kernel and its name service say, in the namespace of its ranks. */
export interface HostNetwork {
  /** Empty: it is not known. */
  readonly ownName: string;
  /** What its own name means there, in the order in which programs try them; empty: nothing. */
  readonly ownAddresses: readonly string[];
  /** In the kernel's order. */
  readonly interfaces: readonly Interface[];
  /** The address of its own from which it goes to the master; null: there is no way, or it is not known. */
  readonly routeFrom: string | null;
}

export interface Interface {
  readonly name: string;
  /** Up and running. */
  readonly isUp: boolean;
  readonly mtu: number | null;
  readonly addresses: readonly string[];
}

/** The variables by which libraries choose an interface. */
export const NETWORK_VARIABLES = [
  'GLOO_SOCKET_IFNAME',
  'NCCL_SOCKET_IFNAME',
  'NCCL_SOCKET_FAMILY',
  'NCCL_COMM_ID',
] as const;

export type NetworkVariables = Readonly<Partial<Record<string, string>>>;

/** Where NCCL looks for what no variable sets; the first that has it counts. */
export const NCCL_FILES = ['~/.nccl.conf', '/etc/nccl.conf'] as const;

/** What ranks of a node get: what the plan sets, what they inherit there, or what files of NCCL's say (null: there is none). */
export function variablesOf(
  { launch }: LaunchPlan,
  { env }: PlanNode,
  inherited: (name: string) => string | undefined,
  files: readonly (string | null)[],
): NetworkVariables {
  const lines = files.flatMap((text) => text?.split('\n') ?? []);
  const inFiles = (name: string): string | undefined =>
    lines.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1);
  return Object.fromEntries(
    NETWORK_VARIABLES.map((name) => [
      name,
      launch.env[name] ??
        env[name] ??
        inherited(name) ??
        (name.startsWith('NCCL_') ? inFiles(name) : undefined),
    ]),
  );
}

/** Programs behind which ranks may be in a network namespace of their own, or on another machine. */
const SEPARATE = new Set(
  'docker podman nerdctl crun runc enroot singularity apptainer shifter ch-run lxc lxc-attach lxc-execute systemd-nspawn ssh kubectl ip unshare nsenter bwrap firejail srun'.split(
    ' ',
  ),
);

/** Programs that start the one behind their options. */
const THROUGH = new Set(
  'sudo doas env nice ionice numactl taskset time timeout nohup setsid exec'.split(' '),
);

/** The program that may put ranks into another network than that of this process; null: none does. */
export function findSeparator(wrap: readonly string[], command: readonly string[]): string | null {
  const names = [...wrap, ...programsOf(command)].map(nameOfProgram);
  return names.find((name) => SEPARATE.has(name)) ?? null;
}

const nameOfProgram = (word: string): string => word.replace(/^.*\//, '');

/** The first word, and, behind a program that starts another, what may be that one: behind an option may be its value. */
function programsOf(command: readonly string[]): readonly string[] {
  const programs: string[] = [];
  for (const [at, word] of command.entries()) {
    if (IS_NO_PROGRAM.test(word)) continue;
    programs.push(word);
    const isThrough = THROUGH.has(nameOfProgram(word));
    if (!isThrough && (at === 0 || command[at - 1]?.startsWith('-') === false)) break;
  }
  return programs;
}

/** An option, a number (of CPUs, of seconds) or a variable. */
const IS_NO_PROGRAM = /^[-\d]|=/;

/** Rank 0 is looked for on the machine itself: then so are the others, or `check` has warned (RP3015). */
export const areOnOneMachine = (masterAddress: string | null): boolean =>
  masterAddress === 'localhost' || (masterAddress !== null && isLoopback(masterAddress));

export const isLoopback = (address: string): boolean => /^(::ffff:)?127\./.test(address) || address === '::1';
