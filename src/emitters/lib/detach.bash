# launch.sh --detach: rankplan-exec goes on without this terminal, and `rankplan status` finds it by what is in its run's
# folder. Whose ranks are where is written here; who launches and how it ended, by native/exec/detach.c.
# shellcheck shell=bash disable=SC2154 # shared with launch.bash

check_detach() {
  [[ -z $dry_run ]] || refuse "--detach is for ranks that run, and --dry-run starts none: leave one of them out"
  [[ -z $lifeline_wanted ]] || refuse "--detach is for ranks that outlive who starts them, and --lifeline for others"
  [[ -n $exec_path ]] ||
    refuse "--detach needs rankplan-exec: put it on PATH, name it with RANKPLAN_EXEC, or compile again with --with-exec"
}

record_job() { # host, its number of ranks, host...
  local comma='' text
  printf -v text '{"formatVersion":"1.0","plan":"%s","grace":%s,"hosts":[' "$plan" "$grace"
  while (($# > 0)); do
    printf -v text '%s%s{"host":"%s","ranks":%d}' "$text" "$comma" "$1" "$2"
    comma=,
    shift 2
  done
  # Two launchers that were given one id meet here.
  { mkdir -p -- "$run_dir" && (set -C && printf '%s]}\n' "$text" >"$run_dir/job.json"); } 2>/dev/null ||
    refuse_run_dir job.json
}
