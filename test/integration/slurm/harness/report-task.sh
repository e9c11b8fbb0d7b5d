#!/usr/bin/env bash
# What ranks run in the tests: report-task.sh [--out=DIR] [--devices=DIR] [--] [WORD]...
# Prints one line of JSON: where it runs, what it was told, and which fake devices it may open. --out (or REPORT_DIR)
# appends it to a file of this task in DIR instead: srun mixes lines of several tasks that are longer than 1,024 bytes,
# as they are with some thirty devices. --devices (or FAKE_DEVICES) is the folder of all nodes' devices.
# It starts one process at most, since 64 of these run at once on two cores.
set -u
LC_ALL=C
out=${REPORT_DIR:-} devices=${FAKE_DEVICES:-}
while (($# > 0)); do
  case $1 in
    --out=*) out=${1#*=} ;;
    --devices=*) devices=${1#*=} ;;
    --) shift && break ;;
    *) break ;;
  esac
  shift
done

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
  SLURM_JOB_ID SLURM_PROCID SLURM_LOCALID SLURM_NODEID SLURM_NTASKS SLURM_JOB_NODELIST SLURM_STEP_GPUS \
  SLURM_RESTART_COUNT SLURM_ARRAY_TASK_ID RANKPLAN_NODE RANKPLAN_GPU; do
  if [[ -v $name ]]; then quote "${!name}"; else quoted=null; fi
  add "$name" "$quoted"
done
read -r hostname </proc/sys/kernel/hostname # HOSTNAME is the batch script's
add hostname "\"$hostname\""
while IFS=$':\t' read -r key value; do
  [[ $key != Cpus_allowed_list ]] || add cpusAllowed "\"$value\""
done </proc/self/status

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

if [[ -n $out ]]; then
  printf '{%s}\n' "$line" >>"$out/${SLURM_JOB_ID:-0}.${SLURM_STEP_ID:-0}.${SLURM_PROCID:-0}.json"
else
  printf '{%s}\n' "$line"
fi
