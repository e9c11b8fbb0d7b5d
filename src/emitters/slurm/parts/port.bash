# --- launch.master.port: auto ---------------------------------------------------------------------------------------
# Each job and each restart has its own, and what is taken on this host is passed over: it often is rank 0's. Rank 0
# looks again. Below the range from which the kernel gives ports to clients no program takes one between now and its bind.
choose_port() {
  local range_start=32768 number=$((SLURM_JOB_ID * 7 + run_attempt * 1009)) listeners hex_port
  { read -r range_start _ </proc/sys/net/ipv4/ip_local_port_range; } 2>/dev/null
  ((range_start > 11024)) || range_start=32768
  # In each table what listens (0A) comes first, maybe with connections that it has not accepted yet (03).
  listeners=$(sed -n '/^ *[0-9].* 0A /{p;b;};/ 03 /b;/^ *sl /b;q' /proc/net/tcp && sed -n '/^ *[0-9].* 0A /{p;b;};/ 03 /b;/^ *sl /b;q' /proc/net/tcp6) 2>/dev/null
  while port=$((range_start - 10000 + number % 10000)); do
    printf -v hex_port ':%04X ' "$port"
    [[ $listeners == *"$hex_port"* ]] || break
    number=$((number + 1))
  done
  environment+=("MASTER_PORT=$port")
}
last_checks+=(choose_port)
