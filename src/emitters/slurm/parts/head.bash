#!/bin/sh
# What the job script beside it sources, and what srun starts for its tasks. Made by rankplan from plan.json: change the
# topology and compile again.
RANKPLAN_SCRIPT=job.sbatch RANKPLAN_STEPS=''

say() {
  local IFS=' '
  printf '%s: %s\n' "$RANKPLAN_SCRIPT" "$*" >&"${RANKPLAN_REPORT_FD:-1}"
}

refuse() { # why, and what to do
  say "$@"
  exit 78
}
