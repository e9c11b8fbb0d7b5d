# launch.sh --all --push: this directory on each host, before its checks. A host is asked by the digest of what it has;
# only where that is another the files go there, by tar, into a new directory, which takes the place of the old one
# when it has arrived whole. Files that no push brought stay. What a host refuses is told with what it refuses later
# (hosts.bash).
# shellcheck shell=bash disable=SC2154,SC2317,SC2004,SC2034 # launch.sh's; traps and other hosts call these; names are keys

# --- Here -----------------------------------------------------------------------------------------------------------

begin_pushes() { # sets pushes_fd, where each host's copy tells: NAME STATUS WORDS, with a NUL
  declare -gA push_groups=()
  local program
  for program in tar sha256sum find sort xargs timeout; do
    type -P "$program" >/dev/null || refuse "--push needs $program, which is not on PATH ($PATH)"
  done
  push_names=$(list_files "$here" | digest) push_digest=$(list_files "$here" | digest_files "$here")
  push_size=$(tar -C "$here" --exclude=./runs -cf - . 2>/dev/null | wc -c)
  exec {pushes_fd}<> <(:)
  exec {life_fd}> >(guard_pushes)
  life_pid=$!
  trap 'end_pushes 129' HUP
  trap 'end_pushes 130' INT
  trap 'end_pushes 131' QUIT
  trap 'end_pushes 143' TERM
}

# Ends the copies of a launcher that was killed.
guard_pushes() {
  local group groups=()
  trap '' HUP INT QUIT TERM
  while read -r group; do
    [[ $group != over ]] || exit 0
    groups+=("-$group")
  done
  kill -KILL -- "${groups[@]}" 2>/dev/null
}

