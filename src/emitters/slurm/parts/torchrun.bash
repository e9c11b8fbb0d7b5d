# --- A node's torchrun: what it keeps is named RANKPLAN_*, for no topology and no caller sets such a name -------------

# In what the ranks of a node may differ, as in planned-variables.ts: beside these lists of devices, which torchrun passes
# on, what torchrun and torchrun.bash give each rank.
RANKPLAN_DEVICES=(CUDA_VISIBLE_DEVICES GPU_DEVICE_ORDINAL HIP_VISIBLE_DEVICES ONEAPI_DEVICE_SELECTOR ROCR_VISIBLE_DEVICES
  ZE_AFFINITY_MASK CUDA_DEVICE_ORDER ZE_FLAT_DEVICE_HIERARCHY)
RANKPLAN_OWN=(LOCAL_RANK RANKPLAN_CPUS RANKPLAN_GPU RANKPLAN_LOCAL_BATCH RANKPLAN_LOCAL_RANK RANKPLAN_LOSS_SCALE
  RANKPLAN_POSITIONS RANKPLAN_RANK RANKPLAN_STAGE)

run_node() {
  exec >&2
  begin_task 'node-?'
  . "$RANKPLAN_RUN_DIR/tasks" 2>/dev/null || refuse_run_dir
  [[ -n $RANKPLAN_HERE ]] || refuse "Slurm started a task on $RANKPLAN_HOST, where the plan has no rank"
  ((SLURM_NTASKS == RANKPLAN_TASKS)) || refuse "Slurm started $SLURM_NTASKS tasks for $RANKPLAN_TASKS nodes"
  ((SLURM_LOCALID == 0)) || refuse "Slurm started two tasks on $RANKPLAN_HOST"
  RANKPLAN_PART=node-$(. "$RANKPLAN_DIR/env/rank-${RANKPLAN_RANKS%% *}.env" && echo "$GROUP_RANK")
  open_logs
  [[ -z ${RANKPLAN_UUIDS-} ]] || check_gpus "$RANKPLAN_HERE" "$RANKPLAN_UUIDS"
  run_child become_agent
  exit
}

