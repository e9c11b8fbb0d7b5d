# --- slurm.restarts and slurm.requeues ------------------------------------------------------------------------------
# No restart after a refusal, or where no rank began: it would fail again. What was ended by hand stays ended.
restart_job() {
  [[ -z $stop_reason && ${SLURM_TASK_PID-} == "$$" ]] || return 0
  count_starts
  ((job_status != 0 && job_status != 78 && restarted < restarts)) || return 0
  if ((job_status == 126 || job_status == 127)); then
    say "the command cannot be run (status $job_status), so the job does not requeue itself"
    return
  fi
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
  [[ -n $requeues && -e $run/saved && -z $stop_reason ]] && ((job_status == 0)) || return
  job_status=85
  count_starts
  if [[ ${SLURM_TASK_PID-} != "$$" ]] || ((resumed >= requeues)); then
    say "the ranks have saved their state, and are to go on: $resumed of $requeues requeues are used up here, so submit the job again"
  else
    say "the ranks have saved their state: requeues itself, $((resumed + 1)) of $requeues"
    requeue "$((resumed + 1)) $restarted"
  fi
  exit "$job_status"
}
ends+=(resume_job restart_job)
