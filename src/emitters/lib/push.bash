# launch.sh --all --push: this directory on each host, before its checks. A host is asked by the digest of what it has;
# only where that is another the files go there, by tar, into a new directory, which takes the place of the old one
# when it has arrived whole. What a host refuses is told with what it refuses later (hosts.bash).
# shellcheck shell=bash disable=SC2154,SC2317,SC2004,SC2034 # launch.sh's; traps and other hosts call these; names are keys

# --- Here -----------------------------------------------------------------------------------------------------------

begin_pushes() { # sets pushes_fd, where each host's copy tells: NAME STATUS WORDS, with a NUL
  declare -gA push_groups=()
  local program
  for program in tar sha256sum find sort timeout; do
    type -P "$program" >/dev/null || refuse "--push needs $program, which is not on PATH ($PATH)"
  done
  push_digest=$(digest_directory "$here")
  push_size=$(tar -C "$here" --exclude=./runs -cf - . 2>/dev/null | wc -c)
  exec {pushes_fd}<> <(:)
  trap 'end_pushes 129' HUP
  trap 'end_pushes 130' INT
  trap 'end_pushes 131' QUIT
  trap 'end_pushes 143' TERM
}

# Each in a process group of its own, so that it can be ended with all that it has started.
start_push() { # node, the words of its transport
  while ((${#push_groups[@]} >= 32)); do take_push; done
  set -m
  push_to_host "$@" 2>/dev/null &
  push_groups[$1]=$!
  set +m
}

finish_pushes() { # sets push_refusals
  while ((${#push_groups[@]} > 0)); do take_push; done
  exec {pushes_fd}<&-
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
  local name=$1 answer='' said='' status=0
  shift
  ask_host ask "$@"
  [[ $answer != send ]] || ask_host take "$@"
  case $answer in
    here) said='' ;;
    refused*) status=78 said=${answer#refused } ;;
    *)
      ((status != 124)) || said="no answer within $(time_for_push) s"
      said="this directory cannot be copied there: ${1##*/} ended with status $status${said:+: $said}"
      ((status > 0)) || status=78
      ;;
  esac
  printf '%s %d %s\0' "$name" "$status" "${said:0:2000}" >&"$pushes_fd"
}

# bash there reads its functions from stdin, then what they read: no shell sees a word of the user's.
# Where the link is cut nothing tells its end there, so the time runs on both sides.
ask_host() { # order, the words of a transport; sets status, answer, said
  local line order=$1 output lines seconds
  shift
  seconds=$(time_for_push)
  output=$(timeout --foreground -k 2 "$seconds" "$@" "exec timeout $seconds bash -p" < <(tell_receiver "$order") 2>&1)
  status=$? answer=''
  mapfile -t lines < <(printf '%s' "$output")
  for line in "${lines[@]}"; do
    case $line in
      'rankplan-push: '*) answer=${line#*: } ;;
      *[![:space:]]*) said=${line%$'\r'} ;;
    esac
  done
}

tell_receiver() { # order
  declare -f receive_copy tell_pusher digest_directory put_in_place
  printf '%s\n' 'receive_copy; exit'
  printf '%s\0' "${dir_wanted:-$here}" "$push_digest" "$1"
  [[ $1 != take ]] || exec tar -C "$here" --exclude=./runs -cf - .
}

# --- There (and digest_directory here, too) -------------------------------------------------------------------------

# Names, contents, links, and what may be executed; not the logs.
digest_directory() { # a directory
  local sum
  sum=$(cd -- "$1" 2>/dev/null && {
    find . -path ./runs -prune -o -type f -exec sha256sum {} + -o -type l -print -exec readlink {} \; &&
      find . -path ./runs -prune -o -type f -perm -100 -print
  } 2>/dev/null | LC_ALL=C sort | sha256sum)
  printf '%s' "${sum%% *}"
}

receive_copy() {
  local directory digest order # new is not: the trap at the end needs it
  IFS= read -rd '' directory && IFS= read -rd '' digest && IFS= read -rd '' order || return
  [[ $directory == /* ]] || directory=$PWD/$directory
  [[ ! -L $directory ]] || directory=$(readlink -f -- "$directory")
  [[ $(digest_directory "$directory") != "$digest" ]] || { tell_pusher here && return; }
  [[ ! -e $directory || -w ${directory%/*}/ ]] ||
    { tell_pusher "refused ${directory%/*} cannot be written, and the copy takes its place there: --dir chooses another" && return; }
  [[ ! -e $directory || -f $directory/launch.sh && -f $directory/plan.json ]] || rmdir -- "$directory" 2>/dev/null ||
    { tell_pusher "refused $directory is there, and is no compiled directory: move it away, or choose another with --dir" && return; }
  [[ $order == take ]] || { tell_pusher send && return; }
  new=$directory.push-$$-$RANDOM
  mkdir -p -- "${directory%/*}/"
  mkdir -- "$new" ||
    { tell_pusher "refused $new cannot be made: may you write there, and is the disk not full? --dir chooses another place" && return; }
  trap 'rm -rf -- "$new"' EXIT
  find "$directory".push-* -maxdepth 0 -mmin +60 ! -exec test -e {}/runs \; -exec rm -rf -- {} + # of hosts that lost their power
  tar -C "$new" --no-same-owner -xf - ||
    { tell_pusher "refused the copy to $new failed: is the disk full?" && return; }
  [[ $(digest_directory "$new") == "$digest" ]] || { tell_pusher "refused the copy to $new did not arrive whole" && return; }
  put_in_place
}

# The logs of earlier runs stay. Copies of several launchers come one after the other, where the file system has locks: else
# one could take the other's for the old one. Another may have been quicker, with the same.
put_in_place() {
  local old=$new.old lock
  exec {lock}<"${directory%/*}/" && flock -w 60 "$lock"
  [[ $(digest_directory "$directory") != "$digest" ]] || { tell_pusher here && return; }
  trap '' HUP INT TERM
  [[ ! -e $directory ]] || mv -T -- "$directory" "$old"
  if mv -T -- "$new" "$directory" || [[ $(digest_directory "$directory") == "$digest" ]]; then
    [[ ! -e $old/runs || -e $directory/runs ]] || mv -- "$old/runs" "$directory/runs"
    [[ -e $old/runs ]] || rm -rf -- "$old"
    tell_pusher here
  else
    [[ ! -e $old || -e $directory ]] || mv -T -- "$old" "$directory"
    tell_pusher "refused $directory cannot be replaced: may you write into the directory around it?"
  fi
}

tell_pusher() { printf '\nrankplan-push: %s\n' "$*"; }
