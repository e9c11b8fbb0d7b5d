#!/usr/bin/env bash
# The first process of one node: run-node.sh NODE CHROOT. It runs slurmd, and reaps what the tasks leave behind.
set -euo pipefail
readonly node=$1 chroot=$2
echo "$node" >/proc/sys/kernel/hostname
mount -t proc proc "$chroot/proc"
# What a background process of these scripts ignores, tasks of Slurm 26.05 would ignore as well: no TERM ends them.
env --default-signal=HUP,INT,QUIT,TERM ${chroot:+chroot "$chroot"} slurmd -D -N "$node" &
wait $!
