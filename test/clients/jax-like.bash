#!/usr/bin/env bash
# Finds its place as a JAX program does, which starts one process for several GPUs: under Slurm from Slurm's variables, as
# jax.distributed.initialize() without arguments, elsewhere from the launcher's. Prints
#   process NUMBER of COUNT at HOST, devices GPU...
# where each GPU is what the visible list has in the place of a device.
set -u
if [[ -n ${SLURM_JOB_ID-} ]]; then
  process=$SLURM_PROCID count=$SLURM_NTASKS coordinator=${SLURM_STEP_NODELIST%%[,[]*}
  ids=${JAX_LOCAL_DEVICE_IDS:-$SLURM_LOCALID} # a process is taken to have one device, unless it is told
else
  process=$RANK count=$WORLD_SIZE coordinator=$MASTER_ADDR
  ids=${JAX_LOCAL_DEVICE_IDS-}
fi
IFS=, read -ra visible <<<"${CUDA_VISIBLE_DEVICES-}"
IFS=, read -ra ids <<<"$ids"
((${#ids[@]} > 0)) || ids=("${!visible[@]}")
devices=()
for id in "${ids[@]}"; do
  [[ -n ${visible[id]-} ]] || { echo "no device $id among ${visible[*]}" >&2 && exit 1; }
  devices+=("${visible[id]}")
done
echo "process $process of $count at $coordinator, devices ${devices[*]}"
