# What every launch.sh does: its checks, then the ranks, through rankplan-exec where there is one, else by plain.bash.
# shellcheck shell=bash disable=SC2154,SC2034,SC2178,SC2119,SC2120 # the plan's values stand in launch.sh; other files use these
script=launch.sh
library=(check caller setup host plan ports gpus launch plain hosts spares push collect member detach usage)

# What bash heeds whoever sets it, and what launch.sh may leave out.
set +o posix
unset -v FUNCNEST TMOUT BASH_COMPAT RANKPLAN_SHELL wrap workdir bind memory slurm_only setup nodes report_fd remote remote_user remote_dir
wrap=() remote=() nodes=() bind=name setup=''
[[ $here == /* ]] || here=$PWD/${here#./} here=${here%/.}
for part in check caller host plan ports gpus plain hosts spares push collect member detach; do
  # shellcheck source=/dev/null
  . "$here/lib/$part.bash" 2>/dev/null ||
    { echo "$script: $here/lib/$part.bash cannot be read: copy the whole directory, or compile again" >&2 && exit 78; }
done

place() { nodes+=("$*"); }

launch() { # what launch.sh was called with
  trap 'exit 130' INT # untrapped, it would be lost while a check waits for a program that ends normally
  trap : USR1 USR2    # for the ranks: before there are any, for nobody
  [[ ${1-} != --relay ]] || become_relay "${2-}"
  [[ ${1-} == --member ]] || exec </dev/null {report_fd}>&2
  start_digests "${library[@]}"
  exec {listeners_fd}< <(list_listeners && printf '%s\n' "$listeners" 2>/dev/null) # the kernel is slow at it: meanwhile, for choose_port
  read_environment
  [[ ${1-} != --member ]] || launch_member
  read_arguments "$@"
  [[ -z ${slurm_only-} ]] || say "$slurm_only"
  [[ -z $collect_wanted ]] || collect_run
  [[ -z $all_wanted ]] || launch_all
  [[ -z $all_only ]] || refuse "$all_only is for --all: add that, or leave it out"
  bind_nodes
  choose_node
  resolve_master
  check_setup
  check_command
  check_gpus "$this_node" "$planned_gpus"
  choose_port
  check_digests || exit 78 # where check.bash was emptied there is no such function
  find_exec
  [[ -z $restarts_wanted ]] || check_restarts
  [[ -n $exec_path ]] || hash setsid 2>/dev/null ||
    refuse "neither rankplan-exec nor setsid is on PATH ($PATH): one of them starts the ranks"
  [[ -n $exec_path || -z $record_wanted ]] ||
    refuse "--record needs rankplan-exec, which is not on PATH: compile --with-exec puts it into lib/"
  [[ -z $detach_wanted ]] || check_detach
  [[ -n $exec_path && -z $dry_run ]] || check_env_files
  [[ -z $dry_run ]] || print_command_lines
  make_run_dir
  [[ -z $detach_wanted ]] || record_job "$this_node" "${#ranks[@]}"
  [[ -z $record_wanted ]] || record_plan
  [[ -z $exec_path ]] || become_exec
  start_plainly
}

# --- How it was called ----------------------------------------------------------------------------------------------

read_arguments() {
  node_wanted='' hosts_wanted='' port_wanted='' restarts_wanted='' tee_wanted='' detach_wanted='' record_wanted='' dry_run='' extra_words=()
  all_wanted='' push_wanted='' via_wanted='' fanout_wanted='' dir_wanted='' all_plan='' all_lib='' all_script='' cwd='' lifeline_wanted='' report_wanted='' attempt_wanted='' lines_wanted='' sample_wanted='' identify_wanted='' busy_allowed='' patience=4 timeout=30 all_only=''
  collects='' collect_wanted='' collect_hosts=() replacements=()
  while (($# > 0)); do
    case $1 in
      --node=* | --nodes=* | --port=* | --restarts=* | --fanout=* | --via=* | --dir=* | --patience=* | --timeout=* | --collect-run=*) set -- "${1%%=*}" "${1#*=}" "${@:2}" ;;
    esac
    case $1 in
      --push | --via | --dir | --fanout | --collect | --allow-busy | --patience | --timeout) all_only=$1 ;;&
      --node | --nodes | --port | --restarts | --fanout | --via | --dir | --patience | --timeout | --run-id | --all-plan | --all-lib | --all-script | --cwd | --lifeline | --report | --attempt | --replace | --collect-run | --collect-host) [[ -n ${2-} ]] || refuse "$1 needs a value: see --help" ;;&
      --node) node_wanted=$2 && shift ;;
      --nodes) hosts_wanted=$2 && shift ;;
      --port) port_wanted=$2 && shift ;;
      --restarts) restarts_wanted=$2 && shift ;;
      --all) all_wanted=yes ;;
      --push) push_wanted=yes ;;
      --via) via_wanted=$2 && shift ;;
      --fanout) fanout_wanted=$2 && shift ;;
      --dir) dir_wanted=${2#"~/"} && shift ;;
      --patience | --timeout) read_seconds "$1" "$2" && shift ;;
      --run-id) RANKPLAN_RUN_ID=$2 && shift ;;
      --all-plan) all_plan=$2 && shift ;;
      --all-lib) all_lib=$2 && shift ;;
      --all-script) all_script=$2 && shift ;;
      --cwd) cwd=$2 && shift ;;
      --lifeline) lifeline_wanted=$2 && shift ;;
      --attempt) attempt_wanted=$2 && shift ;;
      --report) report_wanted=$2 && shift ;;
      --replace) replacements+=("$2") && shift ;;
      --lines) lines_wanted=yes ;;
      --sample) sample_wanted=yes ;;
      --identify) identify_wanted=yes ;;
      --allow-busy) busy_allowed=yes ;;
      --collect) collects=yes ;;
      --collect-run) collect_wanted=$2 && shift ;;
      --collect-host) collect_hosts+=("$2") && shift ;;
      --tee) tee_wanted=yes ;;
      --detach) detach_wanted=yes tee_wanted=yes ;;
      --record) record_wanted=yes ;;
      --dry-run) dry_run=yes ;;
      --help) print_usage ;;
      --) extra_words=("${@:2}") && break ;;
      *) refuse "unexpected argument '$1': see --help; words for the ranks' command follow --" ;;
    esac
    shift
  done
}

read_seconds() { # option, its value
  [[ $2 =~ ^[0-9]{1,5}(\.[0-9]{1,3})?$ && $2 != 0 ]] || refuse "$1 '$2' is not a number of seconds above 0"
  [[ $1 != --patience || $2 != [01] && $2 != [01].* ]] || refuse "$1 '$2' is too short: hosts are asked once a second, so give 2 or more"
  printf -v "${1#--}" '%s' "$2"
}

print_usage() { # what launch.sh is, as its second line says, then lib/usage.bash, which has nothing but comments
  local line text=''
  { read -r _ && IFS= read -r line; } <"$here/launch.sh"
  text=${line#'# '}$'\n'
  while IFS= read -r line; do
    line=${line#'#'}
    text+=${line# }$'\n'
  done <"$here/lib/usage.bash"
  print_all "$text"
}

print_all() { # the whole output
  printf '%s' "$1" 2>/dev/null || refuse "standard output cannot be written: is the disk full?"
  exit 0
}

# Under `bind: job` the plan's nodes are slots: from here on the hosts of --nodes are their addresses.
bind_nodes() {
  local hosts index host IFS=,
  local -A seen=()
  bound=()
  if [[ $bind == name ]]; then
    [[ -z $hosts_wanted ]] ||
      refuse "--nodes is for a \`bind: job\` plan and this plan names machines: leave it out"
    return
  fi
  # One node needs no binding: it is wherever launch.sh is called.
  [[ -n $hosts_wanted || ${#nodes[@]} -gt 1 ]] || hosts_wanted=localhost
  [[ -n $hosts_wanted ]] || refuse "this plan is bound when it starts: give its ${#nodes[@]} machines with --nodes"
  [[ $hosts_wanted =~ ^[A-Za-z0-9:][A-Za-z0-9._:-]*(,[A-Za-z0-9:][A-Za-z0-9._:-]*)*$ ]] ||
    refuse "--nodes '$hosts_wanted' is not a list of hosts like h1,h2"
  # shellcheck disable=SC2206 # to be split, at the commas
  hosts=($hosts_wanted)
  ((${#hosts[@]} == ${#nodes[@]})) || [[ -n $all_wanted$all_plan && ${#hosts[@]} -gt ${#nodes[@]} ]] ||
    refuse "--nodes names ${#hosts[@]} hosts for ${#nodes[@]} nodes: give one for each"
  for index in "${!hosts[@]}"; do
    host=${hosts[index]}
    [[ -z ${seen[$host]-} ]] || refuse "--nodes names $host twice: each node needs its own machine"
    seen[$host]=yes
    ((index < ${#nodes[@]})) || { spare "$host" "$host" "0-$((${#nodes[@]} - 1))" - same && continue; }
    [[ ${nodes[index]%% *} != "$master" ]] || address=$host
    nodes[index]="${nodes[index]%% *} $host ${nodes[index]#* - }"
  done
  bound=("RANKPLAN_MASTER_ADDR=$address")
}

# --- Which node this is ---------------------------------------------------------------------------------------------

choose_node() { # sets this_node, node_host, ranks, planned_gpus and planned_cpus
  local node names=() match='' fields IFS=' '
  read_host_name
  for node in "${nodes[@]}"; do
    is_chosen "$node" && names+=("${node%% *}") && match=$node
  done
  if ((${#names[@]} == 0)); then
    [[ -z $node_wanted ]] || refuse "the plan maps no rank to '$node_wanted': --node takes one of $(list_nodes)"
    refuse "this host, $host_name, is not in the plan: use one of $(list_nodes), or say which it is with --node"
  fi
  ((${#names[@]} == 1)) || refuse "this host is several nodes of the plan: choose with --node one of ${names[*]}"
  # shellcheck disable=SC2206 # to be split, at the blanks
  fields=($match)
  this_node=${fields[0]} node_host=${fields[1]} rank_ranges=${fields[2]} planned_gpus=${fields[3]-} planned_cpus=${fields[4]-}
  [[ $planned_gpus != - ]] || planned_gpus=''
  expand_ranks "$rank_ranges"
}

is_chosen() { # an entry of nodes
  local name=${1%% *} rest=${1#* }
  if [[ -n $node_wanted ]]; then
    [[ $name == "$node_wanted" ]] || [[ $bind == job && ${rest%% *} == "$node_wanted" ]]
  else
    is_this_host "${rest%% *}" || { [[ $bind == name ]] && is_this_host "$name"; }
  fi
}

list_nodes() {
  local shown=("${nodes[@]:0:8}")
  printf '%s' "${shown[*]%% *}"
  ((${#nodes[@]} <= 8)) || printf ' and %d more' $((${#nodes[@]} - 8))
}

# --- What is checked before the first rank starts -------------------------------------------------------------------

read_port() { # sets port
  [[ -n $port_wanted ]] || return 0
  port=0
  [[ ! $port_wanted =~ ^[0-9]{1,5}$ ]] || port=$((10#$port_wanted))
  ((port >= 1 && port <= 65535)) || refuse "--port '$port_wanted' is not a port: give a number from 1 to 65535"
}

choose_port() { # sets port
  local holder
  read_port
  if [[ $port == auto && ${#nodes[@]} -gt 1 && -z $all_plan ]]; then # of several hosts rank 0's chooses for all
    refuse "the plan leaves the port open and has ${#nodes[@]} nodes: give the same --port on each, or start them with --all"
  fi
  [[ $this_node != "$master" ]] || IFS= read -r listeners <&"$listeners_fd"
  exec {listeners_fd}<&-
  [[ $this_node == "$master" ]] || return 0
  if [[ $port == auto ]]; then
    pick_free_port "$RANDOM"
  elif is_taken "$port"; then
    describe_holder "$port"
    refuse "port $port is taken on this host, rank 0's$holder: stop that program or choose another --port"
  fi
}

resolve_master() {
  [[ $address != localhost && $address != *:* && ! $address =~ ^[0-9]+(\.[0-9]+){3}$ ]] || return
  type -P getent >/dev/null || return
  getent ahosts "$address" >/dev/null ||
    refuse "the master address '$address' does not resolve on this host: mend it, or the name service"
}

# Each rank's shell would end in the midst of launch.setup.
check_setup() { # sets command_line: from here on all before the words of the command
  local problem text
  command_line=()
  [[ -n $setup ]] || return
  problem=$("$BASH" -pnc "$setup" launch.setup 2>&1) ||
    refuse "bash cannot read the lines of launch.setup: mend them, and compile again
$problem"
  mapfile -d '' text <"$here/lib/setup.bash"
  command_line=("$BASH" -c "${text[0]}" launch.setup "$setup")
}

# What runs may be found only by the shell that setup has prepared: then it is exec that complains, with status 127.
check_command() { # sets shown_words, the command as people know it, and command_line
  shown_words=("${wrap[@]}" "${command[@]}" "${extra_words[@]}")
  ((${#command[@]} + ${#extra_words[@]} > 0)) ||
    refuse "there is no command: the plan has none, so give it after --"
  CDPATH='' cd -- "${workdir:-.}" ||
    refuse "the working directory '$workdir' cannot be entered: make it, or change launch.workdir"
  [[ -n $setup || ${shown_words[0]} != */* || -x ${shown_words[0]} ]] ||
    refuse "'${shown_words[0]}' is not a command on this host, seen from $PWD: copy it there, and make it executable"
  [[ -n $setup ]] || plans_path || type -P -- "${shown_words[0]}" >/dev/null ||
    refuse "'${shown_words[0]}' is not a command on this host: check PATH ($PATH)"
  command_line+=("${shown_words[@]}")
} 2>/dev/null

