# slurm.container, by Apptainer: the rank's command runs in the container, and sees this directory and the one in which
# launch.setup has left it.
find_container() {
  command -v apptainer >/dev/null || command -v singularity >/dev/null ||
    refuse "there is no apptainer on the PATH of $RANKPLAN_HOST, in which slurm.container is to run: load its module in slurm.setup"
  check_mount "$RANKPLAN_HOME"
}
RANKPLAN_STEPS="$RANKPLAN_STEPS find_container"

check_mount() { # directory
  case $1 in *[,:]*) refuse "$1 cannot be mounted: apptainer takes no ',' and no ':' in a path" ;; esac
}

enter_container() { # contain, directory to mount, directory inside, [--bind MOUNT]... image, words
  RANKPLAN_REPORT_FD=2 RANKPLAN_MOUNT=$2 RANKPLAN_INSIDE=${3:-$PWD}
  shift 3
  check_mount "$PWD"
  set -- --pwd "$RANKPLAN_INSIDE" "$@"
  [ "$PWD" = / ] || set -- --bind "$PWD" "$@"
  set -- --bind "$RANKPLAN_MOUNT" "$@"
  [ -z "${ROCR_VISIBLE_DEVICES-}" ] || set -- --rocm "$@"
  [ -z "${CUDA_VISIBLE_DEVICES-}" ] || set -- --nv "$@"
  exec "$(command -v apptainer || command -v singularity)" exec "$@"
}

case ${1-} in contain) enter_container "$@" ;; esac
