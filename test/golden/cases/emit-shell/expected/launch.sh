#!/bin/bash -p
# emit-shell: starts this host's ranks (4 ranks on 2 nodes). Made by rankplan from plan.json: change the topology, compile again.
# Usage: launch.sh [--node NAME] [--port N] [--dry-run] [--help] [-- WORDS for the command]; logs: runs/$RANKPLAN_RUN_ID here
# Status: of the first rank that fails (128 + its signal), 78: refused, 129, 130, 131, 143: ended by HUP, INT, QUIT, TERM.
# The other ranks get that signal (TERM after a failure), and KILL after the grace period or at a second INT.
# `rankplan run` does more: all hosts, restarts, CPUs and memory near the GPU, an audit, and no process is lost.
# shellcheck disable=SC1090,SC2015,SC2016,SC2064 # nothing between && and || fails; quotes as they are meant
case ${BASH_VERSION-}:${BASH_SOURCE-} in 4.[4-9]*:?* | [5-9].*:?* | [1-9][0-9].*:?*) ;; *) echo 'launch.sh: needs bash 4.4, and its own file' >&2 && exit 78 ;; esac
[[ ${RANKPLAN_SHELL-} == "$$" || $- == *p* && ${SHELLOPTS@a} != *x* ]] || # else with functions, aliases and options of the caller
  { RANKPLAN_SHELL=$$ POSIXLY_CORRECT=${POSIXLY_CORRECT-rankplan} && \export RANKPLAN_SHELL && \exec "$BASH" -p "${BASH_SOURCE[0]}" "$@"; }
