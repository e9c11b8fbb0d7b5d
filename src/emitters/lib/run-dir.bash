# The directory of a run, and what its tasks read there.
# shellcheck shell=bash disable=SC2154,SC2034 # shared with job.bash

# A job that was requeued goes on in its directory; a second run of one allocation gets another.
make_run_dir() {
  local number=1
  run=$here/runs/$job_name restart_count=${SLURM_RESTART_COUNT:-0}
  [[ -d $here/runs ]] || mkdir -p -- "$here/runs" 2>/dev/null
  if ((restart_count > 0)) && [[ -d $run ]]; then
    rm -rf -- "$run/failure" "$run/began" "$run/saved" "$run"/attempt-*
  else
    until [[ ! -e $run ]] && mkdir -- "$run" 2>/dev/null; do
      [[ -d $run ]] || refuse "$run cannot be made: is the output directory writable, and the disk not full?"
      run=$here/runs/$job_name.$((++number))
    done
  fi
  run_attempt=$((restart_count + number - 1))
  write_tables || refuse "$run cannot be written: is the disk full?"
}

write_tables() {
  local component
  list_tasks >"$run/tasks" || return
  [[ $bind == name ]] || record_binding >"$run/bound.json" || return
  for component in "${!planned_lists[@]}"; do
    list_hosts >"$run/hosts-$component" || return
  done
}

# What the tasks read: the plan's facts, their place, and the command. It is shell, which a shell reads in one go, and no
# byte at a time as lines of data; and a word in a file means nothing to srun, which ends a component at a colon.
list_tasks() {
  local node_rank index quoted facts text=()
  [[ -z $rank_setup ]] || mapfile -d '' text <"$here/lib/setup.bash"
  count_tasks
  facts=(
    SCRIPT "$script" DIGEST "$plan" EDITED "$edited_rank" COMPONENTS "${#planned_lists[@]}" WORLD_SIZE "$world_size"
    NODE_COUNT "${#node_names[@]}" NODE_LIST "$nodes" TASKS_PER_NODE "$task_counts" CPUS_PER_TASK "$cpus_per_task"
    TASK_ENV "$task_env" WORK_DIR "$PWD" PLANNED_DIR "$workdir" REQUEUES "$requeues" RESTARTS "$restarts"
    MEMORY "$memory" SETUP "$rank_setup" SETUP_SHELL "${text[0]-}" CONTAINER_BY "$container"
    CONTAINER_DIR "$container_dir" INSIDE "$inside"
  )
  set -- "${facts[@]}"
  while (($# > 0)); do
    quote_words "$2"
    printf 'RANKPLAN_%s=%s\n' "$1" "${quoted# }"
    shift 2
  done
  # shellcheck disable=SC2016 # for the task's shell
  printf 'case $RANKPLAN_HOST in\n'
  for node_rank in "${!node_order[@]}"; do
    index=${node_order[node_rank]}
    quote_words "${node_names[index]}" "$node_rank" "${node_ranks[index]}" "${node_devices[index]}" \
      "${node_uuids[index]}" "${node_cpus[index]}"
    printf "  '%s') place_task%s ;;\n" "${node_hosts[index]}" "$quoted"
  done
  quote_words "${command[@]}"
  printf 'esac\nset --%s\n' "$quoted"
}

quote_words() { # sets quoted: they mean themselves to every shell, each after a blank
  local word
  quoted=''
  for word; do
    quoted+=" '"
    while [[ $word == *\'* ]]; do
      quoted+="${word%%\'*}'\\''"
      word=${word#*\'}
    done
    quoted+="$word'"
  done
}

count_tasks() { # sets task_counts, as Slurm writes SLURM_TASKS_PER_NODE: 4(x2),1
  local index ranks last=0 times=0 list=''
  for index in "${node_order[@]}" end; do
    ranks=()
    [[ $index == end ]] || expand_ranks "${node_ranks[index]}"
    if ((${#ranks[@]} != last)); then
      case $times in
        0) ;;
        1) list+=,$last ;;
        *) list+=",$last(x$times)" ;;
      esac
      last=${#ranks[@]} times=0
    fi
    times=$((times + 1))
  done
  task_counts=${list#,}
}

record_binding() {
  local index words=()
  for index in "${!node_names[@]}"; do
    words+=("${node_names[index]}" "${node_hosts[index]}" "${path_of[${node_hosts[index]}]-}")
  done
  render_binding "${words[@]}"
}

# A line is the machine of a task of the component, in the order of ranks, or of node ranks.
list_hosts() {
  local node_rank index ranks rank hosts=()
  for node_rank in "${!node_order[@]}"; do
    index=${node_order[node_rank]}
    ((node_components[index] == component)) || continue
    if [[ $tasks == nodes ]]; then
      hosts[node_rank]=${node_hosts[index]}
      continue
    fi
    expand_ranks "${node_ranks[index]}"
    for rank in "${ranks[@]}"; do hosts[rank]=${node_hosts[index]}; done
  done
  printf '%s\n' "${hosts[@]}"
}

# The job's own log is where Slurm writes it; here is a link to it.
link_log() {
  local log
  log=$(readlink "/proc/$$/fd/2")
  [[ ! -f $log ]] || ln -sfn -- "$log" "$run/job.log"
}

# Each job and each restart has its own, and what is taken on this host is passed over: it often is rank 0's. Rank 0
# looks again.
choose_port() {
  [[ $port == auto ]] || return 0
  list_listeners
  pick_free_port $((SLURM_JOB_ID * 7 + run_attempt * 1009))
  environment+=("MASTER_PORT=$port")
}
