#!/usr/bin/env bash
# What ranks run in the tests: report-task.sh [--devices=DIR] [WORD]...
# Prints one line of JSON: where it runs, its variables and words, and which fake devices of all nodes, in DIR, it may open.
# It starts one process at most, since 64 of these run at once on two cores.
set -u
LC_ALL=C
devices=''
[[ ${1-} != --devices=* ]] || { devices=${1#*=} && shift; }

line='' separator=''
quote() { # into `quoted`
  quoted=${1//\\/\\\\}
  quoted=${quoted//\"/\\\"}
  quoted=${quoted//$'\n'/\\n}
  quoted=\"${quoted//$'\t'/\\t}\"
}
add() { # a name and a piece of JSON
  line+=$separator\"$1\":$2
  separator=,
}
add_list() { # a name and words
  local name=$1 list='' word
  shift
  for word; do
    quote "$word"
    list+=${list:+,}$quoted
  done
  add "$name" "[$list]"
}

for name in SLURMD_NODENAME RANK LOCAL_RANK WORLD_SIZE LOCAL_WORLD_SIZE MASTER_ADDR MASTER_PORT CUDA_VISIBLE_DEVICES \
  SLURM_PROCID SLURM_LOCALID SLURM_NODEID SLURM_NTASKS SLURM_JOB_NODELIST RANKPLAN_NODE RANKPLAN_GPU; do
  if [[ -v $name ]]; then quote "${!name}"; else quoted=null; fi
  add "$name" "$quoted"
done
# Opening a fake device always fails: with EPERM if the cgroup denies it, with ENXIO (there is no driver) if not.
allowed=() denied=()
if [[ -n $devices ]]; then
  exec {errors}<> <(:) # a pipe whose both ends are here: a failing open leaves its message in it
  for device in "$devices"/*; do
    if { : <"$device"; } 2>&"$errors"; then
      allowed+=("${device##*/}")
    else
      read -r message <&"$errors"
      case $message in
        *'Operation not permitted') denied+=("${device##*/}") ;;
        *) allowed+=("${device##*/}") ;;
      esac
    fi
  done
fi
add_list allowed ${allowed[@]+"${allowed[@]}"}
add_list denied ${denied[@]+"${denied[@]}"}
add_list argv "$@"

printf '{%s}\n' "$line"
