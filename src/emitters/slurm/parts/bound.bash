# --- bind: job ------------------------------------------------------------------------------------------------------
# The machines take the places by where Slurm says that they are, and what the plan left open is named.
bind_component() { # nodes as Slurm wrote them
  local index given whole rest places members=0
  ((${#order[@]} > 0)) || read_topology
  places=("${!node_names[@]}")
  ((${#path_of[@]} == 0)) || places=("${order[@]}") # groups are of neighbours by rank
  mapfile -t given < <(scontrol show hostnames "$1")
  pack_machines '' "${given[@]}"
  set -- "${whole[@]}" "${rest[@]}"
  for index in "${places[@]}"; do
    ((node_components[index] == component)) || continue
    members=$((members + 1))
    node_hosts[index]=${!members-}
  done
  ((members == $#)) || refuse "Slurm gave $# nodes (${given[*]}) where the plan has $members: submit $RANKPLAN_SCRIPT"
}

name_machines() {
  local index hosts=() IFS=' '
  for index in "${order[@]}"; do
    hosts+=("${node_hosts[index]}")
    [[ ${node_names[index]} != "$master" ]] || environment+=("RANKPLAN_MASTER_ADDR=${node_hosts[index]}")
  done
  ((${#path_of[@]} == 0 || ${#hosts[@]} == 1)) || report_order "${hosts[@]}"
  IFS=,
  nodes=${hosts[*]}
}

# bound.json, as `rankplan bind` reads it.
record_binding() {
  local index place comma=''
  printf '{"formatVersion":"1.0","nodes":['
  for index in "${!node_names[@]}"; do
    place=${path_of[${node_hosts[index]}]-}
    place=${place#/}
    printf '%s{"node":"%s","host":"%s"%s}' "$comma" "${node_names[index]}" "${node_hosts[index]}" \
      "${place:+,\"domain\":[\"${place//\//\",\"}\"]}"
    comma=,
  done
  printf ']}\n'
}
write_binding() { record_binding >"$run/bound.json" || refuse "$run cannot be written: is the disk full?"; }
preparations+=(name_machines) last_checks+=(write_binding) order=()

# A line of `scontrol show topology` is a switch or a block, with all machines below it:
#   SwitchName=s0 Level=0 LinkSpeed=1 Nodes=a[1-3]      AggregatedBlock=b[0-1] BlockIndex=4 Nodes=a[1-4] BlockSize=4
# The lists of one level are expanded at once, each behind the number of its line; the outermost level comes first.
read_topology() { # sets order, the places by rank, and path_of each machine that Slurm knows, /outermost/…/innermost
  local pattern='^[A-Za-z]+=([^ /"\]+) .*(Level|BlockSize)=([0-9]+)' line height list words lists=() names=() by_height=()
  declare -gA path_of=()
  for line in "${!node_names[@]}"; do order[${node_ranks[line]%%[-,]*}]=$line; done
  while IFS= read -r line; do
    [[ $line =~ $pattern ]] || continue
    height=${BASH_REMATCH[3]}
    by_height[height]+=,=${#names[@]}
    names+=("${BASH_REMATCH[1]}")
    [[ ! $line =~ \ Nodes=([^ ]+) ]] || by_height[height]+=,${BASH_REMATCH[1]}
  done < <(scontrol show topology)
  for height in "${!by_height[@]}"; do lists=("${by_height[height]#,}" "${lists[@]}"); done
  for list in "${lists[@]}"; do
    mapfile -t words < <(scontrol show hostnames "$list")
    for line in "${words[@]}"; do
      if [[ $line == =* ]]; then height=${line#=}; else path_of[$line]+=/${names[height]}; fi
    done
  done
} 2>/dev/null

# Domain by domain, in the order in which they first come. Of each domain all whole groups, and then what is left over
# makes groups with what is left over beside it: so as few groups as possible leave a domain, at each level.
pack_machines() { # path, the machines below it; sets whole, and rest, which makes no group
  local path=$1 machine name fit names=() packed=() left=()
  local -A below=()
  for machine in "${@:2}"; do
    name=${path_of[$machine]-}/
    name=${name#"$path/"} name=${name%%/*}
    [[ -n ${below[/$name]-} ]] || names+=("$name")
    below[/$name]+=" $machine"
  done
  for name in "${names[@]}"; do
    whole=() rest=(${below[/$name]})
    [[ -z $name ]] || pack_machines "$path/$name" "${rest[@]}"
    packed+=("${whole[@]}") left+=("${rest[@]}")
  done
  fit=$((${#left[@]} / group_nodes * group_nodes))
  whole=("${packed[@]}" "${left[@]:0:fit}") rest=("${left[@]:fit}")
}

report_order() { # machines in the order of ranks
  local summary runs
  mapfile -t runs < <(for machine; do echo "${path_of[$machine]:-/no domain}"; done | uniq -c | sed 's|^ *\([0-9]*\) /|\1 in |')
  printf -v summary ', %s' "${runs[@]:0:8}"
  ((${#runs[@]} <= 8)) || summary+=', and so on'
  ((group_nodes == 1)) || count_split "$@"
  say "the machines take their places by where Slurm says that they are: ${summary#, }"
}

count_split() { # machines in the order of ranks; adds to summary
  local first machine groups=0 split=0
  for ((first = 1; first <= $#; first += group_nodes)); do
    groups=$((groups + 1))
    for machine in "${@:first:group_nodes}"; do
      [[ ${path_of[$machine]-} == "${path_of[${!first}]-}" ]] || { split=$((split + 1)) && break; }
    done
  done
  summary+="; $split of $groups groups of $group_nodes nodes are in more than one of these"
}
