# The step: srun, with the caller's environment, and what it is told on the way.
# shellcheck shell=bash disable=SC2154,SC2034 # shared with job.bash

start_step() {
  local words=(/bin/sh "$here/lib/task.bash" rank)
  [[ $tasks == ranks ]] || words=(/bin/bash -p "$here/lib/torchrun-node.bash")
  lines=$setup
  [[ -z $lines ]] || : >"$run/in-setup" # srun.bash, behind the lines, removes it: lines may `exit 0`
  [[ ! -f /proc/$$/fd/2 ]] || log_start=$(wc -c <"/proc/$$/fd/2")
  step "${words[@]}" &
  step_pid=$!
}

# The script's `step` and `check` call it, each in a process of its own, whose place the real srun takes.
srun() { become_srun srun "$@"; }

become_srun() { # program, words; behind `lines`, those of slurm.setup
  local text words=(/bin/bash -p "$here/lib/srun.bash" "$here" "${run-}" "${#planned_lists[@]}" "$@")
  if [[ -n ${lines-} ]]; then
    mapfile -d '' text <"$here/lib/setup.bash"
    words=("$BASH" -c "${text[0]}" slurm.setup "$lines" "${words[@]}")
  fi
  become -- "${words[@]}"
}

catch_signals() {
  stop_reason='' step_pid=''
  trap 'interrupt INT 130' INT
  trap 'interrupt TERM 143' TERM
  trap 'interrupt HUP 129' HUP
  trap 'forward USR1' USR1
  trap 'forward USR2' USR2
}

# shellcheck disable=SC2317 # called by the traps
forward() { [[ -z $step_pid ]] || kill -s "$1" "$step_pid"; } # srun passes it on to the tasks

# A batch job that is being ended has all its tasks signalled by Slurm, which gives them time; srun would not.
# shellcheck disable=SC2317 # called by the traps
interrupt() { # signal, status
  stop_reason=$1 stop_status=$2
  [[ ${SLURM_TASK_PID-} == "$$" ]] || forward TERM
}

await_step() { # sets job_status
  while :; do # a signal ends the wait, not the step
    wait "$step_pid"
    job_status=$?
    kill -0 "$step_pid" 2>/dev/null || break
  done
}
