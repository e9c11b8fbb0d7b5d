# launch.sh --member: this host's part of a run on several hosts, for a launch.sh --all elsewhere. Its arguments come
# from stdin: their number, then the words, each with a NUL. All its checks are made, and each refusal is told, as an
# event; then it waits until all hosts are ready, and becomes rankplan-exec, which goes on to read orders there.
# shellcheck shell=bash disable=SC2154,SC2034,SC2317 # the plan's values stand in launch.sh

launch_member() {
  local refused='' own_words=() checks_guard
  exec {orders_fd}<&0 {events_fd}>&1 {report_fd}>&2 </dev/null >&2
  echo >&"$events_fd" # what a login shell has said may lack its end of line
  read_member_words
  refuse() { tell_event refused "$*" && exit 78; }
  say() { tell_event said "$script: $*"$'\n'; }
  [[ $all_plan == "$plan" && $all_lib == "$lib" ]] ||
    refuse "$here is another plan's, or another version's (${plan:0:12}, not ${all_plan:0:12}): copy the whole directory to this host again, or --push"
  digest_script
  [[ $all_script == "$script_digest" ]] ||
    refuse "$here/launch.sh is not that of the launcher, though the plan is the same: copy the whole directory to this host again, or --push"
  guard_checks
  read_member_place
  make_member_checks
  [[ -z $refused ]] || exit 78
  check_setup
  check_command
  tell_ready
  kill "$checks_guard" && wait "$checks_guard"
  await_start
  [[ -z $record_wanted ]] || record_plan
  give_descriptors_back
  [[ -z $lines_wanted ]] || own_words+=(--lines)
  [[ -z $sample_wanted ]] || own_words+=(--sampler "${exec_path%rankplan-exec*}rankplan-probe${exec_path##*rankplan-exec}")
  become_exec --lifeline 0 --report 1 --patience "$patience" "${own_words[@]}"
}

# Of this host's own member, and of those on hosts behind it: native/exec/relay.h.
become_relay() { # seconds
  read_environment
  read_seconds --relay "$1"
  find_exec
  [[ -n $exec_path ]] || refuse "rankplan-exec is not here, and --relay needs it: compile with --with-exec"
  become -- "$exec_path" --protocol 1 --relay --patience "$1"
}

