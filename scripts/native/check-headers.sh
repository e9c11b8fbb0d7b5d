#!/usr/bin/env bash
# Compiles rankplan's declarations of NVIDIA's interfaces beside NVIDIA's own headers, of the newest CUDA 12 and 13, which
# it fetches from PyPI into build/nvidia-headers (15 MB; a version that is there is not fetched again).
set -euo pipefail
cd "$(dirname "$0")/../.."

packages_12=(nvidia-nvml-dev-cu12==12.9.79 nvidia-cuda-runtime-cu12==12.9.79 nvidia-cuda-nvcc-cu12==12.9.86 nvidia-cublas-cu12==12.9.3.13)
packages_13=(nvidia-nvml-dev==13.5.37 nvidia-cuda-runtime==13.5.37 nvidia-cuda-crt==13.5.37 nvidia-cublas==13.10.0.20)

calls=$(mktemp -d)
trap 'rm -rf -- "$calls"' EXIT

list_calls() { # source, its table: a line for each function that the source looks up by name
  tr -s '\n ' ' ' <"native/$1" | grep -oE '\bresolve(_lister)?\((file, )?f\.\w+, \{?"\w+"' |
    sed -E "/fabric_v2|gemm/d; s/.*f\.(\w+), \{?\"(\w+)\"/CALLS($2, \1, \2);/"
}

{
  list_calls core/nvml-library.cpp ours::Functions
  list_calls cuda/cuda-library.cpp cuda::Functions
  list_calls cuda/cublas-library.cpp cuda::CublasFunctions
} >"$calls/calls.h"
if (($(wc -l <"$calls/calls.h") < 70)); then
  echo 'the sources look functions up in a form that is not known here' >&2
  exit 1
fi

check() { # major package...
  local folder
  folder=build/nvidia-headers/$(printf '%s\n' "$@" | cksum | cut -d' ' -f1)
  if [[ ! -d $folder ]]; then
    rm -rf "$folder.new"
    python3 scripts/native/fetch-headers.py "$folder.new" "${@:2}"
    mv "$folder.new" "$folder"
  fi
  "${CXX:-g++}" -std=c++17 -Wno-deprecated-declarations -fsyntax-only -isystem "$folder" -I "$calls" scripts/native/nvidia-headers.cpp
  printf "NVIDIA's headers of CUDA %s: all that is declared agrees\n" "$1"
}

check 12 "${packages_12[@]}"
check 13 "${packages_13[@]}"
