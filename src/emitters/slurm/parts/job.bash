# --- The job --------------------------------------------------------------------------------------------------------
# The script sets `here`, the directory that rankplan compiled, sources this, says what is its plan's, and calls prepare,
# srun and finish. Variables that bash itself heeds are for ranks and setup lines.
set +efu +o pipefail +o posix
unset -v FUNCNEST TMOUT BASH_COMPAT
[[ $here == /* && $here != */. ]] || here=$(CDPATH='' cd -- "$here" && pwd)
RANKPLAN_REPORT_FD=2 library=$here/${BASH_SOURCE[0]##*/}

# What a script does not say.
plan='' tasks=ranks task_shell=(/bin/sh) master='' restarts=0 requeues='' cpus_per_task='' memory='' workdir='' setup='' rank_setup=''
setup_shell='' container='' image='' container_dir='' mounts=() health_check=() group_nodes=1 unit=rank task_lines='' relays='' explained=''
run='' lines='' nodes='' stop_reason='' step_pid='' job_status='' log_start=0 inside=''
planned_lists=() step_options=() task_counts=() node_names=() node_hosts=() node_components=() node_ranks=()
declare -A node_facts=()
preparations=() last_checks=() ends=()

# Its nodes as Slurm will write them, nothing where the job binds them; options of srun for it alone.
component() { planned_lists+=("$1") step_options+=("${2-}"); }

place() { # node, its ranks; what is behind them is for readers
  node_components+=($((${#planned_lists[@]} - 1)))
  node_names+=("$1") node_hosts+=("$1") node_ranks+=("$2")
}

uuids() { node_facts[$1]="RANKPLAN_UUIDS='$2' "; } # node, its planned ones, like 0=GPU-5f2a

prepare() {
  local check
  [[ -n ${SLURM_JOB_ID-} ]] ||
    refuse 'this is no Slurm job: submit it with sbatch, or start it inside an allocation of salloc'
  read_environment
  name_job
  exec {files_fd}< <(compare_files) {config_fd}< <(scontrol show config 2>/dev/null)
  check_step
  bind_nodes
  enter_job_dir
  for check in "${preparations[@]}"; do "$check"; done
  judge_files
  make_run_dir
  relays=$(choose_relays)
  catch_signals
  for check in "${last_checks[@]}"; do "$check"; done
}

# The script's `srun` line, with what is known of its components: their tasks, machine by machine, in the order of ranks.
srun() { # options, "$here/slurm.bash", what it is to do, the command
  start_step "$@"
  await_step
}

start_step() { # as srun; sets step_pid
  local component options=() words=()
  while [[ $1 != "$here/"* ]]; do
    options+=("$1")
    shift
  done
  write_tables "${@:3}" || refuse "$run cannot be written: is the disk full?"
  lines=$setup
  [[ -z $lines ]] || : >"$run/in-setup" # become_program, behind the lines, removes it: lines may `exit 0`
  [[ ! -f /proc/$$/fd/2 ]] || log_start=$(wc -c <"/proc/$$/fd/2")
  for component in "${!planned_lists[@]}"; do
    add_component "$component" "--nodelist=$run/hosts-$component" "--ntasks=${task_counts[component]}" "${options[@]}"
    words+=("${task_shell[@]}" "$1" "$2")
  done
  become_srun srun "${words[@]}" &
  step_pid=$!
}

add_component() { # its number, options; adds to words
  ((${#words[@]} == 0)) || words+=(:)
  ((${#planned_lists[@]} == 1)) || words+=("--het-group=$1")
  words+=("${@:2}" ${step_options[$1]})
}

# What the caller exported reaches ranks as it was, whatever a script calls its own variables.
read_environment() { # sets environment, words like NAME=VALUE
  local index
  mapfile -d '' -t environment <"/proc/$$/environ"
  # env could not set others.
  for index in "${!environment[@]}"; do [[ ${environment[index]} == ?*=* ]] || unset 'environment[index]'; done
  environment+=("RANKPLAN_DIR=$here")
}

forget() { # names of variables, here and for the ranks
  local name index
  for name; do
    unset -v "$name"
    for index in "${!environment[@]}"; do [[ ${environment[index]} != "$name="* ]] || unset 'environment[index]'; done
  done
}

# In place of this shell srun, behind the lines of slurm.setup, with the caller's environment.
become_srun() { # program, words
  local words=(/bin/bash -p "$library" srun "$run" "${#planned_lists[@]}" "$@")
  [[ -z $lines ]] || words=("$BASH" -c "$setup_shell" slurm.setup "$lines" "${words[@]}")
  exec -c "$(type -P env)" -- "${environment[@]}" "${words[@]}"
}

# --- What Slurm gave to the job, and whether that is what the plan needs --------------------------------------------

# Sets job_name. The last task of an array has the number of the array, by which Slurm means all of its tasks (22.05,
# 24.11 and 26.05). A job that is submitted inside another has what its environment says of arrays and restarts.
name_job() {
  local facts
  job_name=$SLURM_JOB_ID
  [[ -n ${SLURM_ARRAY_JOB_ID-}${SLURM_RESTART_COUNT-} ]] || return 0
  if facts=$(scontrol show job -o "$SLURM_JOB_ID" 2>/dev/null | grep "^JobId=$SLURM_JOB_ID "); then
    [[ $facts == *' ArrayJobId='* ]] || forget "${!SLURM_ARRAY_@}"
    [[ $facts == *" Restarts=${SLURM_RESTART_COUNT-} "* ]] || forget SLURM_RESTART_COUNT
  fi
  [[ -z ${SLURM_ARRAY_JOB_ID-} ]] || job_name=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID
}

# A step keeps what it was given, and one inside it would wait for that for ever; only beside `srun --overlap` it starts.
# What is in the environment may be of the step in which the job was submitted: then the job has none of that number.
check_step() {
  [[ ${SLURM_STEP_ID-} =~ ^[0-9]{1,9}$ && ${0##*/} != slurm_script ]] || return 0
  scontrol show step "$SLURM_JOB_ID.$SLURM_STEP_ID" >/dev/null 2>&1 || return 0
  (try_nodes --immediate=5 true) ||
    refuse "step $SLURM_STEP_ID of this job runs this script and keeps what the ranks need: start it without srun, or in a step of \`srun --overlap\`"
}

bind_nodes() {
  local component list
  for component in "${!planned_lists[@]}"; do
    list=SLURM_JOB_NODELIST
    ((${#planned_lists[@]} == 1)) || list=SLURM_JOB_NODELIST_HET_GROUP_$component
    [[ -n ${!list-} ]] ||
      refuse "this allocation has no component $component of the ${#planned_lists[@]} that the plan needs: use sbatch"
    # Slurm writes the nodes of a job sorted, as the compiler does: then there is nothing to ask.
    [[ ${!list} == "${planned_lists[component]}" ]] || bind_component "${!list}"
  done
}

# Where this node lacks the job's directory, or the user may not enter it, Slurm starts this script in /tmp instead
# (22.05, 24.11 and 26.05).
enter_job_dir() {
  local start_dir
  if [[ $workdir != /* && ${SLURM_TASK_PID-} == "$$" && . -ef /tmp ]]; then
    start_dir=$(scontrol show job "$job_name" 2>/dev/null | sed -n '/^ *WorkDir=/{s///p;q}')
    [[ . -ef $start_dir ]] ||
      refuse "the job's working directory '$start_dir' cannot be entered on ${SLURMD_NODENAME-this node}: it must be on a file system that all nodes share"
  fi
  CDPATH='' cd -- "${workdir:-.}" 2>/dev/null ||
    refuse "the working directory '$workdir' cannot be entered: make it, or change launch.workdir"
}

# On a node that lacks the directory no task could start, or say why.
blame_nodes() { # sets job_status
  local lacking=()
  mapfile -t lacking < <(list_lacking "$run" | sort -u)
  ((${#lacking[@]} > 0)) || return
  job_status=78
  say "$here is not on ${lacking[*]}: it must be on a file system that all nodes share"
}

list_lacking() { try_nodes --overlap /bin/sh -c '[ -r "$0" ] || echo "$SLURMD_NODENAME"' "$1"; } # file

try_nodes() { # words of srun, for one task on each node
  local groups=() lines='' # without slurm.setup
  ((${#planned_lists[@]} == 1)) || groups=("--het-group=0-$((${#planned_lists[@]} - 1))")
  become_srun timeout 60 srun "${groups[@]}" --ntasks-per-node=1 --overcommit --cpu-bind=none --input=none "$@"
} 2>/dev/null

# --- The compiled directory -----------------------------------------------------------------------------------------

# .rankplan.json lists what was compiled with this script: prints the first file that is of another compile or was edited
# since, or `whole`. It is read while other checks are made.
compare_files() {
  local line text list=() pattern='"(env/[^"]+|plan\.json|[a-z]+\.bash)": "sha256:([0-9a-f]+)"'
  CDPATH='' cd -- "$here" && mapfile -t lines <.rankplan.json || return
  for line in "${lines[@]}"; do
    [[ ! $line =~ $pattern ]] || list+=("${BASH_REMATCH[2]}  ${BASH_REMATCH[1]}")
  done
  [[ "${list[*]} " == *'  env/'*"$plan  plan.json "* ]] || { echo .rankplan.json: other && return; }
  printf '%s\n' "${list[@]}" | sha256sum --check --quiet && echo whole
} 2>/dev/null

judge_files() {
  local line='' file
  IFS= read -r line <&"$files_fd"
  exec {files_fd}<&-
  file=$here/${line%%: *}
  case ${line%%: *} in
    whole) ;;
    '')
      [[ -r $here/.rankplan.json ]] || refuse_file "$here/.rankplan.json" ''
      refuse "sha256sum is not on PATH ($PATH): without it nothing can be checked"
      ;;
    .rankplan.json) refuse_file "$file" "does not list the files of this plan (${plan:0:12}): compile again, or copy the whole directory" ;;
    plan.json) refuse_file "$file" "is not the plan of this script (${plan:0:12}): compile again, or copy the whole directory" ;;
    env/*) refuse_file "$file" 'was edited since it was compiled, or is of another compile: change the topology, and compile again' ;;
    *) refuse_file "$file" 'is not that of this script: compile again, or copy the whole directory' ;;
  esac
}

refuse_file() { # file of the compiled directory, what is wrong with it where it is there
  [[ -e $1 ]] || refuse "$1 is missing: copy the whole directory (cp -a), or compile again"
  [[ -r $1 ]] || refuse "$1 may not be read by $(id -un): change its permissions, or copy the directory as its owner"
  refuse "$1 $2"
}

# --- The directory of the run, and what its tasks read there --------------------------------------------------------

# A job that was requeued goes on in its directory; a second run of one allocation gets another.
make_run_dir() {
  local number=1 log
  run=$here/runs/$job_name restart_count=${SLURM_RESTART_COUNT:-0}
  mkdir -p -- "$here/runs" 2>/dev/null
  if ((restart_count > 0)) && [[ -d $run ]]; then
    rm -rf -- "$run/failure" "$run/began" "$run/saved" "$run"/attempt-*
  else
    until [[ ! -e $run ]] && mkdir -- "$run" 2>/dev/null; do
      [[ -d $run ]] || refuse "$run cannot be made: is the output directory writable, and the disk not full?"
      run=$here/runs/$job_name.$((++number))
    done
  fi
  run_attempt=$((restart_count + number - 1))
  # The job's own log is where Slurm writes it; here is a link to it.
  log=$(readlink "/proc/$$/fd/2")
  [[ ! -f $log ]] || ln -sfn -- "$log" "$run/job.log"
}

write_tables() { # words of the command
  local component index rank ranks hosts arms='' world_size=0
  for component in "${!planned_lists[@]}"; do
    hosts=()
    for index in "${!node_names[@]}"; do
      ((node_components[index] == component)) || continue
      expand_ranks "${node_ranks[index]}"
      arms+="  '${node_hosts[index]}') RANKPLAN_HERE='${node_names[index]}' RANKPLAN_RANKS='${ranks[*]}' ${node_facts[${node_names[index]}]-};;"$'\n'
      world_size=$((world_size + ${#ranks[@]}))
      [[ $tasks == ranks ]] || ranks=("${ranks[0]}")
      for rank in "${ranks[@]}"; do hosts[rank]=${node_hosts[index]}; done
    done
    task_counts[component]=${#hosts[@]} # a line is the machine of a task
    printf '%s\n' "${hosts[@]}" >"$run/hosts-$component" || return
  done
  list_tasks "$@" >"$run/tasks"
}

# It is shell, which a shell reads in one go, and no byte at a time as lines of data.
list_tasks() { # words of the command
  local quoted text facts=(
    PLAN "$plan" UNIT "$unit" COMPONENTS "${#planned_lists[@]}" TASKS "$((${task_counts[@]/%/+}0))" WORLD_SIZE "$world_size"
    CPUS_PER_TASK "$cpus_per_task"
    WORK_DIR "$PWD" PLANNED_DIR "$workdir" INSIDE "$inside" REQUEUES "$requeues" RESTARTS "$restarts" MEMORY "$memory"
    RELAYS "$relays" SETUP "$rank_setup" SETUP_SHELL "${rank_setup:+$setup_shell}"
    CONTAINER "$container" CONTAINER_DIR "$container_dir"
    ${nodes:+NODE_LIST "$nodes"}
  )
  [[ $container != apptainer ]] || set -- "${mounts[@]/#/--bind=}" "$image" "$@"
  quote_words "$@"
  text=$quoted
  set -- "${facts[@]}"
  while (($# > 0)); do
    quote_words "$2"
    printf 'RANKPLAN_%s=%s\n' "$1" "${quoted# }"
    shift 2
  done
  printf 'case $RANKPLAN_HOST in\n%sesac\nset --%s\n%s\n' "$arms" "$text" "$task_lines"
}

# What Slurm leaves to the first process of a task: all signals, those that torchrun keeps from ranks, which have process
# groups of their own, or none.
choose_relays() {
  case $tasks:$(grep -o 'proctrack/[a-z]*' <&"$config_fd") in
    nodes:proctrack/pgid) echo ranks ;;
    *:proctrack/pgid | *:proctrack/linuxproc) ;;
    *) echo all ;;
  esac
}

quote_words() { # sets quoted: they mean themselves to every shell, each after a blank
  local word escaped="'\\''"
  quoted=''
  for word; do quoted+=\ \'${word//\'/"$escaped"}\'; done
}

expand_ranks() { # ranges like 0-3,8; sets ranks
  local range rank IFS=,
  ranks=()
  for range in $1; do
    for ((rank = ${range%-*}; rank <= ${range#*-}; rank++)); do ranks+=("$rank"); done
  done
}
