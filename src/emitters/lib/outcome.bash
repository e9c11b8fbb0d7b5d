# How the job ended: what its log says, its status, and whether it begins again.
# shellcheck shell=bash disable=SC2154,SC2034 # shared with job.bash

# Slurm's own status is the largest of all tasks': of those that it ended because one had failed, too.
report_outcome() {
  local attempt failed_part failed_status failed_host failure line
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
      blame_nodes || say "srun ended with status $job_status, and no task says that it failed; logs: $run"
    fi
    return
  fi
  job_status=$failed_status
  say "$failure; its log: $run/$failed_part.err"
  while IFS= read -r line || [[ -n $line ]]; do
    printf '  %s\n' "$line" >&2
  done < <(tail -c 4096 -- "$run/$failed_part.err" 2>/dev/null | tail -n 5)
}

# Slurm's own word for it is in the job's log: a rank's status says SIGKILL at most, and nothing of one of its children.
explain_memory() {
  [[ -f /proc/$$/fd/2 ]] || return 0
  tail -c "+$((log_start + 1))" "/proc/$$/fd/2" | grep -qE 'oom[-_]kill event|Out Of Memory' || return 0
  say "memory ran out, says Slurm${SLURM_MEM_PER_NODE:+: the job has $SLURM_MEM_PER_NODE MiB of each node}; ask for more (slurm.mem), or for less in the ranks"
}

read_failure() { # file; sets failed_part, failed_status, failed_host and failure
  local place
  failed_part='' failed_status=''
  [[ ! -r $1 ]] || IFS=' ' read -r failed_part failed_status failed_host <"$1"
  [[ -n $failed_status ]] || return 1
  find_place
  failure="${failed_part/-/ } ($place) failed with status $failed_status"
  if ((failed_status == 78)); then
    failure="${failed_part/-/ } ($place) was refused, or ended with status 78"
  elif ((failed_status > 128 && failed_status < 160)); then # a shell tells a signal's end and `exit 137` alike
    failure+=" (as from SIG$(kill -l "$failed_status"))"
  fi
}

find_place() { # sets place
  local line list devices
  place=$failed_host
  line=$(sed -n '/^ *{"rank":'"${failed_part#rank-}"',"node":"/{p;q;}' "$here/plan.json")
  [[ $line =~ '"gpus":['([0-9,]+)']' || $line =~ '"gpu":'([0-9]+|null), ]] || return
  list=${BASH_REMATCH[1]}
  name_devices "${list/null/}"
  place+=", $devices"
} 2>/dev/null

# A refusal would be the same again, and so would what kept the ranks from beginning; what somebody ended stays ended.
# torchrun restarts ranks within the job.
restart_job() {
  [[ -z $stop_reason && ${SLURM_TASK_PID-} == "$$" && $tasks == ranks ]] || return 0
  count_starts
  ((job_status != 78 && restarted < restarts)) || return 0
  if [[ ! -e $run/failure && ! -e $run/began ]]; then
    say 'no rank had begun, so the job does not requeue itself'
    return
  fi
  say "requeues itself: restart $((restarted + 1)) of $restarts"
  requeue "$resumed $((restarted + 1))"
}

# What Slurm starts again by itself, after a preemption or on other nodes, is none of these.
count_starts() { # sets resumed and restarted
  resumed=0 restarted=0
  [[ ! -r $run/requeues ]] || IFS=' ' read -r resumed restarted <"$run/requeues"
}

# Slurm ends this script, its scontrol and its sleep, sooner or later; bash would say of each that it was terminated.
requeue() { # the counts of starts
  local waited job_facts=''
  echo "$1" >"$run/requeues" || return
  {
    scontrol requeue "$job_name" 2>&3 || job_facts=$(scontrol show job -o "$job_name")
    for ((waited = 0; waited < 60; waited++)); do
      [[ -z $stop_reason ]] || return 0
      [[ $job_facts != *' JobState=RUNNING '* ]] || break
      sleep 1
    done
  } 3>&2 2>/dev/null
  say 'Slurm does not requeue the job: submit it again, without --no-requeue if it was that'
}

# Ranks that have saved their state end with status 85. Their task writes that down, and to srun it is no failure: so the
# others have the time to save theirs. These starts are counted apart from those after a failure.
resume_job() {
  [[ -e $run/saved && -z $stop_reason ]] || return
  job_status=85
  count_starts
  if [[ ${SLURM_TASK_PID-} != "$$" ]] || ((resumed >= requeues)); then
    say "the ranks have saved their state, and are to go on: $resumed of $requeues requeues are used up here, so submit the job again"
    exit "$job_status"
  fi
  say "the ranks have saved their state: requeues itself, $((resumed + 1)) of $requeues"
  requeue "$((resumed + 1)) $restarted"
  exit "$job_status"
}
