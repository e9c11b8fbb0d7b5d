# Ranks where there is no rankplan-exec: a session for each, its output in the run's folder, and this shell their parent.
# The first that fails ends the others, and so does HUP, INT, QUIT or TERM to launch.sh: they get the signal (TERM after a
# failure) and, when the grace period is over, KILL; what ranks left in their process groups, too. It finds no process
# that left its rank's group (a daemon), and if launch.sh is killed by KILL the ranks go on.
# shellcheck shell=bash disable=SC2154 # the plan's values stand in launch.sh

start_plainly() {
  local rank early_signal began=$SECONDS started=0 well=0 failed=0 noun=ranks
  ((${#ranks[@]} > 1)) || noun=rank
  run_status=0 stopping='' pause=0.001 pids=() groups=() are_counted='' early_signals=() ended_well=() told_after=''
  find_hidden
  exec {quiet_fd}<> <(:)
  trap 'stop HUP 129' HUP
  trap 'stop INT 130' INT
  trap 'stop QUIT 131' QUIT
  trap 'stop TERM 143' TERM
  trap 'forward USR1' USR1
  trap 'forward USR2' USR2
  trap 'signal_ranks STOP; kill -s STOP $$; signal_ranks CONT' TSTP
  trap give_up EXIT
  [[ ! -t $report_fd ]] || say "${#ranks[@]} $noun; logs: $run_dir"
  exec 2>/dev/null # bash's own word on each child that a signal killed: `say` has better ones
  for rank in "${ranks[@]}"; do
    [[ -z $stopping ]] || break
    become_rank "$rank" >|"$run_dir/rank-$rank.out" 2>|"$run_dir/rank-$rank.err" &
    pids[rank]=$! groups[rank]=$! started=$((started + 1))
  done
  are_counted=yes
  for early_signal in "${early_signals[@]}" $stopping; do signal_ranks "$early_signal"; done # also to the last one
  [[ -z $tee_wanted ]] || start_tail
  while collect_deaths; do
    tell_waiting
    await_change
  done
  end_groups
  [[ -z $tee_wanted ]] || end_tail
  [[ ! -t $report_fd ]] || sum_up
  trap - EXIT
  exit "$run_status"
}

# Variables of the caller that this script's own hide: bash has put the others into its own environment, as they were.
find_hidden() { # sets hidden, with what every rank gets besides
  local word
  hidden=()
  for word in "${environment[@]}"; do
    [[ $word =~ ^[A-Za-z_][A-Za-z0-9_]*= && $word != PWD=* && $word != OLDPWD=* ]] || continue
    is_visible "$word" || hidden+=("$word")
  done
  hidden+=("MASTER_PORT=$port" "${bound[@]}")
}

# Those that bash lets nobody change (SHELLOPTS) are as it hands them on.
is_visible() { # NAME=VALUE
  set -- "${1%%=*}" "${1#*=}"
  [[ ${!1@a} != *r* ]] || return 0
  [[ ${!1-} == "$2" && ${!1+set} && ${!1@a} == *x* ]]
}

# From here on all is in the parameters: the caller and the env file may set a variable of any name. An env file may leave
# MASTER_PORT to the launcher; one that does not is overruled.
become_rank() { # rank
  trap - INT QUIT # which bash makes its children ignore
  exec {report_fd}>&- {quiet_fd}>&-
  set -- "${#hidden[@]}" "${hidden[@]%%=*}" "${hidden[@]}" "$here/env/rank-$1.env" "$port" "$run_dir" \
    "$run_dir/rank-$1.error.json" "${command_line[@]}"
  unset -v "${@:2:$1}"
  export "${@:$1+2:$1}"
  shift $((2 * $1 + 1))
  # shellcheck source=/dev/null
  source "$1"
  export MASTER_PORT=$2 RANKPLAN_RUN_DIR=$3 TORCHELASTIC_ERROR_FILE=$4
  exec setsid -- "${@:5}"
}

# Takes note of the ranks that have ended; true while there are others.
collect_deaths() {
  local rank
  for rank in "${!pids[@]}"; do
    ! kill -0 "${pids[rank]}" || continue
    read_status "${pids[rank]}"
    unset "pids[rank]"
    pause=0.001
    if ((rank_status == 0)); then
      well=$((well + 1)) ended_well[rank]=yes
      [[ -n $told_after ]] || told_after=$((SECONDS + 30))
    elif [[ -z $stopping ]]; then
      failed=$((failed + 1))
      fail "$rank"
    fi
  done
  ((${#pids[@]} > 0))
}

# A signal to launch.sh cuts `wait` short with a status that tells of the signal: what counts is what it says twice.
read_status() { # pid of a rank that has ended; sets rank_status
  local before=''
  rank_status=none
  until [[ $rank_status == "$before" ]]; do
    before=$rank_status
    wait "$1"
    rank_status=$?
  done
}

# `wait -n` sleeps through a death that comes just before it sleeps. So the ranks are looked at, soon after a start or a
# death, and then five times a second: to read, up to a time-out, from where nothing comes is to sleep without a process.
await_change() {
  read -r -t "$pause" <&"$quiet_fd"
  case $pause in
    0.2) ;;
    *1) pause=${pause/1/2} ;;
    *2) pause=${pause/2/5} ;;
    *5) pause=${pause/05/1} ;;
  esac
  [[ -z $stopping ]] || ((SECONDS <= deadline)) || signal_ranks KILL
}

fail() { # rank
  local place line words whom='that rank' text="failed with status $rank_status" log=$run_dir/rank-$1.err
  run_status=$rank_status
  stop failure "$rank_status"
  find_place "$1"
  # Of the statuses above 128 only those of the signals that kill are signals: 255 is Python's sys.exit(-1).
  ((rank_status <= 128 || rank_status >= 160)) || text+=" (as from SIG$(kill -l "$rank_status"))"
  say "rank $1 ($place) $text; its log: $log"
  while IFS= read -r line || [[ -n $line ]]; do printf '  %s\n' "$line" >&"$report_fd"; done \
    < <(tail -c 4096 -- "$log" | tail -n 5)
  ((well > 0)) || return 0
  word_ranks "${!ended_well[@]}"
  ((well == 1)) || whom=them
  printf '  %s ended with status 0 before it, and it may have waited for %s\n' "$words" "$whom" >&"$report_fd"
}

# Ranks that go on where others have ended well may wait for these for ever. In the words of native/exec/announce.c.
tell_waiting() {
  local words early run=run whom=it later=''
  [[ -n $told_after && -z $stopping ]] && ((SECONDS >= told_after)) || return 0
  told_after=$((SECONDS + 10 ** 9)) # once
  word_ranks "${!ended_well[@]}"
  early=$words
  word_ranks "${!pids[@]}"
  ((${#pids[@]} > 1)) || run=runs
  ((well == 1)) || whom=them later=' or later'
  say "$early ended with status 0 30 s ago$later; $words still $run, and may wait for $whom"
}

word_ranks() { # rank...; sets words; of many the first ones
  printf -v words ', %s' "${@:1:16}"
  words="rank${2+s} ${words:2}"
  (($# <= 16)) || words+=" and $(($# - 16)) more"
}

# For people, in the words of native/exec/summary.c.
sum_up() {
  local part words="ended after $((SECONDS - began)) s" separator=': '
  local parts=("$failed failed" "$((started - well - failed)) ended by launch.sh" "$well ended well"
    "$((${#ranks[@]} - started)) not started")
  if ((well == ${#ranks[@]})); then
    words=${words/after/well in} parts=()
  fi
  for part in "${parts[@]}"; do
    [[ $part != 0\ * ]] || continue
    words+=$separator$part separator=', '
  done
  say "${#ranks[@]} $noun $words; logs: $run_dir"
  [[ -n $tee_wanted ]] || show_last_lines
}

show_last_lines() {
  local rank log line
  for rank in "${ranks[@]:0:16}"; do
    log=$run_dir/rank-$rank.out
    [[ -s $log && ! ${log%out}err -nt $log ]] || [[ ! -s ${log%out}err ]] || log=${log%out}err
    line=$(tail -c 4096 -- "$log" | tail -n 1)
    line=${line%"${line##*[!$'\r']}"}
    [[ -z $line ]] || printf '  rank %d: %s\n' "$rank" "${line##*$'\r'}" >&"$report_fd"
  done
  ((${#ranks[@]} <= 16)) || printf '  and %d more\n' $((${#ranks[@]} - 16)) >&"$report_fd"
}

stop() { # signal, or failure; status
  [[ -n $are_counted ]] || disown -a # it may come before give_up
  [[ $1 != INT || $stopping != INT ]] || deadline=-1 # the second Ctrl-C
  [[ -n $stopping ]] || deadline=$((SECONDS + grace - (grace == 0)))
  ((run_status != 0)) || run_status=$2
  stopping=${1/failure/TERM}
  signal_ranks "$stopping"
}

forward() { # signal; a rank may be at work before it is counted
  if [[ -n $are_counted ]]; then signal_ranks "$1"; else early_signals+=("$1"); fi
}

signal_ranks() { # signal
  local pid
  for pid in "${pids[@]}"; do kill -s "$1" -- "-$pid" || kill -s "$1" "$pid"; done
}

# What ranks left behind in their groups gets the grace period too: it may be writing something down.
end_groups() {
  local rank
  [[ -n $stopping ]] || deadline=$((SECONDS + grace))
  for rank in "${!groups[@]}"; do kill -s TERM -- "-${groups[rank]}" || unset "groups[rank]"; done
  while ((${#groups[@]} > 0)); do
    read -r -t 0.05 <&"$quiet_fd"
    for rank in "${!groups[@]}"; do
      ((SECONDS <= deadline)) || kill -s KILL -- "-${groups[rank]}"
      kill -0 -- "-${groups[rank]}" || unset "groups[rank]"
    done
  done
}

# --tee: tail's headings say whose lines follow. It ends, when it has shown all, with the process that it looks at.
# The logs are there before it looks, though ranks may not have begun, and it has all of them open.
start_tail() {
  local rank
  for rank in "${ranks[@]}"; do : >>"$run_dir/rank-$rank.out" 2>>"$run_dir/rank-$rank.err"; done
  sleep 1000000 {report_fd}>&- {quiet_fd}>&- &
  tail_pids=("$!")
  { ulimit -Sn hard; exec tail -n +1 -s 0.1 -f --pid="$!" -- "$run_dir"/rank-*.out "$run_dir"/rank-*.err; } 2>&"$report_fd" &
  tail_pids+=("$!")
}

end_tail() {
  kill "${tail_pids[0]}"
  wait "${tail_pids[1]}" || kill "${tail_pids[1]}"
}

# Where bash cannot fork it tries for 15 seconds, and then ends this script with status 254. It would take the next command
# for the one that failed, and wait for the last rank: so it is made to forget the ranks.
give_up() {
  (($? == 254)) || return
  disown -a # before any other command
  local end=$((SECONDS + 5))
  signal_ranks TERM
  signal_ranks KILL
  while ((SECONDS < end)) && is_any_left; do read -r -t 0.05 <&"$quiet_fd"; done
  [[ -z $stopping ]] || exit "$run_status"
  refuse "no more processes can be started here: see ulimit -u, and the job's limit on processes"
}

is_any_left() {
  local pid
  for pid in "${pids[@]}"; do ! kill -0 "$pid" || return 0; done
  return 1
}
