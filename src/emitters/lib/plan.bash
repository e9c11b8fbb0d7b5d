# What scripts know of a plan's nodes: their ranks, and, where machines took the places of nodes, which.
# shellcheck shell=bash disable=SC2034 # whoever sources it reads what is set

expand_ranks() { # ranges like 0-3,8; sets ranks
  local range rank IFS=,
  ranks=()
  for range in $1; do
    for ((rank = ${range%-*}; rank <= ${range#*-}; rank++)); do ranks+=("$rank"); done
  done
}

# What a rank computes on, as people know it: `GPU 3`, `GPUs 0,1`, `CPU`.
name_devices() { # list of GPUs, or nothing; sets devices
  case $1 in
    '') devices=CPU ;;
    *,*) devices="GPUs $1" ;;
    *) devices="GPU $1" ;;
  esac
}

# bound.json, as `rankplan bind` reads it.
render_binding() { # node, machine, /where/it/is or nothing, node...
  local comma='' place minor=0
  [[ "$*" != */* ]] || minor=1
  printf '{"formatVersion":"1.%d","nodes":[' "$minor"
  while (($# > 0)); do
    place=${3#/}
    printf '%s{"node":"%s","host":"%s"%s}' "$comma" "$1" "$2" "${place:+,\"domain\":[\"${place//\//\",\"}\"]}"
    comma=,
    shift 3
  done
  printf ']}\n'
}
