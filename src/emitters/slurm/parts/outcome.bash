# --- Signals, and how the job ends ----------------------------------------------------------------------------------
catch_signals() {
  local entry
  for entry in HUP:129 INT:130 TERM:143; do trap "interrupt ${entry/:/ }" "${entry%:*}"; done
  for entry in USR1 USR2; do trap "forward $entry" "$entry"; done
}

forward() { [[ -z $step_pid ]] || kill -s "$1" "$step_pid"; } # srun passes it on to the tasks

# A batch job that is being ended has all its tasks signalled by Slurm, which gives them time; srun would not.
interrupt() { # signal, status
  stop_reason=$1 stop_status=$2
  [[ ${SLURM_TASK_PID-} == "$$" ]] || forward TERM
}

await_step() { # sets job_status
  # A signal ends the wait, not the step.
  until wait "$step_pid"; job_status=$?; ! kill -0 "$step_pid" 2>/dev/null; do :; done
}

# Slurm's own status is the largest of all tasks': of those that it ended because one had failed, too.
report_outcome() {
  local failed_part failed_status failed_host failure attempt
  if [[ -n $stop_reason ]] && ((job_status != 0)); then # ranks that end well have heeded the signal, or not had it
    job_status=$stop_status
    say "ended by SIG$stop_reason"
    return
  fi
  for ((attempt = 0; restarts > attempt; attempt++)); do # torchrun's
    ! read_failure "$run/attempt-$attempt/failure" || say "attempt $attempt: $failure"
  done
  ((job_status == 0)) || explain_memory
  if ! read_failure "$run/failure"; then
    if [[ -e $run/in-setup ]]; then
      say "slurm.setup ended with status $job_status, before srun: no rank was started"
      ((job_status != 0)) || job_status=78
    elif ((job_status != 0)); then
      blame_nodes || [[ -n $explained ]] || say "srun ended with status $job_status, and no task says that it failed; logs: $run"
    fi
    return
  fi
  job_status=$failed_status
  say "$failure; its log: $run/$failed_part.err"
  tail -c 4096 -- "$run/$failed_part.err" 2>/dev/null | tail -n 5 | awk '{ print "  " $0 }' >&2
}

# Slurm's own word for it is in the job's log: a rank's status says SIGKILL at most, and nothing of one of its children.
explain_memory() {
  [[ -f /proc/$$/fd/2 ]] || return 0
  tail -c "+$((log_start + 1))" "/proc/$$/fd/2" | grep -qE 'oom[-_]kill event|Out Of Memory' || return 0
  say "memory ran out, says Slurm${SLURM_MEM_PER_NODE:+: the job has $SLURM_MEM_PER_NODE MiB of each node}; ask for more (slurm.mem), or for less in the ranks"
}

read_failure() { # file; sets failed_part, failed_status, failed_host and failure
  local place gpus
  failed_part='' failed_status=''
  [[ ! -r $1 ]] || IFS=' ' read -r failed_part failed_status failed_host <"$1"
  [[ -n $failed_status ]] || return 1
  place=$failed_host
  gpus=$(sed -n "s/^export RANKPLAN_GPU='\(.*\)'\$/GPU \1/p" "$here/env/$unit-${failed_part#rank-}.env" 2>/dev/null)
  case $gpus in
    '') ;;
    'GPU ') place+=', CPU' ;;
    *,*) place+=", GPUs ${gpus#GPU }" ;;
    *) place+=", $gpus" ;;
  esac
  failure="${failed_part/-/ } ($place) failed with status $failed_status"
  if ((failed_status == 78)); then
    failure="${failed_part/-/ } ($place) was refused, or ended with status 78"
  elif ((failed_status > 128 && failed_status < 160)); then # a shell tells a signal's end and `exit 137` alike
    failure+=" (as from SIG$(kill -l "$failed_status"))"
  fi
  [[ $unit == rank ]] || failure="$unit: $failure"
}
