# What srun starts for each rank of a plan, by `/bin/sh lib/task.bash rank`: it checks that this is the planned place,
# gives the rank its environment and stays its parent, to write down which rank failed first. The same for every plan;
# what is this plan's, and this job's, is in the file `tasks` of the run's directory.
#
# It is for any shell that has `local`, and starts quickest in a small one: a node runs it once for each of its ranks.
# What it keeps is named RANKPLAN_*: no topology and no caller sets such a name.
# shellcheck shell=dash

# shellcheck disable=SC2120 # they are in tasks
run_rank() {
  exec >&2 # what is said is the job's; stderr becomes the rank's log
  begin_task 'rank-?'
  # shellcheck source=/dev/null
  command . "$RANKPLAN_RUN_DIR/tasks" 2>/dev/null || refuse_run_dir # the words of the command become the parameters
  find_rank
  open_logs
  [ "$SLURM_LOCALID" != 0 ] || check_planned_gpus
  # Slurm signals every process of the step, so the command gets its signals without this shell's help. In the
  # foreground it keeps the process group and the default signals.
  (become_rank "$@") || note_saved "$?"
  exit
}

begin_task() { # how it is called before its place is known
  RANKPLAN_HOST=${SLURMD_NODENAME-} RANKPLAN_STOPPED='' RANKPLAN_PART=$1 RANKPLAN_HERE=''
  RANKPLAN_FAILURE=$RANKPLAN_RUN_DIR/failure
  trap 'end_task "$?"' EXIT
  trap 'RANKPLAN_STOPPED=yes' TERM
  trap : HUP INT QUIT USR1 USR2
}

refuse_run_dir() {
  [ ! -e "$RANKPLAN_RUN_DIR/tasks" ] ||
    refuse "$RANKPLAN_RUN_DIR/tasks may not be read on $RANKPLAN_HOST by $(id -un): change its permissions"
  refuse "$RANKPLAN_RUN_DIR is not on $RANKPLAN_HOST: it must be on a file system that all nodes share"
}

say() {
  local IFS=' '
  printf '%s: %s\n' "${RANKPLAN_SCRIPT:-job.sbatch}" "$*" >&"${RANKPLAN_REPORT_FD:-1}"
}

refuse() {
  say "$@"
  exit 78
}

open_logs() { # stderr, and 3 for stdout
  command exec 3>>"$RANKPLAN_RUN_DIR/$RANKPLAN_PART.out" 2>>"$RANKPLAN_RUN_DIR/$RANKPLAN_PART.err" ||
    refuse "$RANKPLAN_RUN_DIR/$RANKPLAN_PART.err cannot be written on $RANKPLAN_HOST: is the disk full?"
}

# The first to make the file is the first that failed. Slurm signals a command and this shell one after the other: where
# the command has ended of TERM, this shell's own may still be on its way, and ends the sleep.
# shellcheck disable=SC2317 # called by the trap
end_task() { # status
  [ "$1" != 143 ] || [ -n "$RANKPLAN_STOPPED" ] || sleep 0.5
  [ "$1" != 0 ] && [ -z "$RANKPLAN_STOPPED" ] || return 0
  (set -C && printf '%s %s %s\n' "$RANKPLAN_PART" "$1" "$RANKPLAN_HOST" >"$RANKPLAN_FAILURE") 2>/dev/null
}

# To srun a rank that has saved its state is none that failed, for whose sake it would end the others.
note_saved() { # status
  [ "$1" = 85 ] && [ -n "$RANKPLAN_REQUEUES" ] || return "$1"
  : >"$RANKPLAN_RUN_DIR/saved" || refuse "$RANKPLAN_RUN_DIR/saved cannot be written: is the disk full?"
  exit 0
}

# --- The place ------------------------------------------------------------------------------------------------------

