# The last shell before srun, behind slurm.setup: `slurm.bash srun RUN-DIRECTORY COMPONENTS PROGRAM WORDS...`. What it
# keeps is named RANKPLAN_*, or is a parameter: no caller sets such a name.
become_program() {
  export RANKPLAN_RUN_DIR=$1
  [[ ! -e $1/in-setup ]] || /bin/rm -f -- "$1/in-setup"
  # Requests that srun would take from its environment, and that would move ranks or GPUs, or ask for what this job has
  # not: they are of the allocation, or of the step, inside which this job was submitted. A step that asks for nothing
  # has all that its job has.
  unset -v SLURM_BCAST SLURM_CONSTRAINT SLURM_CORE_SPEC SLURM_CPUS_PER_GPU SLURM_CPUS_PER_TASK SLURM_CPU_BIND \
    SLURM_DISTRIBUTION SLURM_DIST_PLANESIZE SLURM_EXACT SLURM_EXCLUSIVE SLURM_EXPORT_ENV SLURM_HINT SLURM_HOSTFILE \
    SLURM_IMMEDIATE SLURM_MULTI_PROG SLURM_NETWORK SLURM_NO_KILL SLURM_NPROCS SLURM_NTASKS SLURM_OVERCOMMIT \
    SLURM_OVERLAP SLURM_RELATIVE SLURM_REMOTE_CWD SLURM_RESV_PORTS SLURM_STDERRMODE SLURM_STDINMODE \
    SLURM_STDOUTMODE SLURM_TEST_EXEC SLURM_THREADS_PER_CORE SLURM_THREAD_SPEC SLURM_TIMELIMIT SLURM_USE_MIN_NODES \
    SLURM_WAIT SLURM_WHOLE SLURM_WORKING_DIR SLURM_GPUS "${!SLURM_GPUS_PER_@}" "${!SLURM_GPU_BIND@}" "${!SLURM_GRES@}" \
    "${!SLURM_MEM_@}" "${!SLURM_NTASKS_PER_@}" "${!SLURM_TRES_@}" "${!SRUN_@}"
  # In the environment may be those of another, heterogeneous job.
  for RANKPLAN_NAME in "${!SLURM_@}"; do
    case $2:$RANKPLAN_NAME in
      1:*_HET_GROUP_* | 1:*_PACK_GROUP_* | 1:SLURM_HET_SIZE | 1:SLURM_PACK_SIZE) unset -v "$RANKPLAN_NAME" ;;
    esac
  done
  shift 2
  # A shell that is not bash hands on no exported function, nor another variable whose name is none of a shell's. Where
  # there are such, bash reads what the tasks run.
  mapfile -d '' RANKPLAN_VARIABLES <"/proc/$$/environ"
  RANKPLAN_STARTER=(/bin/sh) RANKPLAN_WORDS=()
  for RANKPLAN_NAME in "${RANKPLAN_VARIABLES[@]}"; do
    [[ $RANKPLAN_NAME =~ ^[A-Za-z_][A-Za-z0-9_]*= ]] || RANKPLAN_STARTER=(/bin/bash -p)
  done
  for RANKPLAN_NAME; do
    [[ $RANKPLAN_NAME == /bin/sh ]] && RANKPLAN_WORDS+=("${RANKPLAN_STARTER[@]}") || RANKPLAN_WORDS+=("$RANKPLAN_NAME")
  done
  exec -- "${RANKPLAN_WORDS[@]}"
}
case ${1-} in srun) become_program "${@:2}" ;; esac