# A program that the checks ask, such as nvidia-smi, may hang: it ends with who waits for it, or when its time is over.
guard_checks() { # sets checks_guard
  {
    local idle parent until=$((SECONDS + 2 * ${timeout%.*} + 5))
    exec {idle}<> <(:)
    while ((SECONDS < until)); do
      read -rt 0.5 -u "$idle"
      read -r parent </proc/$$/stat || break
      [[ ${parent##*) } == [A-Z]" $PPID "* ]] || break
    done
    kill -KILL 0
  } </dev/null >/dev/null 2>&1 {orders_fd}<&- {events_fd}>&- {report_fd}>&- &
  checks_guard=$!
}

# Ranks get none of this shell's: what one of them leaves behind could hold the way to the launcher open.
give_descriptors_back() {
  exec <&"$orders_fd" >&"$events_fd" {orders_fd}<&- {events_fd}>&- {listeners_fd}<&- {digests_fd}<&-
  orders_fd=0 events_fd=1
}

read_member_words() { # all are sent at once: who waits long has lost the launcher
  local count=0 index words=()
  IFS= read -rd '' -t 60 -u "$orders_fd" count || exit 78
  for ((index = 0; index < count; index++)); do IFS= read -rd '' -t 60 -u "$orders_fd" "words[index]" || exit 78; done
  read_arguments "${words[@]}"
}

read_member_place() {
  bind_nodes
  take_places
  choose_node
  [[ $bind == job || -z ${replaced[$this_node]-} ]] || bound+=("RANKPLAN_NODE=${replaced[$this_node]}")
}

digest_script() { # sets script_digest: of what has the command and the places
  read -r script_digest _ < <(exec sha256sum <"$here/launch.sh")
}

# Each in a shell of its own, so that one refusal does not hide the next.
make_member_checks() {
  local check
  # From there a command and a workdir may be relative.
  if (enter_cwd); then enter_cwd; else refused=yes; fi
  for check in resolve_master check_setup check_command check_member_gpus check_digests check_member_exec \
    check_env_files check_member_disk; do
    ("$check")
    (($? != 78)) || refused=yes
  done
  [[ -n $refused ]] || find_exec
  [[ $attempt_wanted != [1-9]* ]] || port=auto port_wanted='' # the one before may be held by what it had connected
  port=$(choose_port && printf '%s' "$port") || refused=yes
}

# Ranks work where launch.sh --all was called, as they do on one host.
enter_cwd() {
  [[ ${workdir-} == /* ]] || CDPATH='' cd -- "$cwd" 2>/dev/null ||
    refuse "$cwd, where launch.sh --all was called, is not on this host: copy it there, or set launch.workdir"
}

check_member_gpus() {
  local name=${replaced[$this_node]:-$this_node} gpu_table='' found_uuid=''
  local -A wanted=()
  [[ $bind == name ]] || name=$node_host
  list_wanted_gpus
  ((${#wanted[@]} > 0)) || { check_gpus "$name" "$planned_gpus" && return; }
  type -P nvidia-smi >/dev/null || { say "warning: nvidia-smi is missing, so nobody checked that the planned GPUs are there" && return; }
  ask_driver
  if [[ -n $planned_gpus ]]; then check_gpus "$name" "$planned_gpus"; else check_gpu_numbers "$name"; fi
  # What an attempt before held may take a moment to be free.
  [[ -n $busy_allowed || $attempt_wanted == [1-9]* ]] || check_idle_gpus "$name"
}

ask_driver() { # sets gpu_table
  local seconds=$((${timeout%.*} / 2 + 1)) status
  gpu_table=$(timeout --foreground -k 1 "$seconds" nvidia-smi -L 2>&1)
  status=$?
  ((status < 124 || status > 137)) || refuse "nvidia-smi gives no answer within $seconds s: mend its driver, or use another host"
  ((status == 0)) || refuse "nvidia-smi failed (status $status): ${gpu_table##*$'\n'}"
}

# NVIDIA's, by their numbers; an instance of one has none.
list_wanted_gpus() { # changes wanted
  local rank text index
  for rank in "${ranks[@]}"; do
    mapfile -d '' text <"$here/env/rank-$rank.env" || return 0 # another check says so
    [[ ${text[0]-} == *$'\nexport CUDA_VISIBLE_DEVICES='* && ${text[0]} != *$'\nexport CUDA_VISIBLE_DEVICES='\''MIG-'* ]] || continue
    [[ ${text[0]} =~ $'\n'"export RANKPLAN_GPU='"([0-9,]+)"'" ]] || continue
    for index in ${BASH_REMATCH[1]//,/ }; do wanted[$index]=yes; done
  done
} 2>/dev/null

# Without planned UUIDs, whether there are so many.
check_gpu_numbers() { # node
  local index missing=()
  for index in "${!wanted[@]}"; do
    find_uuid "$index"
    [[ -n $found_uuid ]] || missing+=("$index")
  done
  ((${#missing[@]} == 0)) ||
    refuse "$1 has no GPU $(printf '%s\n' "${missing[@]}" | sort -n | tr '\n' ' ')(nvidia-smi -L): mend the topology (rankplan probe shows this host) or put the GPU back"
}

# Others take memory and time. A desktop holds less, as src/runtime/verify/find-foreign.ts has it.
check_idle_gpus() { # node
  local index used busy=''
  while IFS=', ' read -r index used; do
    [[ $index =~ ^[0-9]+$ && -n ${wanted[$index]-} && $used =~ ^[0-9]+$ ]] || continue
    ((used < 1024)) || busy+="${busy:+, }GPU $index ($used MiB)"
  done < <(nvidia-smi --query-gpu=index,memory.used --format=csv,noheader,nounits 2>/dev/null)
  [[ -z $busy ]] ||
    refuse "others use $busy of $1: wait for them, or end them (nvidia-smi shows who); --allow-busy if they may stay"
}

check_member_exec() {
  local brought=$here/lib/rankplan-exec-${BASH_VERSINFO[5]%%-*}
  find_exec
  [[ -n $exec_path || -e $brought ]] ||
    refuse "rankplan-exec is not here, and guards the ranks of several hosts: compile with --with-exec"
  { [[ -n $exec_path ]] && can_launch; } ||
    refuse "${exec_path:-$brought} does not run on this host: is the copy damaged (--push mends it), or its file system mounted noexec?"
}

check_member_disk() {
  [[ -z $dry_run || -w $here/runs || (! -e $here/runs && -w $here) ]] || refuse "$here/runs cannot be written: logs are kept there"
  [[ -n $dry_run ]] || make_run_dir
  [[ -n $dry_run ]] || { printf '%4096s' '' >|"$run_dir/.room-${ranks[0]}" && rm -f -- "$run_dir/.room-${ranks[0]}"; } 2>/dev/null ||
    refuse "$run_dir cannot be written: is the disk full?"
}

tell_ready() {
  local clock free=0 _ rest=()
  printf -v clock '%(%s)T' -1
  # shellcheck disable=SC2034 # only the fourth field counts
  { read -r _ && read -r _ _ _ free _; } < <(df -Pk -- "$here" 2>/dev/null)
  run_dir=$here/runs/${RANKPLAN_RUN_ID-}
  [[ $this_node == "$master" && $port != auto ]] || port=0
  identify_machine
  printf '{"event":"ready","clock":%d,"free":%d,"port":%d,"machine":"%s"}\n' "$clock" "${free:-0}" "$port" "$machine" >&"$events_fd"
}

# Which machine, or which container of it, this is. Only ranks with GPUs must have one to themselves.
identify_machine() { # sets machine
  local text boot='' kind
  machine=''
  mapfile -d '' text <"$here/env/rank-${ranks[0]}.env"
  [[ -n $identify_wanted && ${text[0]} == *$'\n'"export RANKPLAN_GPU='"[0-9]* ]] || return 0
  read -r boot </proc/sys/kernel/random/boot_id || return 0
  for kind in net pid uts; do machine+=-$(readlink "/proc/self/ns/$kind"); done
  machine=$boot$machine
} 2>/dev/null

# The heart of the launcher beats while others make their checks.
await_start() { # sets port
  local order=''
  while [[ $order != g ]]; do
    IFS= read -rN 1 -t "$patience" -u "$orders_fd" order && [[ $order == [.g] ]] || exit 78
  done
  IFS= read -r -t "$patience" -u "$orders_fd" port || exit 78
}

tell_event() { # name, subject
  local subject=$2 code character
  subject=${subject//\\/\\\\}
  subject=${subject//\"/\\\"}
  for code in 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 1b; do
    printf -v character '%b' "\\x$code"
    subject=${subject//"$character"/\\u00$code}
  done
  printf '{"event":"%s","subject":"%s"}\n' "$1" "$subject" >&"$events_fd"
}
