# What Slurm gave to the job, and whether that is what the plan needs.
# shellcheck shell=bash disable=SC2154,SC2034 # shared with job.bash

# Sets node_hosts, the machine of each place.
bind_nodes() {
  local component list places=("${!node_names[@]}")
  node_hosts=()
  order_nodes
  if [[ $bind == job ]]; then
    # shellcheck source=/dev/null
    . "$here/lib/topology.bash"
    read_topology
    ((${#path_of[@]} == 0)) || places=("${node_order[@]}") # groups are of neighbours by rank
  fi
  for component in "${!planned_lists[@]}"; do
    list=SLURM_JOB_NODELIST
    ((${#planned_lists[@]} == 1)) || list=SLURM_JOB_NODELIST_HET_GROUP_$component
    [[ -n ${!list-} ]] ||
      refuse "this allocation has no component $component of the ${#planned_lists[@]} that the plan needs: use sbatch"
    bind_component "${!list}"
  done
  [[ $bind == name ]] || name_machines
}

# Slurm writes the nodes of a job sorted, as the compiler does: then there is nothing to ask.
bind_component() { # nodes as Slurm wrote them
  local index host given=() members=0 as_planned=''
  local -A is_given=()
  if [[ $1 == "${planned_lists[component]}" ]]; then
    as_planned=yes
  else
    mapfile -t given < <(scontrol show hostnames "$1")
    [[ $bind == name ]] || { pack_machines '' "${given[@]}" && given=("${whole[@]}" "${rest[@]}"); }
  fi
  for host in "${given[@]}"; do is_given[$host]=yes; done
  for index in "${places[@]}"; do
    ((node_components[index] == component)) || continue
    host=${node_names[index]}
    if [[ $bind == job ]]; then
      host=${given[members]-}
    else
      [[ -n $as_planned || -n ${is_given[$host]-} ]] ||
        refuse "the plan puts ranks on $host, but Slurm gave ${given[*]}: submit $script"
    fi
    node_hosts[index]=$host
    members=$((members + 1))
  done
  [[ -n $as_planned ]] || ((members == ${#given[@]})) ||
    refuse "Slurm gave ${#given[@]} nodes (${given[*]}) where the plan has $members: submit $script"
}

# Node ranks follow the lowest rank of each node, which is not Slurm's order. Sets node_order, the places by node rank,
# and world_size.
order_nodes() {
  local index ranks by_rank=()
  world_size=0
  for index in "${!node_names[@]}"; do
    by_rank[${node_ranks[index]%%[-,]*}]=$index
    expand_ranks "${node_ranks[index]}"
    world_size=$((world_size + ${#ranks[@]}))
  done
  node_order=("${by_rank[@]}")
}

# Under `bind: job`: what the plan left open.
name_machines() {
  local index hosts=() IFS=' '
  for index in "${node_order[@]}"; do
    hosts+=("${node_hosts[index]}")
    [[ ${node_names[index]} != "$master" ]] || environment+=("RANKPLAN_MASTER_ADDR=${node_hosts[index]}")
  done
  ((${#path_of[@]} == 0 || ${#hosts[@]} == 1)) || tell_order "${hosts[@]}"
  IFS=,
  nodes=${hosts[*]}
}

# A step keeps what it was given, and one inside it would wait for that for ever; only beside `srun --overlap` it starts.
# What is in the environment may be of the step in which the job was submitted: then the job has none of that number.
check_step() {
  [[ ${SLURM_STEP_ID-} =~ ^[0-9]{1,9}$ && ${0##*/} != slurm_script ]] || return 0
  scontrol show step "$SLURM_JOB_ID.$SLURM_STEP_ID" >/dev/null 2>&1 || return 0
  (try_nodes --immediate=5 true) ||
    refuse "step $SLURM_STEP_ID of this job runs this script and keeps what the ranks need: start it without srun, or in a step of \`srun --overlap\`"
}

# On a node that lacks the directory no task could start, or say why.
blame_nodes() { # sets job_status
  local lacking=()
  mapfile -t lacking < <(list_lacking "$run" | sort -u)
  ((${#lacking[@]} > 0)) || return
  job_status=78
  say "$here is not on ${lacking[*]}: it must be on a file system that all nodes share"
}

# Before a rank starts: each would say in other words that there is none, or nothing that names the node.
check_image() {
  local file=$image lacking=()
  case $file in
    *:*) return ;; # docker://, docker-archive: and others are no files
    /*) ;;
    *) # launch.setup may go elsewhere
      [[ -z $rank_setup ]] || return
      file=$PWD/$file
      ;;
  esac
  mapfile -t lacking < <(list_lacking "$file" | sort -u)
  ((${#lacking[@]} == 0)) ||
    refuse "no rank is started: ${lacking[*]} cannot read $file, the image: put it where all nodes see it, or change slurm.container.image"
}

# shellcheck disable=SC2016 # for the shell of the node
list_lacking() { # file
  try_nodes --overlap /bin/sh -c '[ -r "$0" ] || echo "$SLURMD_NODENAME"' "$1"
}

try_nodes() { # words of srun, for one task on each node
  local groups=() lines='' # without slurm.setup
  ((${#planned_lists[@]} == 1)) || groups=("--het-group=0-$((${#planned_lists[@]} - 1))")
  become_srun timeout 60 srun "${groups[@]}" --ntasks-per-node=1 --overcommit --cpu-bind=none --input=none "$@"
} 2>/dev/null

# The digest of the plan says nothing of a value in an env file. rankplan's list of its files does.
list_edits() {
  local lines=() line list=()
  CDPATH='' cd -- "$here" && mapfile -t lines <.rankplan.json
  for line in "${lines[@]}"; do
    [[ $line == *'"env/'*'": "sha256:'* ]] || continue
    line=${line#*\"} # env/rank-0.env": "sha256:5f2a…",
    line=${line%\"*}
    list+=("${line##*:}  ${line%%\"*}")
  done
  ((${#list[@]} > 0)) || echo 'no list'
  printf '%s\n' "${list[@]}" | sha256sum --check --quiet
} 2>/dev/null

find_edit() { # sets edited_rank; its task refuses
  local line=''
  IFS= read -r line <&"$edits_fd"
  exec {edits_fd}<&-
  [[ $line != 'no list' ]] ||
    refuse_file "$here/.rankplan.json" 'lists no env files, so that edits of them would not be seen: compile again'
  line=${line#env/rank-}
  edited_rank=${line%%.*}
}
