#!/usr/bin/env bash
# The first process of a cluster's namespaces: starts its daemons, says `ready PID`, then obeys lines of standard
# input, `up NODE`, `down NODE` and `hide NODE PATH`, each answered by `ok`. run-cluster.sh DIRECTORY CHROOT; no CHROOT is ''.
set -euo pipefail
readonly directory=$1 chroot=$2 here=${BASH_SOURCE%/*}
export SLURM_CONF=$directory/etc/slurm.conf

# The host's /proc is still mounted, so this is the number by which the host knows this process.
read -r pid _ </proc/self/stat

inside() { if [[ -n $chroot ]]; then chroot "$chroot" "$@"; else "$@"; fi; }

# Makes a path of the host visible under the chroot, at the same path.
share() {
  local inner=$chroot$1
  if [[ -d $1 ]]; then
    mkdir -p -- "$inner"
  elif [[ ! -e $inner ]]; then
    mkdir -p -- "${inner%/*}"
    : >"$inner"
  fi
  mount --rbind -- "$1" "$inner"
}

# Each node is a machine of its own as far as processes and its name go, so that killing it is pulling its plug.
declare -A machines
up() {
  unshare --mount --uts --pid --fork --kill-child bash "$here/run-node.sh" "$1" "$chroot" \
    </dev/null >>"$directory/log/$1.out" 2>&1 &
  machines[$1]=$!
}
hide() { # node and path, in one word
  local node=${1%% *} path=${1#* }
  nsenter --mount="$chroot/proc/${machines[$node]}/ns/mnt" mount -t tmpfs none "$chroot$path"
}
down() {
  kill -KILL "${machines[$1]}" || true
  wait "${machines[$1]}" || true
}

echo controller >/proc/sys/kernel/hostname
# Slurm listens nowhere on a machine whose only address is the loopback's.
ip link add eth0 type veth peer name plug
ip address add 192.0.2.1/24 dev eth0
for link in lo eth0 plug; do ip link set "$link" up; done
if [[ -n $chroot ]]; then
  share /dev
  share /sys
  while IFS= read -r path; do share "$path"; done <"$directory/shared"
fi
[[ -e $chroot/etc/hosts ]] || : >"$chroot/etc/hosts"
mount --bind -- "$directory/etc/hosts" "$chroot/etc/hosts"
mount -t proc proc "$chroot/proc"

inside munged --force --key-file="$directory/etc/munge.key" --socket="$directory/run/munge.socket" \
  --pid-file="$directory/run/munged.pid" --log-file="$directory/log/munged.log" --seed-file="$directory/run/seed" \
  >>"$directory/log/start.out" 2>&1
inside slurmctld -c >>"$directory/log/start.out" 2>&1
# A node that finds no controller tries again a second later: wait the tenth of one that the controller needs.
port=$(sed -n 's/^SlurmctldPort=//p' "$SLURM_CONF")
for ((try = 0; try < 200; try++)); do
  ! (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break
  sleep 0.02
done
while read -r node; do up "$node"; done <"$directory/nodes"
echo "ready $pid"

while read -r verb node; do
  "$verb" "$node"
  echo ok
done