# The line of this machine in the file `tasks`.
# shellcheck disable=SC2034,SC2317 # one kind of task uses all of them, another some
place_task() { # node, node rank, ranks, GPUs, index=uuid of planned GPUs, CPUs of GPUs; - where there are none
  RANKPLAN_HERE=$1 RANKPLAN_NODE_RANK=$2 RANKPLAN_RANGES=$3 RANKPLAN_DEVICES=$4 RANKPLAN_UUIDS=${5#-}
  RANKPLAN_CPUS=${6#-}
}

# Slurm counts the tasks of a node in the order of their ranks, so the k-th is the node's k-th rank.
find_rank() {
  local IFS=,
  find_node
  [ "$SLURM_NTASKS" = "$RANKPLAN_WORLD_SIZE" ] ||
    refuse "Slurm started $SLURM_NTASKS tasks for $RANKPLAN_WORLD_SIZE ranks"
  # shellcheck disable=SC2086 # to be split, at the commas
  set -- $RANKPLAN_NODE_RANKS
  [ "$SLURM_LOCALID" -lt $# ] ||
    refuse "Slurm started task $SLURM_LOCALID on $RANKPLAN_HOST, where the plan has $# ranks"
  shift "$SLURM_LOCALID"
  [ "$RANKPLAN_COMPONENTS" != 1 ] || [ "$1" = "$SLURM_PROCID" ] || # a component's tasks are counted after another's
    refuse "Slurm started task $SLURM_PROCID on $RANKPLAN_HOST, where the plan has rank $1"
  RANKPLAN_THIS=$1 RANKPLAN_PART=rank-$1
}

find_node() { # sets RANKPLAN_NODE_RANKS, like 0,1,2,3,8
  local rank_range='' next_rank='' IFS=,
  [ -n "$RANKPLAN_HERE" ] || refuse "Slurm started a task on $RANKPLAN_HOST, where the plan has no rank"
  RANKPLAN_NODE_RANKS=''
  for rank_range in $RANKPLAN_RANGES; do
    next_rank=${rank_range%-*}
    while [ "$next_rank" -le "${rank_range#*-}" ]; do
      RANKPLAN_NODE_RANKS=$RANKPLAN_NODE_RANKS${RANKPLAN_NODE_RANKS:+,}$next_rank
      next_rank=$((next_rank + 1))
    done
  done
}

check_planned_gpus() {
  [ -n "$RANKPLAN_UUIDS" ] || return 0
  # shellcheck source=src/emitters/lib/gpus.bash
  . "$RANKPLAN_DIR/lib/gpus.bash"
  check_gpus "$RANKPLAN_HERE" "$RANKPLAN_UUIDS"
}

# --- The rank -------------------------------------------------------------------------------------------------------

become_rank() { # the words of the command
  note_given_devices
  source_env_file "$RANKPLAN_THIS"
  export TORCHELASTIC_ERROR_FILE="$RANKPLAN_RUN_DIR/rank-$RANKPLAN_THIS.error.json"
  [ "$RANKPLAN_THIS" != 0 ] || check_port
  enter_work_dir
  give_place
  [ "$RANKPLAN_THIS" != 0 ] || : >"$RANKPLAN_RUN_DIR/began" # before that nothing is started again
  exec >&3 3>&- </dev/null
  RANKPLAN_HOME=$RANKPLAN_DIR
  unset RANKPLAN_DIR # a job that a rank submits is another plan's
  start_command "$@"
}

note_given_devices() {
  RANKPLAN_GIVEN_CUDA=${CUDA_VISIBLE_DEVICES-} RANKPLAN_GIVEN_ROCR=${ROCR_VISIBLE_DEVICES-}
  RANKPLAN_GIVEN_ZE=${ZE_AFFINITY_MASK-}
}

# An env file of an older compile, or of another rank, has another plan's digest, or another rank. At a file
# that is not there, or that is cut in the middle of a word, some shells end, and others go on.
source_env_file() { # rank
  unset RANKPLAN_PLAN RANKPLAN_RANK RANKPLAN_NODE
  RANKPLAN_ENV_FILE=$RANKPLAN_DIR/env/rank-$1.env
  trap refuse_env_file EXIT
  # shellcheck source=/dev/null
  . "$RANKPLAN_ENV_FILE" 2>/dev/null || exit
  [ "${RANKPLAN_PLAN-} ${RANKPLAN_RANK-} ${RANKPLAN_NODE-}" = "$RANKPLAN_DIGEST $1 $RANKPLAN_HERE" ] || exit
  trap - EXIT
  [ "$RANKPLAN_EDITED" != "$1" ] ||
    refuse "$RANKPLAN_ENV_FILE was edited since it was compiled: change the topology, and compile again"
}

# shellcheck disable=SC2317 # called by the trap
refuse_env_file() {
  trap - EXIT
  [ -e "$RANKPLAN_ENV_FILE" ] ||
    refuse "$RANKPLAN_ENV_FILE is not on $RANKPLAN_HOST: copy the whole directory (cp -a), or compile again"
  [ -r "$RANKPLAN_ENV_FILE" ] ||
    refuse "$RANKPLAN_ENV_FILE may not be read on $RANKPLAN_HOST by $(id -un): change its permissions"
  refuse "$RANKPLAN_ENV_FILE is not whole, or of another plan than the job's ($(printf %.12s "$RANKPLAN_DIGEST")): compile again"
}

# The port is this job's by arithmetic only: another program may listen there (0A).
check_port() {
  local hex_port=''
  hex_port=$(printf '%04X' "$MASTER_PORT")
  ! grep -qs "^ *[0-9]*: [0-9A-F]*:$hex_port [0-9A-F:]* 0A " /proc/net/tcp /proc/net/tcp6 ||
    refuse "port $MASTER_PORT is taken on $RANKPLAN_HOST, rank 0's: submit again, or set launch.master.port"
}

# The job is in launch.workdir, or where it was submitted. A folder that a node lacks, Slurm replaces by /tmp. Under
# slurm.container.workdir pyxis has chosen: that may be /tmp.
enter_work_dir() {
  [ -z "$RANKPLAN_INSIDE" ] || return 0
  if [ -n "$RANKPLAN_PLANNED_DIR" ] || { [ . -ef /tmp ] && ! [ . -ef "$RANKPLAN_WORK_DIR" ]; }; then
    CDPATH='' cd -- "$RANKPLAN_WORK_DIR" 2>/dev/null ||
      refuse "$RANKPLAN_WORK_DIR cannot be entered on $RANKPLAN_HOST: it must be on a file system that all nodes share"
  fi
}

give_place() {
  choose_devices
  [ -z "$RANKPLAN_CPUS_PER_TASK" ] || export SLURM_CPUS_PER_TASK="$RANKPLAN_CPUS_PER_TASK"
  [ "$RANKPLAN_TASK_ENV" = keep ] || rename_slurm
  [ -z "$RANKPLAN_CPUS" ] || choose_cpus
  [ "$RANKPLAN_CONTAINER_BY" != apptainer ] || find_container
}

# Apptainer stands before the command.
start_command() { # words
  [ "$RANKPLAN_CONTAINER_BY" != apptainer ] ||
    set -- /bin/sh "$RANKPLAN_HOME/lib/apptainer.bash" "$RANKPLAN_CONTAINER" "$RANKPLAN_CONTAINER_GPUS" \
      "$RANKPLAN_HOME" "$RANKPLAN_CONTAINER_DIR" "$@"
  [ -z "$RANKPLAN_CPUS" ] ||
    set -- "$RANKPLAN_BINDER" --become --rank "$RANKPLAN_THIS" --cpus "$RANKPLAN_CPUS" \
      ${RANKPLAN_MEMORY:+--memory "$RANKPLAN_MEMORY"} -- "$@"
  become_command "$@"
}

# launch.setup is run in a bash like any other, which then becomes the command.
become_command() { # words
  [ -z "$RANKPLAN_SETUP" ] || set -- /bin/bash -c "$RANKPLAN_SETUP_SHELL" launch.setup "$RANKPLAN_SETUP" "$@"
  exec "$@"
}

# --- The devices that Slurm gave ------------------------------------------------------------------------------------

# The plan counts the GPUs of a node, Slurm those of a job, from 0 or not: what is planned as the k-th of the job's GPUs
# there is the k-th entry of the list that Slurm gave.
choose_devices() {
  case "${CUDA_VISIBLE_DEVICES+cuda}${ROCR_VISIBLE_DEVICES+rocr}${ZE_AFFINITY_MASK+ze}" in
    cuda) pick_devices "$CUDA_VISIBLE_DEVICES" "$RANKPLAN_GIVEN_CUDA" && CUDA_VISIBLE_DEVICES=$RANKPLAN_VISIBLE ;;
    rocr) pick_devices "$ROCR_VISIBLE_DEVICES" "$RANKPLAN_GIVEN_ROCR" && ROCR_VISIBLE_DEVICES=$RANKPLAN_VISIBLE ;;
    ze) pick_devices "$ZE_AFFINITY_MASK" "$RANKPLAN_GIVEN_ZE" && ZE_AFFINITY_MASK=$RANKPLAN_VISIBLE ;;
  esac
}

