# --- slurm.healthCheck: once on each node, on all at once, and no matter what the others say: whoever is ill is to be named

check_health() {
  local ill=() quoted words=() component host status check=(/bin/sh -c '
    . "$RANKPLAN_RUN_DIR/health/command"
    "$@" >"$RANKPLAN_RUN_DIR/health/$SLURMD_NODENAME.log" 2>&1
    echo "$?" >"$RANKPLAN_RUN_DIR/health/$SLURMD_NODENAME.status"')
  rm -rf -- "$run/health"
  mkdir -- "$run/health" || refuse "$run/health cannot be made: is the disk full?"
  quote_words "${health_check[@]}" # in a file, for srun ends a component at a word that is a colon
  printf 'set --%s\n' "$quoted" >"$run/health/command" || refuse "$run cannot be written: is the disk full?"
  for component in "${!planned_lists[@]}"; do
    add_component "$component" --ntasks-per-node=1 "--ntasks=$(grep -c "^$component\$" < <(printf '%s\n' "${node_components[@]}"))" \
      --cpu-bind=none --overcommit --export=ALL --input=none
    words+=("${check[@]}")
  done
  (
    forget CUDA_VISIBLE_DEVICES ROCR_VISIBLE_DEVICES ZE_AFFINITY_MASK # the first node's
    become_srun srun "${words[@]}"
  ) &
  step_pid=$!
  await_step
  step_pid=''
  [[ -z $stop_reason ]] || exit "$stop_status"
  for host in "${node_hosts[@]}"; do
    status=$(cat "$run/health/$host.status" 2>/dev/null)
    [[ $status != 0 ]] || continue
    # No answer need not be the check's fault: the node may lack this directory, and srun may have started nothing at all.
    if [[ -z $status ]]; then
      ! blame_nodes || exit "$job_status"
      [[ -n $(find "$run/health" -name '*.log') ]] ||
        refuse "no rank is started: srun ended with status $job_status, and slurm.healthCheck began on no node"
    fi
    ill+=("$host")
    say "$host: the health check ${status:+ended with status }${status:-gave no answer}; its log: $run/health/$host.log"
    tail -n 5 -- "$run/health/$host.log" 2>/dev/null | sed 's/^/  /' >&2
  done
  ((${#ill[@]} == 0)) ||
    refuse "no rank is started: ${#ill[@]} of ${#node_hosts[@]} nodes failed slurm.healthCheck: ${ill[*]}"
}
last_checks+=(check_health)
