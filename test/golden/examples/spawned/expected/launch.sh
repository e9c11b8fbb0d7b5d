#!/bin/bash -p
# spawned: starts this host's ranks of the plan (3 ranks on 1 node).
# Its options, logs and statuses: launch.sh --help. Made by rankplan from plan.json: change the topology and compile again.

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

plan=4c1cc34533bb lib=0123456789ab # sha256 of plan.json, and of what is used of lib/

command=(python train.py)
master=localhost address=localhost port=29500 grace=30

#     node, its address, its ranks; index=uuid of their GPUs, ranks:CPUs of their GPUs
place localhost localhost 0-2

launch "$@"
