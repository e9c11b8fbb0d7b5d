# What torchrun starts for each rank: it checks that torchrun numbered the rank as planned, gives it what is its own and
# stays its parent, to write down which rank failed first. The same for every plan; what is this plan's is in `tasks`.
# What it keeps is named RANKPLAN_*: no topology and no caller sets such a name.
# shellcheck shell=bash source=src/emitters/lib/task.bash
. "$RANKPLAN_DIR/lib/task.bash"

# In what the ranks of a node may differ, beside what torchrun numbers: as in planned-variables.ts.
RANKPLAN_OWN_VARIABLES=(CUDA_VISIBLE_DEVICES GPU_DEVICE_ORDINAL HIP_VISIBLE_DEVICES ONEAPI_DEVICE_SELECTOR
  ROCR_VISIBLE_DEVICES ZE_AFFINITY_MASK CUDA_DEVICE_ORDER LOCAL_RANK RANKPLAN_GPU RANKPLAN_LOCAL_BATCH
  RANKPLAN_LOCAL_RANK RANKPLAN_LOSS_SCALE RANKPLAN_RANK RANKPLAN_STAGE ZE_FLAT_DEVICE_HIERARCHY)

# shellcheck disable=SC2120 # they are in tasks
run_torchrun_rank() {
  RANKPLAN_THIS=$RANK RANKPLAN_FOLLOWER='' RANKPLAN_REPORT_FD=2
  export -n RANKPLAN_DIR RANKPLAN_GIVEN_CUDA RANKPLAN_GIVEN_ROCR RANKPLAN_GIVEN_ZE
  begin_task "rank-$RANK"
  trap 'end_rank "$?"' EXIT
  # shellcheck source=/dev/null
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
  local node_ranks process_group IFS=,
  find_node
  # shellcheck disable=SC2206 # to be split, at the commas
  node_ranks=($RANKPLAN_NODE_RANKS) IFS=' '
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
  unset "${RANKPLAN_OWN_VARIABLES[@]}"
  source_env_file "$RANKPLAN_THIS"
  set -- "${RANKPLAN_OWN_VARIABLES[@]}"
  while (($# > 0)); do
    [[ -z ${!1+set} ]] || printf '%s\0' "$1=${!1}"
    shift
  done
}

become_torchrun_rank() { # words of the command
  unset "${RANKPLAN_OWN_VARIABLES[@]}"
  export "${RANKPLAN_OWN_FACTS[@]}"
  give_place
  RANKPLAN_SETUP='' # torchrun's shell had it
  start_command "$@"
}

# What is refused would be refused again: torchrun is not to start the ranks anew.
# shellcheck disable=SC2317 # called by the trap
end_rank() { # status
  (($1 != 78)) || RANKPLAN_FAILURE=$RANKPLAN_RUN_DIR/failure
  end_task "$1"
  [[ -z $RANKPLAN_FOLLOWER ]] || kill "$RANKPLAN_FOLLOWER" 2>/dev/null
  (($1 != 78)) || kill -s TERM "$PPID"
}

# --- Restarts -------------------------------------------------------------------------------------------------------

# torchrun starts a node's ranks anew when one of them fails, and leaves the other nodes alone. Their ranks would wait
# for the new ones, with NCCL for ten minutes, or end as if nothing was. So the nodes tell each other, in a directory for
# each attempt: who failed first, and which ranks have ended well.
join_attempt() {
  local last_attempt=$((TORCHELASTIC_RESTART_COUNT - 1))
  RANKPLAN_ATTEMPT=$RANKPLAN_RUN_DIR/attempt-$TORCHELASTIC_RESTART_COUNT
  mkdir -p -- "$RANKPLAN_ATTEMPT" || refuse "$RANKPLAN_ATTEMPT cannot be made on $RANKPLAN_HOST: is the disk full?"
  if ((last_attempt >= 0)); then
    # Where a rank was killed with this shell, nobody had written it.
    { mkdir -p -- "${RANKPLAN_ATTEMPT%-*}-$last_attempt" && : >>"${RANKPLAN_ATTEMPT%-*}-$last_attempt/failure"; } ||
      refuse "${RANKPLAN_ATTEMPT%-*}-$last_attempt cannot be written on $RANKPLAN_HOST: is the disk full?"
    renew_store
  fi
  ((TORCHELASTIC_RESTART_COUNT < TORCHELASTIC_MAX_RESTARTS)) || return 0
  RANKPLAN_FAILURE=$RANKPLAN_ATTEMPT/failure
  [[ ${RANKPLAN_NODE_RANKS%%,*} != "$RANKPLAN_THIS" ]] || ((RANKPLAN_NODE_COUNT == 1)) || start_follower
}

# torchrun's store still has what the ranks of the last attempt wrote, and these would look for ended processes there. So
# each restart has a store of its own: rank 0's, at another port.
renew_store() {
  local port_number=$((MASTER_PORT + TORCHELASTIC_RESTART_COUNT))
  say "restart $TORCHELASTIC_RESTART_COUNT of $TORCHELASTIC_MAX_RESTARTS"
  ((port_number < 65536)) || port_number=$((MASTER_PORT - TORCHELASTIC_RESTART_COUNT))
  export TORCHELASTIC_USE_AGENT_STORE=False MASTER_PORT=$port_number
}

# The first rank of each node looks after it.
start_follower() {
  follow_attempt &
  RANKPLAN_FOLLOWER=$!
}

# Returns when all ranks of the plan have ended well. When one has failed it ends its own rank, and torchrun starts the
# node anew. To list a directory shows what other nodes wrote; to ask for one file may be answered from memory.
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
  say 'a rank failed, here or elsewhere: the ranks of this node start anew'
  trap '' TERM
  kill -s TERM -- "-$$"
  end_grace=$((SECONDS + 30)) # what torchrun gives the others
  while ((SECONDS < end_grace)) && kill -0 $$ 2>/dev/null; do
    read -r -t 0.2 -u "$silent_fd"
  done
  kill -s KILL -- "-$$"
}

# A rank that has ended well may have to start anew with the others: its node is not done before all are.
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

run_torchrun_rank
