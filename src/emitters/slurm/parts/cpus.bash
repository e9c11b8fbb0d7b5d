# The CPUs of the rank's GPU, and memory near them, where the node has taskset and numactl. What Slurm's own limits take
# away from these CPUs is written to the rank's log.
choose_cpus() {
  local allowed=''
  [ -n "${RANKPLAN_CPUS-}" ] || return 0
  if allowed=$(taskset -c "$RANKPLAN_CPUS" grep Cpus_allowed_list: /proc/self/status 2>/dev/null); then
    allowed=${allowed#*:?}
    [ "$allowed" = "$RANKPLAN_CPUS" ] ||
      printf '%s: of the CPUs near the GPU, %s, the rank has %s\n' "$RANKPLAN_SCRIPT" "$RANKPLAN_CPUS" "$allowed" >&2
    RANKPLAN_BINDER="taskset -c $RANKPLAN_CPUS"
    [ -n "$RANKPLAN_MEMORY" ] || ! command -v numactl >/dev/null ||
      RANKPLAN_BINDER="$RANKPLAN_BINDER numactl --localalloc"
  elif [ "${RANKPLAN_RANKS%% *}" = "$RANKPLAN_THIS" ]; then
    say "on $RANKPLAN_HOST ranks may run far from their GPUs: taskset is not there, or Slurm gave other CPUs than $RANKPLAN_CPUS"
  fi
}
RANKPLAN_STEPS="$RANKPLAN_STEPS choose_cpus"
