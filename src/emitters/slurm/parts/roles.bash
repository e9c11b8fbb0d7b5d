# --- Several programs -----------------------------------------------------------------------------------------------
# Each replica is a step. Steps of `--overlap` that request nothing share all CPUs, GPUs and memory of the job (22.05, 24.11
# and 26.05), so none waits for another; the env files say which GPUs a process sees.
unset -v "${!SQUEUE_@}" "${!SCANCEL_@}" # they would change what these answer and do
roles=() replicas=() needs='' failed='' is_ending=''
declare -A host=() facts=() role_of=() address=() places=() commands=() steps=() statuses=() probes=() is_ready=() before=() sent=()

# What the page says of a role. Facts that it leaves out: critical=yes drain=0 grace=30.
role() { # name, fact=value...
  local fact
  roles+=("$1")
  for fact in critical=yes drain=0 grace=30 "${@:2}"; do facts[$1.${fact%%=*}]=${fact#*=}; done
  needs+=" ${facts[$1.after]-} "
}

role_setup() { # role; its launch.setup comes on stdin
  IFS= read -rd '' "facts[$1.setup]" || [[ -n ${facts[$1.setup]} ]] || refuse "launch.setup of $1 cannot be read: is /tmp full?"
  check_lines "launch.setup of $1" "${facts[$1.setup]}"
}

replica() { # where its first process answers, as HOST:PORT; then its nodes, each as NODE=PROCESSES
  local role=${roles[-1]}
  local name=$role-${facts[$role.replicas]:=0}
  facts[$role.replicas]=$((${facts[$role.replicas]} + 1))
  replicas+=("$name") role_of[$name]=$role address[$name]=$1 places[$name]=${*:2}
}

process() { # its numbers, as 0-3; its ports, as 8000,5600-5607, or -; the words of its command
  local quoted ranks=() numbers
  expand_ranks "$1"
  numbers=${ranks[*]}
  [[ $2 == - ]] && ranks=() || expand_ranks "$2"
  quote_words "${@:3}"
  commands[${replicas[-1]}]+="  ${numbers// /|}) RANKPLAN_PORTS='${ranks[*]}' && set --$quoted ;;"$'\n'
}

run_roles() { # how it ends: `roles` or `signal`; options of srun, --, roles in the order in which they are ended
  local ending=$1 options=() role
  while shift && [[ $1 != -- ]]; do options+=("$1"); done
  shift
  for role in "${roles[@]}"; do
    (CDPATH='' cd -- "${facts[$role.workdir]:-.}") 2>/dev/null ||
      refuse "the working directory '${facts[$role.workdir]}' cannot be entered: make it, or change launch.workdir of $role"
  done
  until [[ -n $failed$stop_reason ]] || { start_roles && has_ended; }; do
    sleep 0.5
    look
  done
  is_ending=page
  [[ -z $stop_reason ]] || ! is_slurm_ending || is_ending=slurm # which signals all steps at once
  for role; do end_roles "$role"; done
  conclude
}

has_ended() { # whether the run is over: nothing runs, or what it is for has ended
  local name
  for name in "${replicas[@]}"; do
    if [[ $ending == signal ]]; then ! is_running "$name" || return; else
      [[ -z ${facts[${role_of[$name]}.end]-} || -n ${statuses[$name]-} ]] || return
    fi
  done
}

is_slurm_ending() { local state && state=$(squeue -ho %T -j "$SLURM_JOB_ID" 2>/dev/null) && [[ -n $state && $state != RUNNING ]]; }
is_running() { [[ -n ${steps[$1]-} && -z ${statuses[$1]-} ]]; } # replica

start_roles() {
  local role name
  for role in "${roles[@]}"; do
    [[ -z ${facts[$role.started]-} ]] && may_start "$role" && facts[$role.started]=yes || continue
    for name in "${replicas[@]}"; do [[ ${role_of[$name]} != "$role" ]] || start_replica "$name"; done
  done
}

may_start() { # role
  local need name
  for need in ${facts[$1.after]-}; do
    for name in "${replicas[@]}"; do
      [[ ${role_of[$name]} == "${need%:*}" ]] || continue
      if [[ $need == *:ready ]]; then [[ -n ${is_ready[$name]-} ]] || return; else [[ ${statuses[$name]-} == 0 ]] || return; fi
    done
  done
}

start_replica() { # its name
  before[$1]=$(look_at "$1")
  start_processes "$1" || { statuses[$1]=78 && fail "$1" 78 "no log can be written below $run, or its working directory is gone"; }
  [[ -n ${facts[${role_of[$1]}.ready]-} ]] || is_ready[$1]=yes
  [[ -n ${is_ready[$1]-} ]] || { await_ready "$1" & probes[$1]=$!; }
}

start_processes() { # replica
  local unit=$1 role=${role_of[$1]} run=$run/$1 home=$PWD step_pid='' place index=0 task_counts=()
  local workdir=${facts[$role.workdir]-} rank_setup=${facts[$role.setup]-} memory=${facts[$role.memory]-} cpus_per_task=${facts[$role.cpus]-$cpus_per_task} task_lines="case \$SLURM_PROCID in"$'\n'"${commands[$1]}esac"
  for place in "${node_hosts[@]}"; do task_lines+=$'\n'"RANKPLAN_MACHINE_$((index++))='$place'"; done
  local node_names=() node_hosts=() node_ranks=() node_components=()
  for place in ${places[$1]}; do
    node_names+=("${place%%=*}") node_hosts+=("${host[${place%%=*}]}") node_ranks+=("${place#*=}") node_components+=(0)
  done
  mkdir -p -- "$run" && rm -f -- "$run/failure" && CDPATH='' cd -- "${workdir:-.}" 2>/dev/null || return
  start_step --overlap --job-name="$1" "${options[@]}" "$here/slurm.bash" rank
  cd -- "$home" && steps[$1]=$step_pid
}

await_ready() { # replica; it runs beside the page, and ends well when the replica is ready
  trap '' HUP INT USR1 USR2
  trap 'exit 2' TERM
  SECONDS=0
  until is_there "$1"; do ((SECONDS < facts[${role_of[$1]}.timeout])) && sleep 0.5 || exit 1; done
} 2>/dev/null

is_there() { # replica
  local role=${role_of[$1]} at=${address[$1]%:*}
  set -- "$1" "$(look_at "$1")" "${at//[][]/}" "${address[$1]##*:}" "${facts[$role.value]-}" "${facts[$role.count]-}" "$at"
  case ${facts[$role.ready]} in
    tcp) timeout 5 "$BASH" -pc ': <"/dev/tcp/$1/$2"' tcp "${@:3}" ;;
    http)
      timeout 5 "$BASH" -pc 'exec 3<>"/dev/tcp/$1/$2" && printf "GET %s HTTP/1.1\r\nHost: %s:%s\r\nConnection: close\r\n\r\n" "$3" "$5" "$2" >&3 &&
        read -r _ status _ <&3 && [[ $status == "$4" ]]' http "${@:3}"
      ;;
    log) (($2 - ${before[$1]} >= $6)) ;;
    file) [[ -n $2 && $2 != "${before[$1]}" ]] ;;
  esac
}