set +aefuCT +m +o posix && unset -v RANKPLAN_SHELL RANKPLAN_HIDDEN FUNCNEST TMOUT BASH_COMPAT && trap '' PIPE && trap 'exit 130' INT && trap : USR1 USR2 # until there are ranks
mapfile -d '' -t caller <"/proc/$$/environ" # before names below hide some of it
here=${BASH_SOURCE[0]} node='' dry_run='' workdir='' this_node='' stopping='' deadline='' all_started='' status=0 pause=10010 ranks=() pids=() ended=() early=()
[[ $here == /* && ! -L $here ]] || here=$(readlink -f -- "$here")
exec {terminal}>&2 {quiet}<> <(:) # to read, up to a time, from where nothing comes is to sleep without a process
nap() { if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] > 501)); then read -rt ".${pause#1}" <&"$quiet"; else sleep .1 & wait $!; fi; ((pause += 3 * (pause < 10200))); } # bash 5.1's read may not end after a trap
say() { printf 'launch.sh: %s\n' "$*" >&"$terminal"; } && refuse() { say "$*"; exit 78; }

command=(apptainer exec --nv img.sif python 'train it'\''s.py' '--glob=*.yaml' '$HOME')
workdir='/home/me/my project'
plan=20f8dc3b4a4c7757c20e04459c6ab5709ff9d895b8b79838e527175e70c5cf9d master=lab1 address=lab1.example port=29500 grace=5
places=( # node, its address, its ranks; index=uuid of planned GPUs
  'lab1 lab1.example 0-1 0=GPU-a0,1=GPU-a1'
  'lab2 lab2.example 2-3'
)
IFS= read -rd '' setup <<'END' # launch.setup, as written in the topology
source venv/bin/activate
ulimit -n 65536
END
[[ -n $setup ]] || refuse 'launch.setup cannot be read: is /tmp full?'
setup_shell='RANKPLAN_SETUP=$1 RANKPLAN_COMMAND=("${@:2}"); set --; eval "$RANKPLAN_SETUP"; exec -- "${RANKPLAN_COMMAND[@]}"'

{ while (($# > 0)); do # to its end all is read before it runs: the file may be compiled again meanwhile
  case $1 in
    --node | --port) [[ -n ${2-} ]] && printf -v "${1#--}" %s "$2" && shift || refuse "$1 needs a value: see --help" ;;
    --dry-run) dry_run=yes ;;
    --help) sed -n '2,6s/^# //p' "${BASH_SOURCE[0]}" || exit 78; exit ;;
    --) command+=("${@:2}") && break ;;
    *) refuse "unexpected argument '$1': see --help; words for the ranks' command follow --" ;;
  esac && shift
done
# Which node this is, and its ranks. `hostname` knows the host's domain and addresses: it is called where they matter.
read -r host </proc/sys/kernel/hostname && here=${here%/*} names=" $host ${host%%.*} localhost 127.0.0.1 ::1 "
is_here() { [[ $names == *" $1 "* || $names == *" $2 "* ]]; }
for place in "${places[@]}"; do
  read -r name at list uuids <<<"$place"
  [[ -n $node || $names == *$'\n'* ]] || is_here "$name" "$at" || names+=$({ hostname -f; hostname -I; } 2>/dev/null | tr '\n' ' ')$'\n'
  if [[ -n $node ]]; then [[ $node == "$name" ]]; else is_here "$name" "$at"; fi || continue
  [[ -z $this_node ]] || refuse "this host is several nodes of the plan: choose with --node one of ${places[*]%% *}"
  this_node=$name gpus=$uuids
  for list in ${list//,/ }; do for ((rank = ${list%-*}; rank <= ${list#*-}; rank++)); do ranks+=("$rank"); done; done
done
[[ -n $this_node ]] || refuse "${node:-this host, $host,} is not in the plan: choose with --node one of ${places[*]%% *}"
# plan.json and the env files are as rankplan listed them when it compiled this.
hash setsid sha256sum mkdir sed sleep 2>/dev/null || refuse "setsid, sha256sum, mkdir, sed or sleep is not on PATH ($PATH)"
declare -A listed=() && while IFS=' ":' read -r _ file _ _ _ sum _; do [[ -z $sum ]] || listed[$file]=$sum; done 2>/dev/null <"$here/.rankplan.json"
[[ ${listed[plan.json]-} == "$plan" ]] || refuse "$here/.rankplan.json is missing, or not of this plan ($plan): copy the whole directory, or compile again"
sums="$plan  plan.json" && for rank in "${ranks[@]}"; do sums+=$'\n'"${listed[env/rank-$rank.env]:-$plan}  env/rank-$rank.env"; done
wrong=$(cd -- "$here" && exec sha256sum -c --quiet <<<"$sums" 2>/dev/null) ||
  refuse "$here/${wrong%%:*} is missing, edited, or of another compile: copy the whole directory, or compile again"
# The planned GPUs are in their places. An instance of one has no number of its own.
[[ -z $gpus ]] || table=$'\n'$(nvidia-smi -L 2>&1) || { say 'warning: nvidia-smi gives no answer, so the planned GPUs were not checked'; gpus=''; }
for gpu in ${gpus//,/ }; do
  [[ $gpu == *=MIG-* ]] && line='' || line=$'\n'"GPU ${gpu%%=*}: [^"$'\n'"]*"
  [[ $table =~ ${line}"UUID: ${gpu#*=}" ]] || refuse "GPU ${gpu%%=*} of $this_node should be ${gpu#*=}, and nvidia-smi -L shows another or none: correct the topology, or put the GPU back"
done
# The port, the master's address, the directory and the command.
is_taken() { printf -v hex %04X "$1" && { taken=$(exec ss -Hltn "sport = :$1") || taken=$(exec grep -hs ":$hex [0-9A-F:]* 0A " /proc/net/tcp /proc/net/tcp6); [[ -n $taken ]]; }; } 2>/dev/null
[[ $port != auto || ${#places[@]} == 1 ]] || refuse "the plan has ${#places[@]} nodes and leaves the port open: give each the same --port"
given=$port && [[ $port != auto ]] || while port=$((20000 + RANDOM % 10000)) && is_taken "$port"; do :; done
[[ $port =~ ^[0-9]{1,5}$ ]] && ((port = 10#$port, port > 0 && port < 65536)) || refuse "--port '$port' is not a port: give a number from 1 to 65535"
[[ $given == auto || $this_node != "$master" ]] || ! is_taken "$port" || refuse "port $port is taken on this host, rank 0's: stop that program or choose another --port"
[[ $address == *:* || $address =~ ^([0-9.]+|localhost)$ ]] || ! hash getent 2>/dev/null || getent ahosts "$address" >/dev/null || refuse "the master address '$address' does not resolve on this host: correct it, or the name service"
CDPATH='' cd -- "${workdir:-.}" 2>/dev/null || refuse "the working directory '$workdir' cannot be entered: make it, or change launch.workdir"
problem=$("$BASH" -pnc "$setup" launch.setup 2>&1) || refuse "bash cannot read the lines of launch.setup: correct them, and compile again"$'\n'"$problem"
printf -v words ' %q' "${command[@]}" && [[ -z $dry_run ]] || { for rank in "${ranks[@]}"; do echo "rank $rank ($this_node):$words" || exit 78; done; exit; }
printf -v run '%(%Y%m%d-%H%M%S)T-%s-%s' -1 "${host%%.*}" $$ # whose folder has the logs
run=$here/runs/${RANKPLAN_RUN_ID:-$run}
[[ ${run##"$here"/runs/} =~ ^[A-Za-z0-9][A-Za-z0-9._-]*$ ]] || refuse "RANKPLAN_RUN_ID '$RANKPLAN_RUN_ID' is not a name of letters, digits, ._-"
mkdir -p -- "$run" 2>/dev/null || refuse "$run cannot be made: is the directory writable, and the disk not full?"
{ set -C && : >"$run/rank-${ranks[0]}.out" && set +C; } 2>/dev/null || refuse "$run has a run already, or no room: choose another RANKPLAN_RUN_ID"
# A rank is a session of its own. From `set` on all is in its parameters, which no name of the caller or of an env file changes.
for entry in "${caller[@]}"; do
  [[ $entry == POSIXLY_CORRECT=rankplan || ! $entry =~ ^([a-z][a-z_]*|FUNCNEST|TMOUT|BASH_COMPAT|POSIXLY_CORRECT)= ]] || RANKPLAN_HIDDEN+=("$entry") # by a name of this page
done
become_rank() { # rank
  trap - INT QUIT PIPE && exec {quiet}<&- {terminal}>&- # bash has its children ignore these signals
  set -- "$here/env/rank-$1.env" "$port" "$run/rank-$1.error.json" "${BASH_CMDS[setsid]}" -- "$BASH" -c "$setup_shell" launch.setup "$setup" "${command[@]}"
  export RANKPLAN_PLAN=$plan RANKPLAN_RUN_DIR=$run MASTER_PORT=$port
  unset -v command pids ranks ended places caller listed early # what is an array, bash does not export
  [[ -z ${RANKPLAN_HIDDEN-} ]] || { unset -v "${RANKPLAN_HIDDEN[@]%%=*}" && export "${RANKPLAN_HIDDEN[@]}"; }
  . "$1"; export MASTER_PORT=$2 TORCHELASTIC_ERROR_FILE=$3 && exec "${@:4}"
}
signal_ranks() { for pid in "${pids[@]}"; do kill -s "$1" -- "-$pid" || kill -s "$1" "$pid"; done; }
stop() { # signal, status
  [[ -n $all_started ]] || disown -a # where no process can be started, bash would wait for those that are
  [[ $1$stopping == INTINT ]] && deadline=$((SECONDS - 1)) || deadline=${deadline:-$((SECONDS + grace))}
  stopping=$1 status=$((status != 0 ? status : $2)) && signal_ranks "$1"
}
for entry in HUP:129 INT:130 QUIT:131 TERM:143; do trap "stop ${entry/:/ }" "${entry%:*}"; done
for entry in USR1 USR2 TSTP; do trap "early+=($entry)" "$entry"; done
trap 'disown -a; signal_ranks KILL; ((status == 0)) || exit "$status"; refuse "no more processes can be started here: see ulimit -u"' EXIT
[[ ! -t $terminal ]] || say "${#ranks[@]} ranks; logs: $run"
for rank in "${ranks[@]}"; do
  [[ -z $stopping ]] || break
  become_rank "$rank" >|"$run/rank-$rank.out" 2>|"$run/rank-$rank.err" </dev/null & pids[rank]=$!
done
all_started=yes && trap 'signal_ranks USR1' USR1 && trap 'signal_ranks USR2' USR2 && trap 'signal_ranks STOP; kill -s STOP $$; signal_ranks CONT' TSTP
for entry in "${early[@]}" $stopping; do if [[ $entry == TSTP ]]; then kill -s TSTP $$; else signal_ranks "$entry"; fi; done # what came before all were known
while first='' together='' && ((${#pids[@]} > 0)); do # first: of those that failed since the last look, whose log ended first; the others write of it
  for rank in "${!pids[@]}"; do
    if [[ -z ${ended[rank]-} ]] && ! kill -0 "${pids[rank]}"; then
      until wait "${pids[rank]}"; code=$? && wait "${pids[rank]}"; (($? == code)); do :; done # a signal may cut one short
      ended[rank]=yes && ((code == 0)) || { together+=" $rank" && [[ -n $first && ! $run/rank-$rank.err -ot $run/rank-$first.err ]] || first=$rank failed=$code; }
    fi
    [[ -z ${ended[rank]-} ]] || kill -0 -- "-${pids[rank]}" || unset "pids[rank]"
  done
  if [[ -n $first && -z $stopping ]]; then
    stop TERM "$failed"; ((failed < 129 || failed > 159)) || failed+=" (as from SIG$(kill -l "$failed"))"; [[ $together == " $first" ]] || failed+=", first of ranks$together by their logs"
    [[ $(df -P -- "$run") =~ \ 0\ +100% ]] && failed+="; the disk of $run is full, and its logs may lack the end"
    say "rank $first ($this_node) failed with status $failed; its log: $run/rank-$first.err"
    tail -c 4096 -- "$run/rank-$first.err" | tail -n 5 | sed 's/[[:cntrl:]]/?/g; s/^/  /' >&"$terminal"
  fi
  [[ $stopping == TERM || ${#ended[@]} -lt ${#ranks[@]} ]] || stop TERM 0 # what ranks left in their process groups
  [[ -z $stopping ]] || ((SECONDS <= deadline)) || { signal_ranks KILL; ((SECONDS <= deadline + 5)) || { say "left after KILL: process groups ${pids[*]}" && break; }; }
  ((${#pids[@]} == 0)) || nap
done 2>/dev/null # bash's own words on ranks that a signal ended
trap - EXIT && exit "$status"; }