# shellcheck disable=SC2086 # lists are to be split, at the commas
pick_devices() { # planned list, given list; sets RANKPLAN_VISIBLE
  local planned_list=$1 given_list=$2 planned_device='' node_device='' node_count='' IFS=,
  RANKPLAN_VISIBLE=$1
  [ -n "$1" ] && [ "$2" != "$RANKPLAN_DEVICES" ] || return 0 # a CPU rank, or a list that is the plan's own
  set -- $RANKPLAN_DEVICES
  node_count=$#
  set -- $given_list
  [ $# = "$node_count" ] ||
    refuse "Slurm gave this task $# GPUs of $RANKPLAN_HOST (${given_list:-none}) where the plan has $node_count:" \
      "submit ${RANKPLAN_SCRIPT} as it is, and mend the topology by \`scontrol show node $RANKPLAN_HOST\`"
  RANKPLAN_VISIBLE=''
  for planned_device in $planned_list; do
    case $planned_device in
      [0-9]*) # no UUID
        set -- $given_list
        for node_device in $RANKPLAN_DEVICES; do
          [ "$node_device" != "$planned_device" ] || break
          shift
        done
        planned_device=$1
        ;;
    esac
    RANKPLAN_VISIBLE=$RANKPLAN_VISIBLE${RANKPLAN_VISIBLE:+,}$planned_device
  done
}

