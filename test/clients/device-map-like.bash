#!/usr/bin/env bash
# Spreads eight layers over all devices that it sees, as `device_map="auto"` does, and begins at `cuda:0`; or, with
# `by-local-rank` and how many devices each process has, at `cuda:N*LOCAL_RANK`, as scripts with two models do. Prints
#   rank NUMBER: GPU LAYERS...; GPU LAYERS...
set -u
IFS=, read -ra visible <<<"${CUDA_VISIBLE_DEVICES-}"
first=0 count=${#visible[@]}
[[ ${1-} != by-local-rank ]] || { first=$(($2 * LOCAL_RANK)) && count=$2; }
line="rank $RANK:" separator=''
for ((device = 0; device < count; device++)); do
  [[ -n ${visible[first + device]-} ]] || { echo "invalid device ordinal $((first + device))" >&2 && exit 1; }
  line+="$separator ${visible[first + device]}" separator=';'
  for ((layer = device * 8 / count; layer < (device + 1) * 8 / count; layer++)); do line+=" $layer"; done
done
echo "$line"
