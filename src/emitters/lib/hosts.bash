# launch.sh --all: starts the ranks of all hosts, from one terminal. On each a `launch.sh --member` (member.bash) makes
# the checks; what is told to it, and what becomes of its ranks, is rankplan-exec's (native/exec/hosts.h).
# shellcheck shell=bash disable=SC2154,SC2034 # the plan's values stand in launch.sh

launch_all() {
  local node index run_id=${RANKPLAN_RUN_ID-} hosts_request=() reach=() name address
  local -A push_refusals=()
  exec {listeners_fd}<&- # rank 0's host chooses the port
  [[ $here/ != */../* ]] || here=$(CDPATH='' cd -- "$here" && pwd) # other hosts may not have what lies before it
  [[ -z $node_wanted ]] || refuse "--all is for all nodes, and --node for one: leave one of them out"
  bind_nodes
  choose_fanout
  choose_transport
  check_digests || exit 78
  digest_script
  find_exec
  [[ -n $exec_path ]] ||
    refuse "rankplan-exec is not here, and --all needs it: compile with --with-exec, or set RANKPLAN_EXEC"
  [[ -z $restarts_wanted ]] || check_restarts
  read_port
  [[ -n $run_id ]] || printf -v run_id '%(%Y%m%d-%H%M%S)T-%s-%s' -1 "${host_name%%.*}" $$
  [[ $run_id =~ ^[A-Za-z0-9][A-Za-z0-9._-]*$ ]] ||
    refuse "RANKPLAN_RUN_ID '$run_id' is not a name of letters, digits, ._-"
  [[ -z $detach_wanted ]] || check_detach
  [[ -z $push_wanted ]] || push_to_hosts
  for node in "${nodes[@]}"; do request_host "$node"; done
  for index in "${!spares[@]}"; do request_spare "$index"; done
  [[ -z $detach_wanted ]] || record_hosts
  become_leader
}

choose_fanout() { # sets fanout
  fanout=${fanout_wanted:-0}
  [[ $fanout =~ ^[0-9]{1,5}$ ]] ||
    refuse "--fanout '$fanout_wanted' is not a number of hosts: give one from 0 (no tree) to 99999"
  fanout=$((10#$fanout))
}

# Words of --via are split at blanks, and no shell reads them; those of launch.remote are as they are written.
choose_transport() { # sets transport and dir_wanted, and by_transport where this host is reached by it, too
  local IFS=$' \t'
  dir_wanted=${dir_wanted:-${remote_dir-}}
  [[ $dir_wanted != -* ]] || dir_wanted=./$dir_wanted # bash there would take it for an option
  by_transport=$via_wanted
  # shellcheck disable=SC2206 # to be split
  transport=($via_wanted)
  [[ -n $via_wanted ]] || transport=("${remote[@]:-ssh}")
  [[ ${transport[0]##*/} == ssh && (-z ${remote_user-} || $remote_user == "$(id -un)") ]] || by_transport=yes
  type -P -- "${transport[0]}" >/dev/null ||
    refuse "'${transport[0]}' is not a command on this host, and --all reaches the others by it: install it, or give another with --via"
  # What the user has chosen comes first, and ssh takes the first of each. A question would have nobody to answer it.
  [[ ${transport[0]##*/} != ssh ]] ||
    transport+=(-oRequestTTY=no -oBatchMode=yes -oConnectTimeout=10 -oServerAliveInterval=5 -oServerAliveCountMax=3)
  read_host_name
}

# NAME, its ranks, the words of its transport, the node of the plan that it is, and the words of its launch.sh.
request_host() { # an entry of nodes
  local fields words=() member machine
  # shellcheck disable=SC2206 # to be split, at the blanks
  fields=($1)
  name_machine "${fields[@]}"
  expand_ranks "${fields[2]}"
  call_member "${fields[0]}" "${fields[1]}"
  member=(--all-plan "$plan" --all-lib "$lib" --all-script "$script_digest" --node "${fields[0]}" --run-id "$run_id" --cwd "$PWD" --patience "$patience" --timeout "$timeout")
  [[ -z $hosts_wanted || $bind == name ]] || member+=(--nodes "$hosts_wanted")
  [[ -z $port_wanted ]] || member+=(--port "$port_wanted")
  [[ -z $restarts_wanted ]] || member+=(--restarts "$restarts_wanted")
  [[ -z $tee_wanted ]] || member+=(--tee)
  [[ -z $lines_wanted ]] || member+=(--lines)
  [[ -z $sample_wanted ]] || member+=(--sample)
  [[ ${transport[0]##*/} != ssh ]] || member+=(--identify)
  [[ -z $record_wanted ]] || member+=(--record)
  [[ -z $busy_allowed ]] || member+=(--allow-busy)
  [[ -z $dry_run ]] || member+=(--dry-run)
  member+=(-- "${extra_words[@]}")
  hosts_request+=("$((4 + ${#words[@]} + ${#member[@]}))" "$machine" "${#ranks[@]}" "${#words[@]}" "${words[@]}" "${fields[0]}" "${member[@]}")
}

# What people know it by: a node of a `bind: job` plan is whichever machine --nodes gave it.
name_machine() { # node, address; sets machine
  machine=$1
  [[ $bind == name ]] || machine=$2
}

# What starts launch.sh there, or says why its copy is none.
call_member() { # node, address; sets words
  quote_for_shell "${dir_wanted:-$here}/launch.sh"
  if [[ -n ${push_refusals[$1]-} ]]; then
    words=(printf '%s\n' "$(events_fd=1 tell_event refused "${push_refusals[$1]}")")
  elif reach_host "$1" "$2"; then
    words=("${reach[@]}" "exec bash $quoted --member")
  else
    words=("$BASH" "$here/launch.sh" --member)
  fi
}

push_to_hosts() {
  local fields
  begin_pushes
  for node in "${nodes[@]}" "${spares[@]}"; do
    # shellcheck disable=SC2206 # to be split, at the blanks
    fields=($node)
    ! reach_host "${fields[0]}" "${fields[1]}" || start_push "${fields[0]}" "${reach[@]}"
  done
  finish_pushes
}

# What a command for it follows; not for this host, where nothing lies between.
reach_host() { # node, address; sets reach
  local host host_options
  name_host "$1" "$2"
  [[ -n $by_transport ]] || ! is_this_host "$host" || return
  reach=("${transport[@]}" "${host_options[@]}" "$host")
  # In an allocation: a step beside all others, with all that the job has of its node.
  [[ ${transport[0]##*/} != srun ]] ||
    reach=("${transport[@]}" -N1 -n1 -w "$host" --overlap --cpu-bind=none --mem=0 "$BASH" -c)
}

# What ssh's own configuration says of a name holds; where it says nothing, the plan's address does.
name_host() { # node, address; sets host and host_options
  local key value
  host=$1 host_options=()
  [[ $2 != - ]] || return 0
  [[ $bind == name ]] || { host=$2 && return; }
  [[ ${transport[0]##*/} == ssh ]] || return 0
  while read -r key value; do
    [[ $key != hostname || $value != "$1" ]] || host_options=("-oHostName=$2")
  done < <("${transport[@]}" -G "$1" 2>/dev/null)
}

quote_for_shell() { # a path; sets quoted, which any shell takes as it is
  quoted="'${1//\'/\'\\\'\'}'"
}

record_hosts() {
  local node fields words=() machine run_dir=$here/runs/$run_id
  for node in "${nodes[@]}"; do
    # shellcheck disable=SC2206 # to be split, at the blanks
    fields=($node)
    expand_ranks "${fields[2]}"
    name_machine "${fields[@]}"
    words+=("$machine" "${#ranks[@]}")
  done
  record_job "${words[@]}"
}

become_leader() {
  local words=() LC_ALL=C size=0 word request_fd lifeline=()
  for word in "${hosts_request[@]}"; do size=$((size + ${#word} + 1)); done
  [[ -z $restarts_wanted ]] || words+=(--restarts "$((10#$restarts_wanted))")
  [[ -z $tee_wanted ]] || words+=(--tee)
  [[ -z $dry_run ]] || words+=(--check)
  ((fanout == 0)) || words+=(--fanout "$fanout")
  [[ -z $detach_wanted ]] || words+=(--detach "$here/runs/$run_id")
  [[ -z $lifeline_wanted ]] || words+=(--lifeline "$lifeline_wanted")
  [[ -z $report_wanted ]] || words+=(--report "$report_wanted" --name rankplan)
  [[ -z $collects || -n $dry_run ]] || name_collector
  exec {request_fd}< <(printf '%s\0' "$size" "${hosts_request[@]}")
  trap - INT USR1 USR2
  exec 2>&"$report_fd" {report_fd}>&-
  unset LC_ALL
  become -- "$exec_path" --protocol 1 --launch "$here" --logs "runs/$run_id" --name "$script" --hosts --request "$request_fd" \
    --grace "$grace" --patience "$patience" --timeout "$timeout" "${words[@]}"
}

# What rankplan-exec starts at the end, with the hosts that have run.
name_collector() { # changes words
  words+=(-- "$BASH" "$here/launch.sh" --collect-run "$run_id" --timeout "$timeout")
  [[ -z $via_wanted ]] || words+=(--via "$via_wanted")
  [[ -z $dir_wanted ]] || words+=(--dir "$dir_wanted")
  [[ -z $hosts_wanted || $bind == name ]] || words+=(--nodes "$hosts_wanted")
}