# Each in a process group of its own, so that it can be ended with all that it has started.
start_push() { # node, the words of its transport
  while ((${#push_groups[@]} >= 32)); do take_push; done
  set -m
  push_to_host "$@" 2>/dev/null {life_fd}>&- &
  push_groups[$1]=$!
  set +m
  echo "$!" >&"$life_fd"
}

finish_pushes() { # sets push_refusals
  while ((${#push_groups[@]} > 0)); do take_push; done
  echo over >&"$life_fd"
  exec {pushes_fd}<&- {life_fd}>&-
  wait "$life_pid"
  trap - HUP QUIT TERM
  trap 'exit 130' INT
}

# Each tells within twice the time that one connection may take.
take_push() {
  local name status words
  if IFS=' ' read -rd '' -t "$((2 * $(time_for_push) + 10))" -u "$pushes_fd" name status words; then
    unset "push_groups[$name]"
    [[ $status == 0 ]] || push_refusals[$name]=$words
    return
  fi
  for name in "${!push_groups[@]}"; do push_refusals[$name]='the copy of this directory did not end'; done
  kill_pushes
}

end_pushes() { # status
  trap '' HUP INT QUIT TERM
  kill_pushes
  exit "$1"
}

kill_pushes() {
  kill -KILL -- "${push_groups[@]/#/-}" 2>/dev/null
  push_groups=()
}

time_for_push() { printf '%d' "$((${timeout%.*} + 1 + push_size / 1000000))"; } # seconds

push_to_host() { # node, the words of its transport
  local name=$1 answer='' said='' status=0 is_reached=''
  shift
  ask_host ask "$@"
  [[ -z $answer ]] || is_reached=yes
  [[ $answer != send ]] || ask_host take "$@"
  case $answer in
    here) said='' ;;
    refused*) status=78 said=${answer#refused } ;;
    *)
      [[ $status != 124 && $status != 137 ]] || said="no answer within $(time_for_push) s" # 137: nor did it end when told to
      said="this directory cannot be copied there: ${1##*/} ended with status $status${said:+: $said}"
      ((status > 0)) || status=78
      ;;
  esac
  [[ -n $is_reached || $status != 255 ]] || status=0 # ssh has no way there: the checks will say that better
  printf '%s %d %s\0' "$name" "$status" "${said:0:2000}" >&"$pushes_fd"
}

# bash there reads its functions from stdin, then what they read: no shell sees a word of the user's.
# Where the link is cut nothing tells its end there, so the time runs on both sides.
ask_host() { # order, the words of a transport; sets status, answer, said
  local line order=$1 words_fd teller seconds
  shift
  seconds=$(time_for_push)
  exec {words_fd}< <(tell_receiver "$order")
  teller=$! status=0 answer=''
  while IFS= read -r line; do
    case $line in
      'rankplan-push: '*) answer=${line#*: } && kill "$teller" ;;
      'rankplan-end: '*) status=${line#*: } && break ;; # others may hold the way back open
      *[![:space:]]*) said=${line%$'\r'} ;;
    esac
  done < <(
    timeout --foreground -k 2 "$seconds" "$@" "exec timeout $seconds bash -p" <&"$words_fd" 2>&1
    printf '\nrankplan-end: %d\n' "$?"
  )
  kill "$teller"
  exec {words_fd}<&-
}

tell_receiver() { # order
  declare -f receive_copy answer_question end_with_sender take_copy tell_pusher list_files list_ours has_copy find_guard digest \
    digest_files put_in_place keep_others
  printf '%s\n' 'receive_copy; exit'
  printf '%s\0' "${dir_wanted:-$here}" "$push_names" "$push_digest" "$1"
  [[ $1 != take ]] || exec tar -C "$here" --exclude=./runs -cf - .
  exec sleep 1000000 # until it is ended: a host sees by that that somebody waits
}

# --- Here and there -------------------------------------------------------------------------------------------------

list_files() { # a directory; names, each with a NUL; not the logs
  cd -- "$1" 2>/dev/null && find . -mindepth 1 -path ./runs -prune -o -print0 | LC_ALL=C sort -z
}

digest() {
  local sum
  read -r sum _ < <(exec sha256sum)
  printf '%s' "$sum"
}

# Their contents, where links go, and what may be executed.
digest_files() { # the directory of the names in stdin
  # shellcheck disable=SC2016 # for sh
  cd -- "$1" && xargs -0 -r sh -c 'find "$@" -maxdepth 0 -type f -exec sha256sum {} +
    find "$@" -maxdepth 0 -type l -print -exec readlink {} \;
    find "$@" -maxdepth 0 -type f -perm -100 -print' sh 2>/dev/null | LC_ALL=C sort | digest
}

# --- There ----------------------------------------------------------------------------------------------------------

receive_copy() {
  local directory names digest order # new is not: the trap at the end needs it
  IFS= read -rd '' directory && IFS= read -rd '' names && IFS= read -rd '' digest && IFS= read -rd '' order || return
  [[ $directory == /* ]] || directory=$PWD/$directory
  [[ ! -L $directory ]] || directory=$(readlink -f -- "$directory")
  [[ ! -e $directory || -f $directory/launch.sh && -f $directory/plan.json ]] || rmdir -- "$directory" 2>/dev/null ||
    { tell_pusher "refused $directory is there, and is no compiled directory: move it away, or choose another with --dir" && return; }
  if [[ $order == take ]]; then take_copy; else end_with_sender answer_question; fi
}

# The guard of a run that began in this directory: its ranks may need what lies there.
find_guard() { # sets guard, a process
  local place program
  guard=''
  while IFS=' ' read -r place program; do
    [[ $program != "$directory"/lib/rankplan-exec-* ]] || guard=${place//[!0-9]/}
  done < <(find /proc -maxdepth 2 -path '/proc/[0-9]*/exe' -printf '%p %l\n' 2>/dev/null)
}

# It may read files for hours, and nobody may wait for it any more.
end_with_sender() { # a function
  local work watch
  set -m
  "$1" </dev/null &
  work=$!
  { IFS= read -rN 1 || kill -KILL -- "-$work"; } >/dev/null 2>&1 &
  watch=$!
  set +m
  wait "$work"
  kill -KILL -- "-$watch"
} 2>/dev/null

answer_question() {
  local program guard
  for program in tar find sort xargs; do
    type -P "$program" >/dev/null || { tell_pusher "refused --push needs $program, which is not on PATH there ($PATH)" && return; }
  done
  ! has_copy || { tell_pusher here && return; }
  [[ ! -e $directory || -w ${directory%/*}/ ]] ||
    { tell_pusher "refused ${directory%/*} cannot be written, and the copy takes its place there: --dir chooses another" && return; }
  find_guard
  [[ -z $guard ]] ||
    { tell_pusher "refused a run goes on in $directory (its guard: process $guard), which is to be replaced: wait for it, stop it, or choose another with --dir" && return; }
  tell_pusher send
}

has_copy() {
  [[ $(list_ours "$directory" | digest) == "$names" && $(list_ours "$directory" | digest_files "$directory") == "$digest" ]]
}

# What the last push brought; of a directory that came in another way, all.
list_ours() { # a directory
  if [[ -f $1/runs/.pushed ]]; then cat -- "$1/runs/.pushed"; else list_files "$1"; fi
}

take_copy() {
  local words
  new=$directory.push-$$-$RANDOM
  mkdir -p -- "${directory%/*}/"
  mkdir -- "$new" ||
    { tell_pusher "refused $new cannot be made: may you write there, and is the disk not full? --dir chooses another place" && return; }
  trap 'rm -rf -- "$new" "$new.names"' EXIT
  find "$directory".push-* -maxdepth 0 -mmin +60 ! -exec test -e {}/runs \; -exec rm -rf -- {} + # of hosts that lost their power
  words=$(cd -- "$new" && exec tar --no-same-owner -xf - 2>&1) ||
    { tell_pusher "refused the copy to $new failed: is the disk full?${words:+ ${words##*$'\n'}}" && return; }
  list_files "$new" >"$new.names"
  [[ $(digest <"$new.names") == "$names" && $(digest_files "$new" <"$new.names") == "$digest" ]] ||
    { tell_pusher "refused the copy to $new did not arrive whole" && return; }
  put_in_place
}

# The logs of earlier runs stay. Copies of several launchers come one after the other, where the file system has locks: else
# one could take the other's for the old one. Another may have been quicker, with the same.
put_in_place() {
  local old=$new.old lock
  exec {lock}<"${directory%/*}/" && flock -w 60 "$lock"
  ! has_copy || { tell_pusher here && return; }
  trap '' HUP INT TERM
  [[ ! -e $directory ]] || mv -T -- "$directory" "$old"
  if mv -T -- "$new" "$directory" || has_copy; then
    [[ ! -e $old ]] || keep_others
    mkdir -p -- "$directory/runs" && mv -f -- "$new.names" "$directory/runs/.pushed"
    tell_pusher here
  else
    [[ ! -e $old || -e $directory ]] || mv -T -- "$old" "$directory"
    tell_pusher "refused $directory cannot be replaced: may you write into the directory around it?"
  fi
}

# A program may have written its results beside launch.sh. Logs come last: what has some is never swept.
keep_others() {
  local name
  local -A ours=()
  mkdir -p -- "$old/runs"
  [[ ! -f $old/runs/.pushed ]] || while IFS= read -rd '' name; do ours[$name]=yes; done <"$old/runs/.pushed"
  while IFS= read -rd '' name; do
    [[ -z ${ours[$name]-} && ! -e $directory/$name && ! -L $directory/$name ]] || continue
    ! grep -qF -- "\"${name#./}\": \"sha256:" "$old/.rankplan.json" || continue
    { mkdir -p -- "$directory/${name%/*}" && mv -- "$old/$name" "$directory/$name"; } || return
  done < <(cd -- "$old" && find . -mindepth 1 -path ./runs -prune -o ! -type d -print0)
  [[ -e $directory/runs ]] || mv -- "$old/runs" "$directory/runs"
  [[ -e $old/runs ]] || rm -rf -- "$old"
}

tell_pusher() { printf '\nrankplan-push: %s\n' "$*"; }
