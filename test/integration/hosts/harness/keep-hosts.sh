#!/usr/bin/env bash
# Keeps the hosts of a test: keep-hosts.sh DIRECTORY. It lives until standard input ends, which happens when the process
# of the tests ends, however it ends. Then this removes what is left; nothing of the hosts outlives it.
set -u
readonly directory=$1
trap '' INT TERM HUP # a ^C at the terminal is the business of the tests

# When the first process of a PID namespace dies, the kernel kills all others in it, and in those within it; the network
# of the hosts and their mounts go with their namespaces.
unshare --mount --uts --pid --net --fork --kill-child --propagation private \
  bash "${BASH_SOURCE%/*}/run-switch.sh" "$directory"
status=$?
rm -rf -- "$directory"
exit "$status"
