# Frameworks take rank, place and master from these, and Slurm's own order of nodes is not always the plan's. What Slurm
# said stays as RANKPLAN_SLURM_*.
rename_slurm() {
  [ -n "${RANK-}" ] || return 0 # a process without a world
  for RANKPLAN_NAME in "PROCID=$RANK" "LOCALID=$LOCAL_RANK" "NODEID=$GROUP_RANK" "GTIDS=$RANKPLAN_NODE_RANKS" \
    "NTASKS=$WORLD_SIZE" "NPROCS=$WORLD_SIZE" "STEP_NUM_TASKS=$WORLD_SIZE" "NNODES=$GROUP_WORLD_SIZE" \
    "JOB_NUM_NODES=$GROUP_WORLD_SIZE" "STEP_NUM_NODES=$GROUP_WORLD_SIZE" "NODELIST=$RANKPLAN_NODE_LIST" \
    "JOB_NODELIST=$RANKPLAN_NODE_LIST" "STEP_NODELIST=$RANKPLAN_NODE_LIST" \
    "TASKS_PER_NODE=$RANKPLAN_TASKS_PER_NODE" "STEP_TASKS_PER_NODE=$RANKPLAN_TASKS_PER_NODE"; do
    set -- "${RANKPLAN_NAME%%=*}" "${RANKPLAN_NAME#*=}"
    eval "export RANKPLAN_SLURM_$1=\"\${SLURM_$1-}\" SLURM_$1=\"\$2\""
  done
}
RANKPLAN_STEPS="$RANKPLAN_STEPS rename_slurm"