look_at() { # replica; prints how many lines of its logs have the text, or which file is there
  local value=${facts[${role_of[$1]}.value]-}
  case ${facts[${role_of[$1]}.ready]-} in
    log) cat -- "$run/$1"/rank-*.{out,err} | grep -cFe "$value" ;;
    file) stat -Lc %d:%i:%Y:%s -- "$value" ;;
  esac
} 2>/dev/null

look() { # what has ended or become ready since
  local name alive
  mapfile -t alive < <(jobs -rp)
  for name in "${replicas[@]}"; do
    if is_running "$name" && [[ " ${alive[*]} " != *" ${steps[$name]} "* ]]; then
      wait "${steps[$name]}"
      statuses[$name]=$?
      if [[ -z $is_ending$stop_reason ]]; then note_end "$name"
      elif [[ -z $failed$stop_reason${sent[$name]-} && ${statuses[$name]} != @(0|137|143) ]]; then # the last two: as the run ends it
        say "$name failed: it ended with status ${statuses[$name]}; the run goes on"
      fi
    fi
    [[ -n ${probes[$name]-} ]] || continue
    if [[ " ${alive[*]} " != *" ${probes[$name]} "* ]]; then
      wait "${probes[$name]}" && is_ready[$name]=yes
      probes[$name]=''
      [[ -n $is_ending$stop_reason${is_ready[$name]-} ]] || ! is_running "$name" ||
        judge "$name" 1 "it was not ready within ${facts[${role_of[$name]}.timeout]} s"
    elif ! is_running "$name"; then kill "${probes[$name]}" 2>/dev/null; fi
  done
}