# torchrun ends the ranks at other signals, and would pass on neither of these: ranks are the children of its children.
relay() { # signal
  local rank_shells=() rank_shell ranks
  case $1 in
    USR?)
      read -rd '' -a rank_shells < <(cat "/proc/$RANKPLAN_CHILD/task"/*/children)
      for rank_shell in "${rank_shells[@]}"; do
        read -ra ranks <"/proc/$rank_shell/task/$rank_shell/children"
        kill -s "$1" "${ranks[@]}"
      done
      ;;
    *) [[ $RANKPLAN_RELAYS == ranks ]] || kill -s "$1" "$RANKPLAN_CHILD" ;;
  esac
} 2>/dev/null

# What the node's ranks have in common is taken from the first one's env file. launch.setup comes before torchrun-agent.
become_agent() {
  local agent_words=()
  export RANKPLAN_GIVEN="${CUDA_VISIBLE_DEVICES-};${ROCR_VISIBLE_DEVICES-};${ZE_AFFINITY_MASK-}"
  # What the submitting shell has for another torchrun: each PET_* presets an option. What the topology itself sets comes
  # later, and stays.
  unset TORCH_DISABLE_SHARE_RDZV_TCP_STORE "${!PET_@}" "${!TORCHELASTIC_@}" "${!TORCH_ELASTIC_@}"
  source_env_file "${RANKPLAN_RANKS%% *}"
  [[ $RANKPLAN_STEPS != *choose_devices* ]] || choose_devices
  ((GROUP_RANK > 0)) || check_port "$MASTER_PORT" "rank 0's" 'set launch.master.port'
  agent_words=(/bin/bash -p "$RANKPLAN_DIR/torchrun.bash" agent "$RANKPLAN_DIR" "$GROUP_WORLD_SIZE" "$GROUP_RANK"
    "$LOCAL_WORLD_SIZE" "$RANKPLAN_RESTARTS")
  unset "${RANKPLAN_OWN[@]}" RANK WORLD_SIZE LOCAL_WORLD_SIZE GROUP_RANK GROUP_WORLD_SIZE ROLE_RANK ROLE_WORLD_SIZE ROLE_NAME \
    TORCHELASTIC_{RESTART_COUNT,MAX_RESTARTS,RUN_ID,ERROR_FILE,USE_AGENT_STORE}
  enter_work_dir
  exec >&3 3>&- </dev/null
  export -n RANKPLAN_DIR
  become_command "${agent_words[@]}"
}

# Only the static rendezvous puts a planned rank 0 where it belongs; presets that would have another, or number ranks in
# another way, go even where launch.setup sets them. The command of the ranks is read from a file: torchrun expands `$`
# in the words that it passes on.
become_torchrun() { # directory, nodes, node rank, ranks of the node, restarts
  local torchrun_words=(torchrun) starter_words=() rank_script=$1/torchrun.bash
  type -P torchrun >/dev/null || torchrun_words=(python3 -m torch.distributed.run)
  find_starter
  torchrun_words+=("--nnodes=$2" "--node-rank=$3" "--nproc-per-node=$4" --rdzv-backend=static
    "--rdzv-id=${SLURM_JOB_ID-rankplan}" "--master-addr=$MASTER_ADDR" "--master-port=$MASTER_PORT"
    "--max-restarts=$5" "--log-dir=$RANKPLAN_RUN_DIR/torchrun" ${RANKPLAN_TORCHRUN_ARGS-}
    --no-python "${starter_words[@]}" /bin/bash -p "${rank_script//\$/\$\$}" rank)
  unset MASTER_ADDR MASTER_PORT PET_MODULE PET_RDZV_ENDPOINT PET_ROLE PET_RUN_PATH PET_STANDALONE \
    PET_VIRTUAL_LOCAL_RANK TORCH_ELASTIC_WORKER_IDENTICAL
  export RANKPLAN_DIR=$1
  trap '' USR1 USR2
  exec -- "${torchrun_words[@]}"
}

# Slurm signals torchrun, too, which would die of USR1 and USR2; so it ignores them. A rank would inherit that, and no
# shell can undo it: what starts the rank gives it the default back.
find_starter() { # sets starter_words
  starter_words=(env "--default-signal=USR1,USR2")
  "${starter_words[@]}" true 2>/dev/null || # coreutils before 8.31
    starter_words=(python3 -c 'import os, signal, sys
for number in signal.SIGUSR1, signal.SIGUSR2, signal.SIGPIPE, signal.SIGXFSZ: # Python ignores the last two
    signal.signal(number, signal.SIG_DFL)
os.execvp(sys.argv[1], sys.argv[1:])')
}

# --- A rank that torchrun starts ---------------------------------------------------------------------------------

run_torchrun_rank() {
  RANKPLAN_THIS=$RANK RANKPLAN_FOLLOWER='' RANKPLAN_REPORT_FD=2
  export -n RANKPLAN_DIR RANKPLAN_GIVEN
  begin_task "rank-$RANK"
  trap 'end_rank "$?"' EXIT
  . "$RANKPLAN_RUN_DIR/tasks" 2>/dev/null || refuse_run_dir # the words of the command become the parameters
  open_logs
  exec >&3 3>&- </dev/null
  find_torchrun_rank
  find_own_facts
  ((TORCHELASTIC_MAX_RESTARTS == 0)) || join_attempt
  (become_torchrun_rank "$@") # in the foreground: it keeps the process group and the default signals
  leave_attempt "$?"
}

find_torchrun_rank() {
  local process_group node_ranks=($RANKPLAN_RANKS)
  [[ ${node_ranks[LOCAL_RANK]-} == "$RANK" && $WORLD_SIZE == "$RANKPLAN_WORLD_SIZE" ]] ||
    refuse "torchrun says rank $RANK of $WORLD_SIZE for process $LOCAL_RANK on $RANKPLAN_HOST, where the plan has" \
      "rank ${node_ranks[LOCAL_RANK]-none} of $RANKPLAN_WORLD_SIZE"
  read -r _ _ _ _ process_group _ <"/proc/$$/stat"
  ((process_group == $$)) ||
    refuse 'this torchrun does not give each rank a process group of its own: torch 2.2 or newer is needed'
}

# What differs between the ranks of a node. The rest of the environment is the node's, with all that launch.setup did.
find_own_facts() {
  mapfile -d '' -t RANKPLAN_OWN_FACTS < <(list_own_facts)
  ((${#RANKPLAN_OWN_FACTS[@]} > 0)) || exit 78 # it has said why
}

list_own_facts() {
  unset "${RANKPLAN_DEVICES[@]}" "${RANKPLAN_OWN[@]}"
  source_env_file "$RANKPLAN_THIS"
  for RANKPLAN_NAME in "${RANKPLAN_DEVICES[@]}" "${RANKPLAN_OWN[@]}"; do
    [[ -z ${!RANKPLAN_NAME+set} ]] || printf '%s\0' "$RANKPLAN_NAME=${!RANKPLAN_NAME}"
  done
}

become_torchrun_rank() { # words of the command
  unset "${RANKPLAN_DEVICES[@]}" "${RANKPLAN_OWN[@]}"
  export "${RANKPLAN_OWN_FACTS[@]}"
  give_place
  RANKPLAN_SETUP='' # torchrun's shell had it
  become_command "$@"
}

# What is refused would be refused again: torchrun is not to start the ranks again.
end_rank() { # status
  (($1 != 78)) || RANKPLAN_FAILURE=$RANKPLAN_RUN_DIR/failure
  end_task "$1"
  [[ -z $RANKPLAN_FOLLOWER ]] || kill "$RANKPLAN_FOLLOWER" 2>/dev/null
  (($1 != 78)) || kill -s TERM "$PPID"
}

# --- Restarts -------------------------------------------------------------------------------------------------------

# torchrun starts a node's ranks again when one of them fails, and leaves the other nodes alone. Their ranks would wait
# for the new ones, with NCCL for ten minutes, or end as if nothing was. So the nodes tell each other, in a directory for
# each attempt: who failed first, and which ranks have ended well.
join_attempt() {
  local last_attempt=$((TORCHELASTIC_RESTART_COUNT - 1))
  RANKPLAN_ATTEMPT=$RANKPLAN_RUN_DIR/attempt-$TORCHELASTIC_RESTART_COUNT
  mkdir -p -- "$RANKPLAN_ATTEMPT" || refuse "$RANKPLAN_ATTEMPT cannot be made on $RANKPLAN_HOST: is the disk full?"
  if ((last_attempt >= 0)); then
    # Where a rank was killed with this shell, it was not written.
    { mkdir -p -- "${RANKPLAN_ATTEMPT%-*}-$last_attempt" && : >>"${RANKPLAN_ATTEMPT%-*}-$last_attempt/failure"; } ||
      refuse "${RANKPLAN_ATTEMPT%-*}-$last_attempt cannot be written on $RANKPLAN_HOST: is the disk full?"
    renew_store
  fi
  ((TORCHELASTIC_RESTART_COUNT < TORCHELASTIC_MAX_RESTARTS)) || return 0
  RANKPLAN_FAILURE=$RANKPLAN_ATTEMPT/failure
  [[ ${RANKPLAN_RANKS%% *} != "$RANKPLAN_THIS" ]] || ((RANKPLAN_TASKS == 1)) || { # the first rank of each node looks after it
    follow_attempt &
    RANKPLAN_FOLLOWER=$!
  }
}

# torchrun's store still has what the ranks of the last attempt wrote, and these would look for ended processes there. So
# each restart has a store of its own: rank 0's, at another port.
renew_store() {
  local port_number=$((MASTER_PORT + TORCHELASTIC_RESTART_COUNT))
  say "restart $TORCHELASTIC_RESTART_COUNT of $TORCHELASTIC_MAX_RESTARTS"
  ((port_number < 65536)) || port_number=$((MASTER_PORT - TORCHELASTIC_RESTART_COUNT))
  export TORCHELASTIC_USE_AGENT_STORE=False MASTER_PORT=$port_number
}

# Returns when all ranks of the plan have ended well. When one has failed it ends its own rank, and torchrun starts the
# node again. To list a directory shows what other nodes wrote; to ask for one file may be answered from memory.
follow_attempt() {
  local silent_fd seen_files end_grace IFS=' '
  trap '' HUP INT QUIT USR1 USR2
  shopt -u failglob
  unset GLOBIGNORE
  exec {silent_fd}<> <(:) # nothing comes: to read it, up to a time-out, is to sleep without a process
  while :; do
    seen_files=("$RANKPLAN_ATTEMPT"/*)
    seen_files=("${seen_files[@]##*/}")
    [[ " ${seen_files[*]} " != *' failure '* ]] || break
    ((${#seen_files[@]} < RANKPLAN_WORLD_SIZE)) || exit 0
    read -r -t 1 -u "$silent_fd"
  done
  say 'a rank failed, here or elsewhere: the ranks of this node start again'
  trap '' TERM
  kill -s TERM -- "-$$"
  end_grace=$((SECONDS + 30)) # what torchrun gives the others
  while ((SECONDS < end_grace)) && kill -0 $$ 2>/dev/null; do
    read -r -t 0.2 -u "$silent_fd"
  done
  kill -s KILL -- "-$$"
}

# A rank that has ended well may have to start again with the others: its node is not done before all are.
leave_attempt() { # status of the rank
  if (($1 == 0)) && [[ $RANKPLAN_FAILURE == */attempt-* ]]; then
    : >"$RANKPLAN_ATTEMPT/$RANKPLAN_PART" || refuse "$RANKPLAN_ATTEMPT cannot be written: is the disk full?"
    while [[ -z $RANKPLAN_STOPPED && -n $RANKPLAN_FOLLOWER ]] && kill -0 "$RANKPLAN_FOLLOWER" 2>/dev/null; do
      wait "$RANKPLAN_FOLLOWER" # a signal ends the wait
    done
  fi
  [[ -z $RANKPLAN_STOPPED ]] || exit 143 # however the rank took it: torchrun must not count it as done
  exit "$1"
}

case ${1-} in
  node) run_node ;;
  agent) become_torchrun "${@:2}" ;;
  rank) run_torchrun_rank ;;
esac
