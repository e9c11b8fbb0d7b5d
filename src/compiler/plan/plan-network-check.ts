import type { Backend, LaunchPlan } from '../../generated/plan.ts';
import { programAt } from '../hazards/read-command.ts';
import { programName } from '../values/launchers.ts';
import { splitWords } from '../values/split-words.ts';

/** The variables by which libraries choose an interface. */
export const NETWORK_VARIABLES = [
  'GLOO_SOCKET_IFNAME',
  'NCCL_SOCKET_IFNAME',
  'NCCL_SOCKET_FAMILY',
  'NCCL_COMM_ID',
] as const;

export interface NetworkCheck {
  readonly library: Exclude<Backend, 'none'>;
  /** Lines of setup run before the ranks, and `env` or a shell before a program, may set variables: then it is a guess. */
  readonly isCertain: boolean;
}

/** Null if it is switched off, or nothing is known of the ranks' network. */
export function planNetworkCheck({ launch, backend }: LaunchPlan, isWanted: boolean): NetworkCheck | null {
  if (!isWanted || !launch.checkNetwork || backend === 'none') return null;
  const { wrap, command, setup } = launch;
  if (findSeparator(wrap ?? [], command ?? []) !== null) return null;
  const isSetThere = [...(wrap ?? []), ...(command ?? [])].some((word) =>
    NETWORK_VARIABLES.some((name) => word.includes(`${name}=`)),
  );
  return { library: backend, isCertain: setup.length === 0 && !isSetThere };
}

/** Programs behind which ranks may be in a network namespace of their own, or on another machine. */
const SEPARATE = splitWords(`
  docker podman nerdctl crun runc enroot singularity apptainer shifter ch-run lxc lxc-attach lxc-execute systemd-nspawn
  ssh kubectl ip unshare nsenter bwrap firejail srun
`);

/** The program that may put ranks into another network than that of this process; null: none does. */
export function findSeparator(wrap: readonly string[], command: readonly string[]): string | null {
  const names = [...wrap, command[programAt(command)] ?? ''].map((text) => programName({ text }));
  return names.find((name) => SEPARATE.includes(name)) ?? null;
}
