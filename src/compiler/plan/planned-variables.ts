/** Variables that select devices, for every vendor: a rank gets its vendor's, and the rivals are unset. */
export const VISIBILITY_VARIABLES = [
  'CUDA_VISIBLE_DEVICES',
  'GPU_DEVICE_ORDINAL',
  'HIP_VISIBLE_DEVICES',
  'ONEAPI_DEVICE_SELECTOR',
  'ROCR_VISIBLE_DEVICES',
  'ZE_AFFINITY_MASK',
] as const;

const PLANNED = new Set<string>([
  ...VISIBILITY_VARIABLES,
  'CUDA_DEVICE_ORDER',
  'GROUP_RANK',
  'GROUP_WORLD_SIZE',
  'LOCAL_RANK',
  'LOCAL_WORLD_SIZE',
  'MASTER_ADDR',
  'MASTER_PORT',
  'NODE_RANK',
  'RANK',
  'ROLE_NAME',
  'ROLE_RANK',
  'ROLE_WORLD_SIZE',
  'TORCHELASTIC_ERROR_FILE',
  'TORCHELASTIC_MAX_RESTARTS',
  'TORCHELASTIC_RESTART_COUNT',
  'TORCHELASTIC_RUN_ID',
  'TORCHELASTIC_USE_AGENT_STORE',
  'WORLD_SIZE',
  'ZE_FLAT_DEVICE_HIERARCHY',
]);

/** Whether the plan sets this variable, so that a topology may not. */
export const isPlannedVariable = (name: string): boolean => PLANNED.has(name) || name.startsWith('RANKPLAN_');

/** Names that bash refuses to assign; an env file with one of them would fail halfway. */
export const READ_ONLY_VARIABLES: ReadonlySet<string> = new Set([
  'BASHOPTS',
  'BASH_VERSINFO',
  'EUID',
  'PPID',
  'SHELLOPTS',
  'UID',
]);
