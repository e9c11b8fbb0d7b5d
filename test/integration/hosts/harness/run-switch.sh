#!/usr/bin/env bash
# The switch between the hosts, and the first process of their namespaces: run-switch.sh DIRECTORY. It starts every host
# of DIRECTORY/names, says `ready PID`, and ends with its standard input.
set -euo pipefail
readonly directory=$1

# The machine's /proc is still mounted, so this is the number by which the machine knows this process.
read -r pid _ </proc/self/stat

ip link set lo up
ip link add switch type bridge
ip link set switch up
while read -r name address; do
  bash "${BASH_SOURCE%/*}/start-host.sh" "$directory" "$pid" "$name" "$address" </dev/null >"$directory/$name.log" 2>&1 &
done <"$directory/names"
echo "ready $pid"
while read -r _; do :; done
