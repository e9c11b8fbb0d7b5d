# What job.sbatch calls: it checks what Slurm gave, starts the step, and tells how it ended. The same for every plan.
# The script sets `here`, the directory that rankplan compiled, sources this, says what is its plan's and calls run_job.
# shellcheck shell=bash disable=SC2034,SC2154 # set by the script, or used in other files
library=(check caller setup plan ports job allocation run-dir step srun health combined-log outcome task gpus apptainer pyxis topology)

# Variables that bash itself heeds are for ranks and setup lines.
set +efu +o pipefail +o posix
unset -v FUNCNEST TMOUT BASH_COMPAT
[[ $here == /* && $here != */. ]] || here=$(CDPATH='' cd -- "$here" && pwd)

# What a script does not say.
script=job.sbatch tasks=ranks nodes='' bind=name group_nodes=1
master='' address='' port=auto wrap=() command=() setup='' rank_setup='' workdir='' memory='' cpus_per_task='' task_env=''
restarts=0 requeues='' combined_log='' health_check=() container='' mounts=() image='' container_dir='' inside=''
run='' lines='' stop_reason='' report_fd=2 log_start=0
planned_lists=() node_names=() node_components=() node_ranks=() node_devices=() node_uuids=() node_cpus=()

component() { planned_lists+=("${1-}"); } # its nodes as Slurm will write them; nothing where the job binds them

place() { # node, ranks, GPUs that Slurm gives there, index=uuid of planned GPUs, CPUs of the ranks' GPUs; or -
  node_components+=($((${#planned_lists[@]} - 1)))
  node_names+=("$1") node_ranks+=("$2") node_devices+=("${3--}") node_uuids+=("${4--}") node_cpus+=("${5--}")
}

for part in check caller plan ports allocation run-dir step outcome; do
  # shellcheck source=/dev/null
  . "$here/lib/$part.bash" || {
    echo "$script: $here/lib/$part.bash is missing, or may not be read: copy the whole directory (cp -a), or compile again" >&2
    exit 78
  }
done

run_job() { # words of the caller
  [[ -n ${SLURM_JOB_ID-} ]] ||
    refuse 'this is no Slurm job: submit it with sbatch, or start it inside an allocation of salloc'
  read_environment
  name_job
  start_digests "${library[@]}"
  exec {edits_fd}< <(list_edits)
  check_step
  check_setup
  read_arguments "$@"
  bind_nodes
  enter_work_dir
  [[ -z $container ]] || choose_container
  check_digests || exit 78 # where check.bash was emptied there is no such function
  find_edit
  make_run_dir
  link_log
  choose_port
  catch_signals
  [[ -z $image ]] || check_image
  if ((${#health_check[@]} > 0)); then
    # shellcheck source=/dev/null
    . "$here/lib/health.bash"
    check_health
  fi
  run_step
  report_outcome
  [[ -z $requeues ]] || ((job_status != 0)) || resume_job
  ((job_status == 0)) || restart_job
  exit "$job_status"
}

# At what bash cannot read, a shell would end in the midst, with a status and words of its own.
check_setup() {
  check_lines slurm.setup "$setup"
  check_lines launch.setup "$rank_setup"
}

check_lines() { # key, lines
  local problem LC_ALL=C # a length in bytes
  [[ -n $2 ]] || return 0
  ((${#2} < 131072)) || refuse "the lines of $1 are more than the 128 KiB that a program takes as one word: source a file there"
  problem=$("$BASH" -pnc "$2" setup 2>&1) && return
  problem=${problem//setup: /}
  refuse "bash cannot read the lines of $1: mend them, and compile again
${problem//-c: /}"
}

read_arguments() {
  [[ ${1-} != -- ]] || shift
  ((${#command[@]} + $# > 0)) || refuse 'there is no command: the plan has none, so give it after the script'
  command=("${wrap[@]}" "${command[@]}" "$@")
  [[ ${command[0]} != -* ]] || refuse "the command would begin with '${command[0]}': give the program first"
}

enter_work_dir() {
  [[ $workdir == /* || ${SLURM_TASK_PID-} != "$$" ]] || check_start_dir
  CDPATH='' cd -- "${workdir:-.}" 2>/dev/null ||
    refuse "the working directory '$workdir' cannot be entered: make it, or change launch.workdir"
}

# Where this node lacks the job's directory, or the user may not enter it, Slurm starts this script in /tmp instead
# (22.05, 24.11 and 26.05).
check_start_dir() {
  local start_dir
  [[ . -ef /tmp ]] || return 0
  start_dir=$(scontrol show job "$job_name" 2>/dev/null | sed -n '/^ *WorkDir=/{s///p;q}')
  [[ . -ef $start_dir ]] ||
    refuse "the job's working directory '$start_dir' cannot be entered on ${SLURMD_NODENAME-this node}: it must be on a file system that all nodes share"
}

choose_container() { # sets inside: pyxis says where the tasks are to be; to Apptainer mounts and image are words
  local mount words=()
  if [[ $container == apptainer ]]; then
    for mount in "${mounts[@]}"; do words+=(--bind "$mount"); done
    command=("${words[@]}" "$image" "${command[@]}")
  else
    inside=$container_dir
    # shellcheck source=/dev/null
    . "$here/lib/pyxis.bash"
    choose_mounts
  fi
}

# Sets job_name. The last task of an array has the number of the array, by which Slurm means all of its tasks (22.05,
# 24.11 and 26.05). A job that is submitted inside another has what its environment says of arrays and restarts.
name_job() {
  local facts
  job_name=$SLURM_JOB_ID
  [[ -n ${SLURM_ARRAY_JOB_ID-}${SLURM_RESTART_COUNT-} ]] || return 0
  if facts=$(scontrol show job -o "$SLURM_JOB_ID" 2>/dev/null | grep "^JobId=$SLURM_JOB_ID "); then
    [[ $facts == *' ArrayJobId='* ]] || forget "${!SLURM_ARRAY_@}"
    [[ $facts == *" Restarts=${SLURM_RESTART_COUNT-} "* ]] || forget SLURM_RESTART_COUNT
  fi
  [[ -z ${SLURM_ARRAY_JOB_ID-} ]] || job_name=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID
}

forget() { # names of variables, here and for the ranks
  local name word kept
  for name in "$@"; do
    unset -v "$name"
    kept=()
    for word in "${environment[@]}"; do [[ $word == "$name="* ]] || kept+=("$word"); done
    environment=("${kept[@]}")
  done
}

run_step() {
  if [[ -n $combined_log ]]; then
    # shellcheck source=/dev/null
    . "$here/lib/combined-log.bash"
    measure_logs
  fi
  start_step
  [[ -z $combined_log ]] || start_follower
  await_step
  [[ -z $combined_log ]] || end_follower
}
