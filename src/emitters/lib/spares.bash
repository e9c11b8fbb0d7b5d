# Spares of launch.sh --all: hosts without ranks, each of which can take the places of some nodes. Where one does is
# rankplan-exec's to decide (native/exec/hosts-spares.c); every host is told.
# shellcheck shell=bash disable=SC2154,SC2034 # the plan's values stand in launch.sh; other files use these
declare -A replaced=()
spares=() spare_reasons=()

spare() { # name, address, places, GPUs, whether CPUs are the same; PLACES=why it cannot take these...
  local IFS=$'\n'
  spares+=("$1 $2 $3 $4 $5")
  spare_reasons+=("${*:6}")
}

# NAME, `spare`, the words of its transport, its places, and why it cannot take others.
request_spare() { # index
  local fields words=()
  # shellcheck disable=SC2206 # to be split, at the blanks
  fields=(${spares[$1]})
  call_member "${fields[0]}" "${fields[1]}"
  hosts_request+=("$((5 + ${#words[@]}))" "${fields[0]}" spare "${#words[@]}" "${words[@]}" "${fields[2]}" "${spare_reasons[$1]}")
}

# What rankplan-exec has decided, as NODE=SPARE.
take_places() { # changes nodes, address and bound
  local pair entry variable=MASTER_ADDR
  ((${#replacements[@]} > 0)) || return 0
  for pair in "${replacements[@]}"; do
    for entry in "${spares[@]}"; do
      [[ ${entry%% *} != "${pair#*=}" ]] || take_place "${pair%%=*}" "$entry"
    done
  done
  [[ $bind == name ]] || variable=RANKPLAN_MASTER_ADDR
  bound=("$variable=$address")
}

take_place() { # node, an entry of spares
  local index fields lost
  # shellcheck disable=SC2206 # to be split, at the blanks
  fields=($2)
  replaced[$1]=${fields[0]}
  [[ $1 != "$master" ]] || address=${fields[1]}
  for index in "${!nodes[@]}"; do
    # shellcheck disable=SC2206 # to be split, at the blanks
    lost=(${nodes[index]})
    [[ ${lost[0]} != "$1" ]] || nodes[index]="$1 ${fields[1]} ${lost[2]} ${fields[3]}"
    # CPUs of other GPUs would be far from these.
    [[ ${lost[0]} != "$1" || ${fields[4]} != same ]] || nodes[index]+=" ${lost[4]-}"
  done
}
