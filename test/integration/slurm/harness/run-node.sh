#!/usr/bin/env bash
# The first process of one node: run-node.sh NODE CHROOT. It runs slurmd, and reaps what the tasks leave behind.
set -euo pipefail
readonly node=$1 chroot=$2
echo "$node" >/proc/sys/kernel/hostname
mount -t proc proc "$chroot/proc"
if [[ -n $chroot ]]; then chroot "$chroot" slurmd -D -N "$node" & else slurmd -D -N "$node" & fi
wait $!
