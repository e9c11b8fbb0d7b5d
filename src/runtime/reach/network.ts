import { NETWORK_VARIABLES } from '../../compiler/plan/plan-network-check.ts';
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

/** Rank 0 is looked for on the machine itself: then so are the others, or `check` has warned (RP3015). */
export const areOnOneMachine = (masterAddress: string | null): boolean =>
  masterAddress === 'localhost' || (masterAddress !== null && isLoopback(masterAddress));

export const isLoopback = (address: string): boolean => /^(::ffff:)?127\./.test(address) || address === '::1';
