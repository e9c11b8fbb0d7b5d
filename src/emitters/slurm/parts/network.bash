# --- The network of a node, as gloo or NCCL will find it, on each before its first rank, and only what is certain ----
list_interfaces() { sed -n 's/^ *\([^:]*\):.*/\1/p' /proc/net/dev | paste -sd "${1-,}" -; }
find_gloo() { # whole names, each of which must be there
  for name in $1; do case ,$(list_interfaces), in *",${name%%:*},"*) ;; *) return 1 ;; esac done
}

find_NCCL() { # beginnings of names, or whole ones behind `=`; `^` before that: all but these
  names=${1#^} is_out=${1%"${1#^}"}
  for name in $(list_interfaces); do
    is_in=''
    for entry in ${names#=}; do
      case $names:$name in =*:"${entry%%:*}" | [!=]*:"${entry%%:*}"*) [ -z "$entry" ] || is_in=^ ;; esac
    done
    [ "$is_in" = "$is_out" ] || return 0
  done
  return 1
}

check_network() { # gloo or NCCL, its variable, the value
  local way=''
  [ "${RANKPLAN_RANKS%% *}" = "$RANKPLAN_THIS" ] && [ -n "$(list_interfaces)" ] && command -v getent >/dev/null || return 0
  [ ${#3} -lt 2 ] || (set -f && IFS=, && "find_$1" "$3") || refuse "$1 would find no interface on $RANKPLAN_HOST: \`$2=$3\`;" \
    "it has $(list_interfaces ' '); where hosts differ, set $2 in the \`env\` of each node"
  way=$(getent ahosts "$MASTER_ADDR" || { sleep 2 && getent ahosts "$MASTER_ADDR"; }) || refuse "$RANKPLAN_HOST does not reach" \
    "$MASTER_ADDR: the name does not resolve there; correct the name service there, or write the address; without torch, \`backend: none\`"
  case $1:${3:+set}:${way%% *}:$(getent ahosts "$(cat /proc/sys/kernel/hostname)") in gloo::127.* | gloo::::1:*) ;; gloo::*:127.*)
    (set -C && : >"$RANKPLAN_RUN_DIR/loopback") 2>/dev/null && say "warning: $RANKPLAN_HOST calls itself 127.*, see /etc/hosts there:" \
      'gloo would offer the loopback to the other hosts, which harms where one with a larger address dials it; set GLOO_SOCKET_IFNAME' ;;
  esac
}