# --- The CPUs of the rank's GPU -------------------------------------------------------------------------------------

# Where the node has rankplan-exec, it puts the rank on the CPUs of its GPU and then becomes the rank: no guard, which
# under Slurm is Slurm. What Slurm's own limits take away from them is told in the rank's log.
choose_cpus() { # RANKPLAN_CPUS is like 0-3:0-31;4-7:32-63, ranks and CPUs; sets it to this rank's, and RANKPLAN_BINDER
  local cpu_entry='' rank_range='' all_cpus=$RANKPLAN_CPUS IFS=';'
  RANKPLAN_CPUS=''
  for cpu_entry in $all_cpus; do
    IFS=,
    for rank_range in ${cpu_entry%%:*}; do
      [ "$RANKPLAN_THIS" -lt "${rank_range%-*}" ] || [ "$RANKPLAN_THIS" -gt "${rank_range#*-}" ] ||
        RANKPLAN_CPUS=${cpu_entry#*:}
    done
  done
  [ -z "$RANKPLAN_CPUS" ] || find_binder || RANKPLAN_CPUS=''
}

find_binder() {
  RANKPLAN_BINDER=${RANKPLAN_EXEC-}
  if [ -n "$RANKPLAN_BINDER" ]; then
    "$RANKPLAN_BINDER" --protocol 1 --become --version >/dev/null 2>&1 ||
      refuse "RANKPLAN_EXEC, $RANKPLAN_BINDER, is not a rankplan-exec for this script on $RANKPLAN_HOST: mend it, or unset it to do without"
  else
    RANKPLAN_BINDER=$RANKPLAN_DIR/lib/rankplan-exec-$(uname -m) # what `compile --with-exec` puts there
    [ ! -x "$RANKPLAN_BINDER" ] || return 0
    RANKPLAN_BINDER=$(command -v rankplan-exec) || return
    "$RANKPLAN_BINDER" --protocol 1 --become --version >/dev/null 2>&1 || {
      say "warning: $RANKPLAN_BINDER on $RANKPLAN_HOST is not for this script, which does without it"
      return 1
    }
  fi
}

# --- SLURM_* as the plan has it -------------------------------------------------------------------------------------

# Frameworks take rank, place and master from these, and Slurm's own order of nodes is not always the plan's. What Slurm
# said stays as RANKPLAN_SLURM_*.
rename_slurm() {
  export RANKPLAN_SLURM_PROCID="$SLURM_PROCID" SLURM_PROCID="$RANKPLAN_THIS" \
    RANKPLAN_SLURM_LOCALID="$SLURM_LOCALID" SLURM_LOCALID="$LOCAL_RANK" \
    RANKPLAN_SLURM_NODEID="${SLURM_NODEID-}" SLURM_NODEID="$RANKPLAN_NODE_RANK" \
    RANKPLAN_SLURM_GTIDS="${SLURM_GTIDS-}" SLURM_GTIDS="$RANKPLAN_NODE_RANKS" \
    RANKPLAN_SLURM_NTASKS="$SLURM_NTASKS" SLURM_NTASKS="$RANKPLAN_WORLD_SIZE" \
    RANKPLAN_SLURM_NPROCS="${SLURM_NPROCS-}" SLURM_NPROCS="$RANKPLAN_WORLD_SIZE" \
    RANKPLAN_SLURM_STEP_NUM_TASKS="${SLURM_STEP_NUM_TASKS-}" SLURM_STEP_NUM_TASKS="$RANKPLAN_WORLD_SIZE" \
    RANKPLAN_SLURM_NNODES="${SLURM_NNODES-}" SLURM_NNODES="$RANKPLAN_NODE_COUNT" \
    RANKPLAN_SLURM_JOB_NUM_NODES="${SLURM_JOB_NUM_NODES-}" SLURM_JOB_NUM_NODES="$RANKPLAN_NODE_COUNT" \
    RANKPLAN_SLURM_STEP_NUM_NODES="${SLURM_STEP_NUM_NODES-}" SLURM_STEP_NUM_NODES="$RANKPLAN_NODE_COUNT" \
    RANKPLAN_SLURM_NODELIST="${SLURM_NODELIST-}" SLURM_NODELIST="$RANKPLAN_NODE_LIST" \
    RANKPLAN_SLURM_JOB_NODELIST="${SLURM_JOB_NODELIST-}" SLURM_JOB_NODELIST="$RANKPLAN_NODE_LIST" \
    RANKPLAN_SLURM_STEP_NODELIST="${SLURM_STEP_NODELIST-}" SLURM_STEP_NODELIST="$RANKPLAN_NODE_LIST" \
    RANKPLAN_SLURM_TASKS_PER_NODE="${SLURM_TASKS_PER_NODE-}" SLURM_TASKS_PER_NODE="$RANKPLAN_TASKS_PER_NODE" \
    RANKPLAN_SLURM_STEP_TASKS_PER_NODE="${SLURM_STEP_TASKS_PER_NODE-}" \
    SLURM_STEP_TASKS_PER_NODE="$RANKPLAN_TASKS_PER_NODE"
}

# --- slurm.container, by Apptainer ----------------------------------------------------------------------------------

# The rank's command runs in the container, and sees this directory and the one that it is started in. What the rank
# finds in its environment it finds there, too.
find_container() { # sets RANKPLAN_CONTAINER and RANKPLAN_CONTAINER_GPUS
  RANKPLAN_CONTAINER=$(command -v apptainer || command -v singularity) ||
    refuse "there is no apptainer on the PATH of $RANKPLAN_HOST, in which slurm.container is to run: load its module in slurm.setup"
  case $RANKPLAN_DIR in
    *[,:]*) refuse "$RANKPLAN_DIR cannot be mounted: apptainer takes no ',' and no ':' in a path" ;;
  esac
  RANKPLAN_CONTAINER_GPUS=''
  [ -z "${CUDA_VISIBLE_DEVICES-}" ] || RANKPLAN_CONTAINER_GPUS=--nv
  [ -z "${ROCR_VISIBLE_DEVICES-}" ] || RANKPLAN_CONTAINER_GPUS=--rocm
}

# shellcheck disable=SC2119
[ "${1-}" != rank ] || run_rank
