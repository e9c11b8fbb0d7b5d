# Whether the planned GPUs are where the plan says, by UUID.
check_gpus() { # node, index=uuid of each GPU whose UUID is planned
  local table='' planned='' found='' IFS=, advice='correct the topology (rankplan probe shows this host) or put the GPU back'
  command -v nvidia-smi >/dev/null || {
    say "warning: nvidia-smi is missing, so the places of the planned GPUs were not checked"
    return
  }
  table=$(nvidia-smi -L 2>&1) # lines like: GPU 0: A100 (UUID: GPU-5f2a01c4)
  for planned in $2; do
    case $planned in
      *=MIG-*) # an instance has no number of its own: that it is there is all that can be asked
        case $table in *"UUID: ${planned#*=}"*) ;; *) refuse "$1 has no MIG instance ${planned#*=}: $advice" ;; esac
        ;;
      *)
        found=$(printf '%s\n' "$table" | sed -n "s/^GPU ${planned%%=*}: .*UUID: \\([^)]*\\).*/\\1/p")
        case $found in
          "${planned#*=}"*) ;;
          *) refuse "GPU ${planned%%=*} of $1 should be ${planned#*=} and is ${found:-not there}: $advice" ;;
        esac
        ;;
    esac
  done
}
