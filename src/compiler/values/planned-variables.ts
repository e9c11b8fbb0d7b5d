import { splitWords } from './split-words.ts';

/** Variables that select devices, for every vendor: a rank gets its vendor's, and the rivals are unset. */
export const VISIBILITY_VARIABLES = splitWords(`
  CUDA_VISIBLE_DEVICES GPU_DEVICE_ORDINAL HIP_VISIBLE_DEVICES ONEAPI_DEVICE_SELECTOR ROCR_VISIBLE_DEVICES
  ZE_AFFINITY_MASK
`);

const PLANNED = new Set([
  ...VISIBILITY_VARIABLES,
  ...splitWords(`
    CUDA_DEVICE_ORDER GROUP_RANK GROUP_WORLD_SIZE LOCAL_RANK LOCAL_WORLD_SIZE MASTER_ADDR MASTER_PORT NODE_RANK
    RANK ROLE_NAME ROLE_RANK ROLE_WORLD_SIZE TORCHELASTIC_ERROR_FILE TORCHELASTIC_MAX_RESTARTS
    TORCHELASTIC_RESTART_COUNT TORCHELASTIC_RUN_ID TORCHELASTIC_USE_AGENT_STORE WORLD_SIZE ZE_FLAT_DEVICE_HIERARCHY
  `),
]);

/**
 * Names that belong to bash: it refuses to assign them, gives them another value, or does not pass them on, as found by
 * trying each; or it reads them while a launcher is at work (IFS, FUNCNEST). BASH_ENV is for the programs it starts.
 */
const OF_BASH = new Set(
  splitWords(`
  _ BASHOPTS BASHPID DIRSTACK EPOCHREALTIME EPOCHSECONDS EUID FUNCNAME FUNCNEST GROUPS HISTCMD IFS LINENO
  OLDPWD OPTARG OPTERR OPTIND PIPESTATUS PPID PWD RANDOM SECONDS SHELLOPTS SHLVL SRANDOM UID
`),
);

/** Why a topology may not set this variable, or null; completes "`NAME` ". */
export function whyReserved(name: string): { readonly reason: string; readonly help: string } | null {
  if (PLANNED.has(name)) {
    const help = 'remove it: rankplan sets it for each rank, from the mapping';
    return { reason: 'is set by the plan', help };
  }
  if (/^rankplan_/i.test(name))
    return {
      reason: "is one of rankplan's own names",
      help: 'choose a name that does not begin with `RANKPLAN_`',
    };
  if (OF_BASH.has(name) || (name.startsWith('BASH_') && name !== 'BASH_ENV'))
    return {
      reason: 'cannot be set: it belongs to the shell, and ranks would not get it',
      help: 'remove it, or choose another name',
    };
  return null;
}
