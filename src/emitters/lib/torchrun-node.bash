# What srun starts on each node for torchrun.sbatch: it checks that this is the planned place, gives torchrun what the
# ranks of the node have in common, and stays its parent. The same for every plan; what is this plan's is in `tasks`.
# What it keeps is named RANKPLAN_*: no topology and no caller sets such a name.
# shellcheck shell=bash source=src/emitters/lib/task.bash
. "$RANKPLAN_DIR/lib/task.bash"

run_node() {
  exec >&2
  begin_task 'node-?'
  # shellcheck source=/dev/null
  . "$RANKPLAN_RUN_DIR/tasks" 2>/dev/null || refuse_run_dir
  find_node
  ((SLURM_NTASKS == RANKPLAN_NODE_COUNT)) || refuse "Slurm started $SLURM_NTASKS tasks for $RANKPLAN_NODE_COUNT nodes"
  ((SLURM_LOCALID == 0)) || refuse "Slurm started two tasks on $RANKPLAN_HOST"
  RANKPLAN_PART=node-$RANKPLAN_NODE_RANK
  open_logs
  check_planned_gpus
  (become_agent)
  exit
}

# What the node's ranks have in common is taken from the first one's env file. launch.setup comes before torchrun-agent.
become_agent() {
  local agent_words=() node_ranks=() IFS=,
  # shellcheck disable=SC2206 # to be split, at the commas
  node_ranks=($RANKPLAN_NODE_RANKS)
  note_given_devices
  forget_presets
  source_env_file "${node_ranks[0]}"
  choose_devices
  ((RANKPLAN_NODE_RANK > 0)) || check_port
  forget_ranks
  enter_work_dir
  exec >&3 3>&- </dev/null
  agent_words=(/bin/bash -p "$RANKPLAN_DIR/lib/torchrun-agent.bash" "$RANKPLAN_DIR" "$RANKPLAN_NODE_COUNT"
    "$RANKPLAN_NODE_RANK" "${#node_ranks[@]}" "$RANKPLAN_RESTARTS")
  export RANKPLAN_GIVEN_CUDA RANKPLAN_GIVEN_ROCR RANKPLAN_GIVEN_ZE
  export -n RANKPLAN_DIR
  become_command "${agent_words[@]}"
}

# What the submitting shell has for another torchrun: each PET_* presets an option. What the topology itself sets comes
# later, and stays.
forget_presets() {
  unset TORCH_DISABLE_SHARE_RDZV_TCP_STORE "${!PET_@}" "${!TORCHELASTIC_@}" "${!TORCH_ELASTIC_@}"
}

# What torchrun, and after it torchrun-rank, give each rank.
forget_ranks() {
  unset RANK LOCAL_RANK WORLD_SIZE LOCAL_WORLD_SIZE GROUP_RANK GROUP_WORLD_SIZE ROLE_RANK ROLE_WORLD_SIZE ROLE_NAME \
    TORCHELASTIC_RESTART_COUNT TORCHELASTIC_MAX_RESTARTS TORCHELASTIC_RUN_ID TORCHELASTIC_ERROR_FILE \
    TORCHELASTIC_USE_AGENT_STORE RANKPLAN_RANK RANKPLAN_LOCAL_RANK RANKPLAN_GPU RANKPLAN_LOCAL_BATCH \
    RANKPLAN_LOSS_SCALE RANKPLAN_STAGE
}

run_node
