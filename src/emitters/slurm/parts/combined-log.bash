# --- slurm.combinedLog: ranks write to their own files, so that no reader can stall them; one process here follows all of
# them, and shows whole lines, each behind its rank and node. What earlier tries of the job have written is in it already.

note_sizes() {
  old_sizes=''
  ((restart_count == 0)) || old_sizes=$(CDPATH='' cd -- "$run" && wc -c rank-*.out rank-*.err) 2>/dev/null
}
last_checks+=(note_sizes)

# It begins after srun, which must not inherit the pipe that ends it.
follow_step() {
  exec {follower_fd}> >(follow_logs >>"$run/all.log")
  follower_pid=$!
}

end_follower() {
  exec {follower_fd}>&-
  while kill -0 "$follower_pid" 2>/dev/null; do wait "$follower_pid"; done
}
start_hook=follow_step end_hook=end_follower

follow_logs() {
  local index ranks rank stream size name ended='' pause=0.5 places=() LC_ALL=C
  local -A descriptors=() partial_lines=()
  trap '' HUP INT QUIT TERM USR1 USR2
  ulimit -S -n hard # each log stays open
  for index in "${!node_names[@]}"; do
    expand_ranks "${node_ranks[index]}"
    for rank in "${ranks[@]}"; do places[rank]=${node_hosts[index]}; done
  done
  while read -r size name; do
    open_log "${name#rank-}" && head -c "$size" <&"${descriptors[${name#rank-}]}" >/dev/null
  done < <(printf '%s' "$old_sizes") 2>/dev/null
  while [[ -z $ended || $pause != 0.5 ]]; do
    read -r -t "$pause" || (($? > 128)) || ended=yes # the end of file: the script has no more
    pause=0.5
    for rank in "${!places[@]}"; do
      for stream in out err; do
        # To open a file asks the server how long it is, where other nodes have written.
        [[ -z $ended ]] || { : <"$run/rank-$rank.$stream"; } 2>/dev/null
        show_lines "$rank" "$stream"
      done
    done
  done
}

# A round shows at most 1000 lines of each log: a rank that writes without pause hides none of the others.
show_lines() { # rank, stream
  local log=$1.$2 lines=()
  open_log "$log" || return
  mapfile -n 1000 -u "${descriptors[$log]}" lines
  ((${#lines[@]} < 1000)) || pause=0.001
  lines[0]=${partial_lines[$log]-}${lines[0]-}
  partial_lines[$log]=''
  if [[ -z $ended && ${lines[-1]} != *$'\n' ]]; then
    partial_lines[$log]=${lines[-1]}
    unset 'lines[-1]'
  fi
  [[ -n ${lines[*]} ]] || return
  printf "[rank $1 ${places[$1]}] %s\n" "${lines[@]%$'\n'}"
}

open_log() { # rank.stream
  local descriptor
  if [[ -z ${descriptors[$1]-} ]]; then
    [[ -r $run/rank-$1 ]] || return
    exec {descriptor}<"$run/rank-$1" || descriptor=none
    descriptors[$1]=$descriptor
    [[ $descriptor != none ]] || say "all.log does not show $run/rank-$1: too many open files (see ulimit -n)"
  fi
  [[ ${descriptors[$1]} != none ]]
}
