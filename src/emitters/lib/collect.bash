# launch.sh --collect-run, also at the end of --all --collect: each host's logs of a run come to runs/<id>/hosts/HOST here.
# A host sends its files one by one, each behind its size and name, and nothing else: no link, no device and no place outside
# can be said. They arrive in a folder beside, which gets the host's name when it is whole.
# shellcheck shell=bash disable=SC2154,SC2317,SC2004,SC2034 # launch.sh's; traps and other hosts call these; names are keys

# --- Here -----------------------------------------------------------------------------------------------------------

collect_run() {
  local run_id=${collect_wanted%/} entry
  exec {listeners_fd}<&-
  ((${#collect_hosts[@]} == 0)) || say() { printf '%s\n' "$*" >&"$report_fd"; } # rankplan-exec puts its name before it
  run_id=${run_id##*/}
  [[ $run_id =~ ^[A-Za-z0-9][A-Za-z0-9._-]*$ ]] ||
    refuse "--collect-run '$collect_wanted' is no run: give its name, like 20261122-153101-lab1-8480, or its folder"
  run_dir=$here/runs/$run_id hosts_dir=$here/runs/$run_id/hosts
  bind_nodes
  choose_transport
  begin_collecting
  for entry in "${nodes[@]}"; do collect_from "$entry" needed; done
  for entry in "${spares[@]}"; do collect_from "$entry" ''; done
  while ((${#collect_groups[@]} > 0)); do take_collected; done
  conclude_collecting
}

begin_collecting() { # sets collects_fd, where each host's copy tells: NAME OUTCOME WORDS, with a NUL
  declare -gA collect_groups=() collect_sizes=() collect_times=()
  local program
  collected=() missing=() collect_failed='' collect_shared='' collect_told=$SECONDS collect_token=$$-$RANDOM$RANDOM
  for program in head tail find wc df du mv rm; do
    type -P "$program" >/dev/null || refuse "--collect needs $program, which is not on PATH ($PATH)"
  done
  { mkdir -p -- "$hosts_dir" && : >"$hosts_dir/.here-$collect_token"; } 2>/dev/null ||
    refuse "$hosts_dir cannot be written, so the logs stay on their hosts: may you write there, and is the disk not full?"
  find "$hosts_dir" -mindepth 1 -maxdepth 1 -name '.*' -mmin +1440 -exec rm -rf -- {} + # of launchers that were killed
  exec {collects_fd}<> <(:)
  trap 'leave_collecting 129' HUP
  trap 'leave_collecting 130' INT
  trap 'leave_collecting 131' QUIT
  trap 'leave_collecting 143' TERM
}

# Not more at once: a host through which all go drops some of many. Each is in a process group of its own, so that it can be ended with all that it has started.
collect_from() { # an entry of nodes or spares, whether it must have logs
  local fields machine reach=()
  # shellcheck disable=SC2206 # to be split, at the blanks
  fields=($1)
  name_machine "${fields[@]}"
  # One whose place a spare has taken may have no logs, or be down.
  [[ ! -f $run_dir/hosts.json || $(<"$run_dir/hosts.json") == *"\"host\":\"$machine\""* ]] || set -- "$1" ''
  if ((${#collect_hosts[@]} > 0)); then
    [[ " ${collect_hosts[*]} " == *" $machine "* ]] || return 0
    set -- "$1" needed
  fi
  reach_host "${fields[0]}" "${fields[1]}" || return 0
  while ((${#collect_groups[@]} >= 8)); do take_collected; done
  set -m
  collect_host "$machine" "$2" "${reach[@]}" 2>/dev/null &
  collect_groups[$machine]=$!
  disown "$!" # its end is nothing to tell
  set +m
  collect_times[$machine]=$SECONDS
}

take_collected() {
  local name outcome words
  if ! IFS=' ' read -rd '' -t 2 -u "$collects_fd" name outcome words; then
    for name in "${!collect_groups[@]}"; do look_for_stall "$name"; done
    tell_collecting
    return
  fi
  end_group "$name"
  case $outcome in
    got) collected+=("$name") ;;
    shared) collect_shared=yes ;;
    failed) leave_logs "$name" "$words" ;;
    none) [[ -z $words ]] || missing+=("$name") ;;
  esac
}

end_group() { # name
  kill -KILL -- "-${collect_groups[$1]}" 2>/dev/null
  unset "collect_groups[$1]"
}

# A log may be as long as it likes, as long as it comes.
look_for_stall() { # name
  local size
  size=$(du -sk -- "$(name_draft "$1")" 2>/dev/null)
  if [[ $size != "${collect_sizes[$1]-}" ]]; then
    collect_sizes[$1]=$size collect_times[$1]=$SECONDS
  elif ((SECONDS - collect_times[$1] > ${timeout%.*})); then
    end_group "$1"
    leave_logs "$1" "nothing came for $timeout s"
  fi
}

tell_collecting() {
  local name sum=0
  ((SECONDS - collect_told >= 20)) || return 0
  collect_told=$SECONDS
  for name in "${!collect_groups[@]}"; do sum=$((sum + 0${collect_sizes[$name]%%[!0-9]*})); done
  say "logs are coming: $((sum / 1024)) MB of ${#collect_groups[@]} hosts so far; those of ${#collected[@]} are here"
}

leave_logs() { # name, why
  collect_failed=yes
  rm -rf -- "$(name_draft "$1")"*
  say "the logs of $1 stay there: ${2//[[:cntrl:]]/ }"
}

name_draft() { printf '%s/.%s-%s' "$hosts_dir" "$1" "$collect_token"; }

leave_collecting() { # status
  trap '' HUP INT QUIT TERM
  kill -KILL -- "${collect_groups[@]/#/-}" 2>/dev/null
  sweep_collecting
  say "the logs of ${#collect_groups[@]} hosts stay there"
  exit "$1"
}

sweep_collecting() {
  rm -rf -- "$hosts_dir"/.*-"$collect_token"*
  rmdir -- "$hosts_dir" && rmdir -- "$run_dir"
} 2>/dev/null

conclude_collecting() {
  local found='' noun=hosts
  sweep_collecting
  ((${#collected[@]} != 1)) || noun=host
  ((${#collected[@]} == 0)) || found="${hosts_dir#"$here/"} has the logs of ${#collected[@]} other $noun"
  [[ -n $found || -z $collect_shared ]] || found="${run_dir#"$here/"} has the logs of all hosts, which share it"
  [[ -n $found || -n $collect_failed || ${#collect_hosts[@]} -gt 0 ]] || refuse "no other host has a run $run_id"
  ((${#missing[@]} == 0)) || say "no logs of this run are on ${missing[*]}"
  [[ -z $found ]] || say "$found"
  [[ -z $collect_failed ]]
  exit
}

# --- One host -------------------------------------------------------------------------------------------------------

collect_host() { # name, whether it must have logs, the words of its transport
  local name=$1 is_needed=$2 draft outcome='' words='' LC_ALL=C
  draft=$(name_draft "$1")
  shift 2
  if mkdir -- "$draft"; then
    exec {sent_fd}< <(call_sender "$@" 3>&1)
    receive_logs <&"$sent_fd"
    exec {sent_fd}<&-
  else
    outcome=failed words='the disk here is full'
  fi
  [[ -n $outcome || -n $is_needed ]] || outcome=none
  [[ $outcome != none ]] || words=$is_needed
  [[ -n $outcome ]] || outcome=failed words="${1##*/} gives no sign"
  [[ $outcome != failed || ! -s $draft.how ]] || words+=$(tail -n 1 -- "$draft.how")
  [[ $outcome != got ]] || put_logs || outcome=failed words='the disk here is full'
  rm -rf -- "$draft"*
  printf '%s %s %s\0' "$name" "$outcome" "$words" >&"$collects_fd"
}

# Of what the transport says only the end is kept.
call_sender() { # the words of a transport; writes to 3
  local said status
  said=$(
    { "$@" 'exec bash -p' < <(tell_sender) 2>&1 >&3 3>&- | tail -c 1000 3>&-; } 
    exit "${PIPESTATUS[0]}"
  )
  status=$?
  said=${said##*$'\n'}
  ((status == 0)) || printf ' (%s ended with status %d%s)' "${1##*/}" "$status" "${said:+: $said}" >"$draft.how"
}

# Those of an earlier call are replaced.
put_logs() {
  local place=$hosts_dir/$name
  [[ ! -e $place ]] || mv -T -- "$place" "$draft.old" || return
  mv -T -- "$draft" "$place" && rm -rf -- "$draft.old"
}

# bash there reads its functions from stdin, then what they read: no shell sees a word of the user's.
tell_sender() {
  declare -f send_logs
  printf '%s\n' 'send_logs; exit'
  printf '%s\0' "${dir_wanted:-$here}" "$run_id" "$collect_token"
}

# Nothing that a host says is believed: what is no name, or more than was announced, ends it.
receive_logs() { # sets outcome and words
  local line='' count total free name size sum=0 index
  until [[ $line == "rankplan-logs $collect_token "* ]]; do IFS= read -rn 4096 line || return; done
  [[ $line =~ ^[^\ ]+\ [^\ ]+\ (none|shared|got\ ([0-9]{1,6})\ ([0-9]{1,15}))$ ]] || return
  outcome=${BASH_REMATCH[1]%% *} count=${BASH_REMATCH[2]} total=${BASH_REMATCH[3]}
  [[ $outcome == got ]] || return
  outcome=failed
  { read -r && read -r _ _ _ free _; } < <(df -Pk -- "$draft")
  words="they have $((10#$total / 1000000)) MB, for which there is no room here"
  ((10#$total / 1024 < free)) || return
  for ((index = 0; index < 10#$count; index++)); do
    words='they did not arrive whole'
    IFS= read -rd '' -n 5000 line && [[ $line =~ ^([0-9]{1,15})\ (.+)$ ]] || return
    size=$((10#${BASH_REMATCH[1]})) name=${BASH_REMATCH[2]} sum=$((sum + size))
    words='what comes from there are no logs'
    ((sum <= 10#$total)) && is_plain_path "$name" || return
    receive_log || return
  done
  words='they did not arrive whole'
  IFS= read -rd '' -n 5000 line && [[ $line == end ]] && outcome=got
}

is_plain_path() { # as a host says it: nothing hidden, no .. and nothing for a terminal
  [[ -n $1 && /$1 != */.* && /$1/ != *//* && $1 != *[[:cntrl:]]* ]]
}

receive_log() {
  words='the disk here is full, or may not be written'
  [[ $name != */* ]] || mkdir -p -- "$draft/${name%/*}" || return
  (set -C && head -c "$size" >"$draft/$name") || return
  words='they did not arrive whole'
  [[ $(wc -c <"$draft/$name") -eq $size ]]
}

# --- There ----------------------------------------------------------------------------------------------------------

send_logs() {
  local directory run token name names=() sizes=() sum=0 index
  IFS= read -rd '' directory && IFS= read -rd '' run && IFS= read -rd '' token || return
  CDPATH='' cd -- "$directory/runs/$run" 2>/dev/null || { printf '\nrankplan-logs %s none\n' "$token" && return; }
  [[ ! -e hosts/.here-$token ]] || { printf '\nrankplan-logs %s shared\n' "$token" && return; }
  mapfile -td '' names < <(find . -path ./hosts -prune -o -type f ! -path '*/.*/*' ! -name '.*' ! -name '*[[:cntrl:]]*' -print0)
  for name in "${names[@]}"; do
    sizes+=("$(wc -c <"$name")")
    sum=$((sum + sizes[-1]))
  done
  printf '\nrankplan-logs %s got %d %d\n' "$token" "${#names[@]}" "$sum"
  for index in "${!names[@]}"; do
    printf '%d %s\0' "${sizes[index]}" "${names[index]#./}"
    head -c "${sizes[index]}" -- "${names[index]}" || return
  done
  printf 'end\0'
}