plans_path() { # whether the env files set PATH
  local text
  mapfile -d '' text <"$here/env/rank-${ranks[0]}.env"
  [[ ${text[0]-} == *$'\n'"export PATH="* ]]
}

check_restarts() {
  if [[ ! $restarts_wanted =~ ^[0-9]{1,4}$ ]] || ((10#$restarts_wanted > 1000)); then
    refuse "--restarts '$restarts_wanted' is not a number of restarts: give one from 0 to 1000"
  fi
  ((10#$restarts_wanted > 0)) || return 0
  [[ -n $all_wanted ]] || ((${#nodes[@]} == 1)) ||
    refuse "--restarts starts all ranks of a plan anew, and this one's are on ${#nodes[@]} machines: give --all, too, or leave it out"
  [[ -n $exec_path ]] ||
    refuse "--restarts needs rankplan-exec: put it on PATH, name it with RANKPLAN_EXEC, or compile again with --with-exec"
}

check_env_files() {
  local rank file text
  for rank in "${ranks[@]}"; do
    file=$here/env/rank-$rank.env
    [[ -r $file ]] || refuse "$file cannot be read: copy the whole output directory, or compile again"
    mapfile -d '' text <"$file" # three times as fast as read
    [[ ${text[0]-} == *$'\n'"export RANKPLAN_PLAN='$plan"* && ${text[0]-} == *$'\n'"export RANKPLAN_RANK='$rank'"$'\n'* ]] ||
      refuse "$file is not of this plan (${plan:0:12}): compile again, or copy the whole output directory"
  done
}

print_command_lines() {
  local rank place words lines=''
  printf -v words ' %q' "${shown_words[@]}"
  for rank in "${ranks[@]}"; do
    find_place "$rank"
    lines+="rank $rank ($place):$words"$'\n'
  done
  print_all "$lines"
}

find_place() { # rank; sets place
  local text list='' devices
  mapfile -d '' text <"$here/env/rank-$1.env"
  [[ ${text[0]} != *$'\n'"export RANKPLAN_GPU='"[0-9]* ]] || {
    text=${text[0]#*$'\n'"export RANKPLAN_GPU='"}
    list=${text%%\'*}
  }
  name_devices "$list"
  place="$this_node, $devices"
}

make_run_dir() { # sets run_dir
  local run_id=${RANKPLAN_RUN_ID-}
  if [[ -z $run_id ]]; then
    printf -v run_id '%(%Y%m%d-%H%M%S)T-%s-%s' -1 "${host_name%%.*}" $$
    run_dir=$here/runs/$run_id
    [[ -d $here/runs ]] || mkdir -p -- "$here/runs" 2>/dev/null
    mkdir -- "$run_dir" 2>/dev/null || refuse_run_dir
  else
    # Nodes that share the directory share a chosen id; the first log says whether this node's ranks had it before.
    [[ $run_id =~ ^[A-Za-z0-9][A-Za-z0-9._-]*$ ]] ||
      refuse "RANKPLAN_RUN_ID '$run_id' is not a name of letters, digits, ._-"
    run_dir=$here/runs/$run_id
    { mkdir -p -- "$run_dir" && { [[ -n $attempt_wanted ]] || (set -C && : >"$run_dir/rank-${ranks[0]}.out"); }; } 2>/dev/null ||
      refuse_run_dir "rank-${ranks[0]}.out"
  fi
  ((${#bound[@]} == 0)) || record_binding >|"$run_dir/bound.json"
}

refuse_run_dir() { # what it has when it has a run
  type -P mkdir >/dev/null || refuse "$run_dir cannot be made: mkdir is not on PATH ($PATH)"
  [[ ! -e $run_dir/${1-} || -z ${1-} ]] || refuse "$run_dir has a run already: choose another RANKPLAN_RUN_ID"
  refuse "$run_dir cannot be made: is the output directory writable, and the disk not full?"
}

record_binding() {
  local node host words=()
  for node in "${nodes[@]}"; do
    host=${node#* } host=${host%% *} node=${node%% *}
    [[ $bind == job ]] || host=${replaced[$node]:-$node}
    words+=("$node" "$host" '')
  done
  render_binding "${words[@]}"
}

# What was run: `rankplan rescore` tells by it which GPU a rank was on.
record_plan() {
  local text
  if ! mapfile -d '' text <"$here/plan.json" 2>/dev/null || ! printf '%s' "${text[0]}" >|"$run_dir/plan.json"; then
    refuse "$run_dir/plan.json cannot be written: is the disk full?"
  fi
}

# --- rankplan-exec --------------------------------------------------------------------------------------------------

find_exec() { # sets exec_path, empty where there is none
  exec_path=${RANKPLAN_EXEC-}
  if [[ -n $exec_path ]]; then
    [[ $exec_path == /* ]] || exec_path=$OLDPWD/$exec_path
    can_launch || refuse "RANKPLAN_EXEC, $exec_path, is not a rankplan-exec for this script: mend it, or unset it to do without"
    return
  fi
  exec_path=$here/lib/rankplan-exec-${BASH_VERSINFO[5]%%-*}
  [[ ! -x $exec_path ]] || return 0
  exec_path=$(type -P rankplan-exec) || return 0
  can_launch && return
  say "warning: $exec_path is not for this script, which does without it"
  exec_path=''
}

can_launch() { [[ $("$exec_path" --protocol 1 --launch . --version) == rankplan-exec,* ]]; } 2>/dev/null

become_exec() { # more options
  local words=("$@") entry IFS=';'
  for entry in $planned_cpus; do words+=(--cpus "$entry"); done
  [[ $memory != any ]] || words+=(--memory any)
  [[ -z $tee_wanted ]] || words+=(--tee)
  [[ -z $record_wanted ]] || words+=(--record)
  [[ -z $detach_wanted ]] || words+=(--detach "$run_dir")
  [[ -z $restarts_wanted ]] || words+=(--restarts "$((10#$restarts_wanted))")
  [[ -z $attempt_wanted ]] || words+=(--attempt "$attempt_wanted")
  [[ $bind == name || -z $all_plan ]] || words+=(--machine "$node_host")
  words+=(--set "MASTER_PORT=$port" --set "RANKPLAN_RUN_DIR=$run_dir")
  for entry in "${bound[@]}"; do words+=(--set "$entry"); done
  trap - INT USR1 USR2
  exec 2>&"$report_fd" {report_fd}>&-
  become -- "$exec_path" --protocol 1 --launch "$here" --ranks "$rank_ranges" --plan "$plan" --logs "$run_dir" \
    --name launch.sh --grace "$grace" "${words[@]}" -- "${command_line[@]}"
}
