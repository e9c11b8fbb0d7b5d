# `slurm.bash rank`: it checks that this is the planned place, gives the rank its environment and stays its parent, to
# write down which rank failed first. The command, and what only the job knows, is in the file `tasks` of the run's
# directory, for a word in a file means nothing to srun.
run_rank() {
  exec >&2 # what is said is the job's; stderr becomes the rank's log
  begin_task 'rank-?'
  command . "$RANKPLAN_RUN_DIR/tasks" 2>/dev/null || refuse_run_dir # the words of the command become the parameters
  find_rank
  open_logs
  [ -z "${RANKPLAN_UUIDS-}" ] || [ "$SLURM_LOCALID" != 0 ] || check_gpus "$RANKPLAN_HERE" "$RANKPLAN_UUIDS"
  run_child become_rank "$@" || note_saved "$?"
  exit
}

relay() { kill -s "$1" "$RANKPLAN_CHILD" 2>/dev/null; } # signal

# Slurm counts the tasks of a node in the order of their ranks, so the k-th is the node's k-th rank.
find_rank() {
  [ -n "$RANKPLAN_HERE" ] || refuse "Slurm started a task on $RANKPLAN_HOST, where the plan has no rank"
  [ "$SLURM_NTASKS" = "$RANKPLAN_TASKS" ] || refuse "Slurm started $SLURM_NTASKS tasks for $RANKPLAN_TASKS ranks"
  set -- $RANKPLAN_RANKS
  [ "$SLURM_LOCALID" -lt $# ] ||
    refuse "Slurm started task $SLURM_LOCALID on $RANKPLAN_HOST, where the plan has $# ranks"
  shift "$SLURM_LOCALID"
  [ "$RANKPLAN_COMPONENTS" != 1 ] || [ "$1" = "$SLURM_PROCID" ] || # a component's tasks are counted after another's
    refuse "Slurm started task $SLURM_PROCID on $RANKPLAN_HOST, where the plan has rank $1"
  RANKPLAN_THIS=$1 RANKPLAN_PART=rank-$1
}

become_rank() { # the words of the command
  RANKPLAN_GIVEN="${CUDA_VISIBLE_DEVICES-};${ROCR_VISIBLE_DEVICES-};${ZE_AFFINITY_MASK-}"
  source_env_file "$RANKPLAN_THIS"
  export TORCHELASTIC_ERROR_FILE="$RANKPLAN_RUN_DIR/rank-$RANKPLAN_THIS.error.json"
  [ "${RANK-}" != 0 ] || check_port "$MASTER_PORT" "rank 0's" 'set launch.master.port'
  for RANKPLAN_PORT in ${RANKPLAN_PORTS-}; do check_port "$RANKPLAN_PORT" "$RANKPLAN_UNIT's" 'change its ports'; done
  enter_work_dir
  RANKPLAN_HOME=$RANKPLAN_DIR
  give_place
  [ "$RANKPLAN_THIS" != 0 ] || : >"$RANKPLAN_RUN_DIR/began" # before that nothing is started again
  exec >&3 3>&- </dev/null
  unset RANKPLAN_DIR # a job that a rank submits is another plan's
  [ "$RANKPLAN_CONTAINER" != apptainer ] ||
    set -- /bin/sh "$RANKPLAN_HOME/slurm.bash" contain "$RANKPLAN_HOME" "$RANKPLAN_CONTAINER_DIR" "$@"
  become_command "$@"
}

# To srun a rank that has saved its state is none that failed, for whose sake it would end the others.
note_saved() { # status
  [ "$1" = 85 ] && [ -n "$RANKPLAN_REQUEUES" ] || return "$1"
  : >"$RANKPLAN_RUN_DIR/saved" || refuse "$RANKPLAN_RUN_DIR/saved cannot be written: is the disk full?"
  exit 0
}

case ${1-} in rank) run_rank ;; esac