note_end() { # a replica that has ended
  local role=${role_of[$1]} status=${statuses[$1]}
  if read_failure "$run/$1/failure"; then status=$failed_status
  elif ((status == 143)) && is_slurm_ending; then
    stop_reason=TERM stop_status=143
    return
  fi
  [[ ${facts[$role.ready]-} != log ]] || ! is_there "$1" || is_ready[$1]=yes # what it wrote last counts
  if [[ -e $run/$1/in-setup ]]; then
    fail "$1" "$status" 'slurm.setup ended before srun'
  elif ((status != 0)); then
    judge "$1" "$status" "it ended with status $status"
  elif [[ -z ${is_ready[$1]-} ]] && is_awaited "$role"; then
    judge "$1" 1 'it ended with 0 before it was ready'
  elif [[ -z ${facts[$role.end]-} && ${facts[$role.critical]} == yes && $needs != *" $role:complete "* ]]; then
    fail "$1" 1 'it ended with 0 before the run did'
  fi
}

judge() { # replica, status, why: what is not critical ends the run only where another waits for it
  if [[ ${facts[${role_of[$1]}.critical]} == yes ]] || { [[ $ending == signal && ${#steps[@]} == "${#replicas[@]}" ]] && has_ended; }; then fail "$@"
  elif is_awaited "${role_of[$1]}"; then fail "$1" "$2" "$3, and $waiting waits for it"
  else say "$1 failed: $3; the run goes on"; fi
}

is_awaited() { # role; sets waiting, one that cannot start before
  for waiting in "${roles[@]}"; do [[ -n ${facts[$waiting.started]-} || " ${facts[$waiting.after]-}" != *" $1:"* ]] || return 0; done
  return 1
}

fail() { # replica, status, why: the first that failed gives the job its status
  local name why=$3
  [[ -z $failed ]] || return 0
  failed=$1 role_status=$2
  for name in "${replicas[@]}"; do # of those that failed since the last look
    [[ -n ${steps[$name]-} && ${facts[${role_of[$name]}.critical]} == yes && $run/$name/failure -ot $run/$failed/failure ]] || continue
    ! read_failure "$run/$name/failure" || failed=$name role_status=$failed_status why="it ended with status $failed_status"
  done
  explained="$failed failed: $why; all other roles are ended"
  say "$explained"
}

end_roles() { # roles that are ended at once
  local name role age term kill began=$SECONDS
  while look; do
    role='' term=() kill=()
    for name in "${replicas[@]}"; do
      is_running "$name" && [[ " $1 " == *" ${role_of[$name]} "* ]] || continue
      role=${role_of[$name]} age=$((SECONDS - began))
      [[ -n $failed$stop_reason ]] || age=$((age - facts[$role.drain]))
      ((age < 0)) || [[ ${sent[$name]-} == *TERM* ]] || term+=("$name")
      ((age <= facts[$role.grace])) || [[ ${sent[$name]-} == *KILL* ]] || kill+=("$name")
    done
    [[ -n $role ]] || return 0
    [[ $is_ending == slurm ]] || { signal_steps TERM "${term[@]}" && signal_steps KILL "${kill[@]}"; }
    sleep 0.5
  done
}

# A step has the name of its replica. One that has not begun yet is signalled at the next look. All at once: one by one, many
# replicas may take longer than their grace.
signal_steps() { # signal, replicas
  local id name
  (($# > 1)) || return 0
  while read -r name; do sent[$name]+=" $1"; done < <(squeue -hs -o '%i %j' -j "$SLURM_JOB_ID" | {
    while read -r id name; do [[ " ${*:2} " != *" $name "* ]] || { scancel -s "$1" "$id" && echo "$name"; } & done
    wait
  })
  [[ $1 != KILL ]] || for name in "${@:2}"; do [[ ${sent[$name]-} == *KILL* ]] || kill -s KILL "${steps[$name]}"; done
  return 0
} 2>/dev/null

forward() { # USR1 and USR2 are for the roles that end the run; other signals end it
  local name names=()
  for name in "${replicas[@]}"; do
    ! is_running "$name" || [[ $ending != signal && -z ${facts[${role_of[$name]}.end]-} ]] || names+=("$name")
  done
  [[ $1 != USR* ]] || signal_steps "$1" "${names[@]}"
}

conclude() { # sets job_status, and run and unit, of which report_outcome speaks
  local name
  job_status=0
  if [[ -n $failed ]]; then
    run=$run/$failed unit=$failed job_status=$role_status stop_reason=''
  elif [[ -n $stop_reason && $ending != signal ]]; then
    for name in "${replicas[@]}"; do
      [[ -z ${facts[${role_of[$name]}.end]-} || ${statuses[$name]-} == 0 ]] || job_status=$stop_status
    done
  fi
}

name_hosts() { local index && for index in "${!node_names[@]}"; do host[${node_names[index]}]=${node_hosts[index]}; done; }
preparations+=(name_hosts)
