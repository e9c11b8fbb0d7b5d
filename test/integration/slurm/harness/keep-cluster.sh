#!/usr/bin/env bash
# Keeps one cluster: keep-cluster.sh DIRECTORY CHROOT. It lives until standard input ends, which happens when the
# process of the tests ends, however it ends. Then this removes what is left; nothing of a cluster outlives it.
set -u
readonly directory=$1
trap '' INT TERM HUP # a ^C at the terminal is the business of the tests

# Namespaces of its own: when the first process of a PID namespace dies, the kernel kills all others in it, and its
# mounts go with the mount namespace. So neither a daemon nor a task can escape, and nothing else can be hit. Jobs ask for
# fixed ports, which other tests ask for, too: a network of its own has them free.
unshare --mount --uts --net --pid --fork --kill-child --propagation private \
  bash "${BASH_SOURCE%/*}/run-cluster.sh" "$@"
status=$?

# Slurm's own groups of the jobs, which a daemon that was killed could not remove; only empty ones can go.
first=$(<"$directory/first-job-id")
while read -r node; do
  for group in /sys/fs/cgroup/*/slurm_"$node"/uid_*/job_*; do
    if [[ -d $group ]] && ((${group##*_} >= first && ${group##*_} < first + 10000)); then
      find "$group" -depth -type d -exec rmdir {} + 2>/dev/null
    fi
  done
done <"$directory/nodes"
# Clusters share the groups above by the names of their nodes, and Slurm makes a job's group in several steps: an empty
# one that went between two of them cost another cluster its job.
if ! pgrep -f 'bash .*/run-cluster\.sh ' >/dev/null; then
  while read -r node; do rmdir /sys/fs/cgroup/*/slurm_"$node"/{uid_*,system,} 2>/dev/null; done <"$directory/nodes"
fi
rm -rf -- "$directory"
exit "$status"
