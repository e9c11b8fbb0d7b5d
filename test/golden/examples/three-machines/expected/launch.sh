#!/bin/bash -p
# three-machines: starts this host's ranks of the plan (5 ranks on 3 nodes).
#
# Usage: launch.sh [--node NAME] [--nodes HOST,...] [--port N] [--restarts N] [--tee] [--record] [--dry-run] [--help]
#                  [-- ARGS...]
#
#   --node NAME       which node of the plan this host is, where several match
#   --nodes HOST,...  the machines of a `bind: job` plan, in the order of its nodes
#   --port N          the master port, in place of the plan's
#   --restarts N      after a failure start all ranks anew, up to N times; needs rankplan-exec
#   --all             start the ranks of all hosts from here; this directory must lie on each (--dry-run: only check)
#   --via 'CMD ...'   how others are reached, instead of ssh: as CMD HOST COMMAND
#   --dir DIR         where this directory lies on the others, if not here
#   --timeout S, --patience S  within which hosts must be ready (30), and how long one may be silent (4)
#   --tee             show the ranks' output too, each line behind its rank
#   --record          keep the step times that ranks report (RANKPLAN_STEPS_FD), for `rankplan rescore`
#   --dry-run         make every check, print the command lines, start nothing
#   -- ARGS...        words to append to the plan's command
#
# Logs: runs/<id>/rank-N.out and .err beside this script (before a restart: attempt-0/ there); RANKPLAN_RUN_ID chooses the id.
# Status: that of the first rank that failed (128 + its signal); 78: refused; 129, 130, 131, 143: ended by HUP, INT, QUIT,
# TERM. USR1 and USR2 are passed on to the ranks.
# With rankplan-exec (RANKPLAN_EXEC, in lib/ or on the PATH) nothing that a rank starts is left; without: lib/plain.bash.
# Made by rankplan from plan.json: change the topology and compile again.

# Bash 4.4 or newer, without functions and options that the caller exported: they are for the ranks.
case ${BASH_VERSION-}:${BASH_SOURCE-} in
  4.[4-9]*:?* | [5-9].*:?* | [1-9][0-9].*:?*) ;;
  *) echo 'launch.sh: this is not bash 4.4 or newer, or not the file: call launch.sh itself, or bash launch.sh' >&2 && exit 78 ;;
esac
[[ ${RANKPLAN_SHELL-} == "$$" || $- == *p* && ${SHELLOPTS@a} != *x* ]] ||
  { RANKPLAN_SHELL=$$ POSIXLY_CORRECT=${POSIXLY_CORRECT-rankplan} && \export RANKPLAN_SHELL && \exec "$BASH" -p "${BASH_SOURCE[0]}" "$@"; }
here=${BASH_SOURCE[0]}
[[ ! -L $here ]] || here=$(readlink -f -- "$here")
[[ $here == */* ]] && here=${here%/*} || here=.
[[ -r $here/lib/launch.bash ]] || { echo "launch.sh: $here/lib is missing: copy the whole directory, or compile again" >&2 && exit 78; }
. "$here/lib/launch.bash"

plan=833882162a1a lib=0123456789ab # sha256 of plan.json, and of what is used of lib/

command=(python3 train.py)
master=lab1 address=lab1 port=29500 grace=15

#     node, its address, its ranks; index=uuid of their GPUs, ranks:CPUs of their GPUs
place lab1 lab1 0-1
place lab2 lab2 2-3
place lab3 lab3 4

launch "$@"
