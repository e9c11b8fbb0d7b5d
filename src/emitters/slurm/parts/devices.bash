# The plan counts the GPUs of a node, Slurm those of a job, from 0 or not: the env file says which entries of the list that
# Slurm gave to the task are meant, and how long it is.
choose_devices() {
  [ -n "${RANKPLAN_POSITIONS-}" ] || return 0
  local entry='' visible='' name='' given="$RANKPLAN_GIVEN;" IFS=,
  case ${CUDA_VISIBLE_DEVICES+cuda}${ROCR_VISIBLE_DEVICES+rocr} in
    cuda) name=CUDA_VISIBLE_DEVICES given=${given%%;*} ;;
    rocr) name=ROCR_VISIBLE_DEVICES given=${given#*;} && given=${given%%;*} ;;
    *) name=ZE_AFFINITY_MASK given=${given%;} && given=${given##*;} ;;
  esac
  set -- $given
  [ $# = "$RANKPLAN_NODE_GPUS" ] ||
    refuse "Slurm gave this task $# GPUs of $RANKPLAN_HOST (${given:-none}) where the plan has $RANKPLAN_NODE_GPUS:" \
      "submit $RANKPLAN_SCRIPT as it is, and correct the topology by \`scontrol show node $RANKPLAN_HOST\`"
  for entry in $RANKPLAN_POSITIONS; do
    case $entry in [0-9]*) eval "entry=\${$((entry + 1))}" ;; esac # else a UUID
    visible=$visible${visible:+,}$entry
  done
  eval "$name=\$visible"
}
RANKPLAN_STEPS="$RANKPLAN_STEPS choose_devices"
