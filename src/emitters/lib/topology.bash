# Where the machines of a job are, as Slurm knows its network, and in which order they take the places of the plan's nodes.
# shellcheck shell=bash disable=SC2154,SC2034 # shared with allocation.bash

# A line of `scontrol show topology` is a switch or a block, with all machines below it:
#   SwitchName=s0 Level=0 LinkSpeed=1 Nodes=a[1-3]      AggregatedBlock=b[0-1] BlockIndex=4 Nodes=a[1-4] BlockSize=4
# The lists of one level are expanded at once, each behind the number of its line; the outermost level comes first.
read_topology() { # sets path_of: of each machine that Slurm knows a place of, /outermost/…/innermost
  local pattern='^[A-Za-z]+=([^ /"\]+) .*(Level|BlockSize)=([0-9]+)' line height list words lists=() names=() by_height=()
  declare -gA path_of=()
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
    # shellcheck disable=SC2206 # names of machines, split at the blanks
    whole=() rest=(${below[/$name]})
    [[ -z $name ]] || pack_machines "$path/$name" "${rest[@]}"
    packed+=("${whole[@]}") left+=("${rest[@]}")
  done
  fit=$((${#left[@]} / group_nodes * group_nodes))
  whole=("${packed[@]}" "${left[@]:0:fit}") rest=("${left[@]:fit}")
}

tell_order() { # machines in the order of ranks
  local machine path last='' index paths=() counts=() told=''
  for machine in "$@"; do
    path=${path_of[$machine]:-/no domain}
    [[ $path == "$last" ]] || paths+=("${path#/}") counts+=(0)
    last=$path
    counts[-1]=$((counts[-1] + 1))
  done
  for index in "${!paths[@]}"; do
    ((index < 8)) || { told+=", and so on" && break; }
    told+=", ${counts[index]} in ${paths[index]}"
  done
  told=${told#, }
  ((group_nodes == 1)) || count_split "$@"
  say "the machines take their places by where Slurm says that they are: $told"
}

count_split() { # machines in the order of ranks; adds to told
  local first machine groups=0 split=0
  for ((first = 1; first <= $#; first += group_nodes)); do
    groups=$((groups + 1))
    for machine in "${@:first:group_nodes}"; do
      [[ ${path_of[$machine]-} != "${path_of[${!first}]-}" ]] || continue
      split=$((split + 1))
      break
    done
  done
  told+="; $split of $groups groups of $group_nodes nodes are in more than one of these"
}
