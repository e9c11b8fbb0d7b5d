# --- A task ---------------------------------------------------------------------------------------------------------
# Any shell that has `local` reads this; a small one starts quickest, and a node runs it once for each rank. What it keeps
# is named RANKPLAN_*: no topology and no caller sets such a name.

begin_task() { # how it is called before its place is known
  RANKPLAN_HOST=${SLURMD_NODENAME-} RANKPLAN_STOPPED='' RANKPLAN_PART=$1 RANKPLAN_HERE='' RANKPLAN_CHILD='' RANKPLAN_EARLY=''
  RANKPLAN_FAILURE=$RANKPLAN_RUN_DIR/failure
  trap 'end_task "$?"' EXIT
  trap 'RANKPLAN_STOPPED=yes; pass_on TERM' TERM
  for RANKPLAN_NAME in HUP INT QUIT USR1 USR2; do trap "pass_on $RANKPLAN_NAME" "$RANKPLAN_NAME"; done
}

pass_on() { # signal
  RANKPLAN_CAUGHT=yes
  [ -n "$RANKPLAN_CHILD" ] || RANKPLAN_EARLY="$RANKPLAN_EARLY $1" # run_child passes it on
  [ -z "$RANKPLAN_CHILD" ] || relay "$1"
}

# Under proctrack/cgroup, Slurm's default, signals come to this shell alone. It passes them on, so it waits: no shell heeds
# a signal before a command in the foreground has ended. Elsewhere Slurm signals the command, too, which keeps the
# foreground.
run_child() { # function, words; its status
  [ -n "$RANKPLAN_RELAYS" ] || { ("$@"); return; }
  (trap - INT QUIT && "$@") &
  RANKPLAN_CHILD=$!
  for RANKPLAN_NAME in $RANKPLAN_EARLY; do relay "$RANKPLAN_NAME"; done
  while RANKPLAN_CAUGHT='' && wait "$RANKPLAN_CHILD"; RANKPLAN_STATUS=$? && [ -n "$RANKPLAN_CAUGHT" ]; do
    kill -0 "$RANKPLAN_CHILD" 2>/dev/null || break
  done
  # bash may have seen its end before it was waited for; where its status was read, a small shell knows it no more.
  wait "$RANKPLAN_CHILD" 2>/dev/null
  set -- "$?"
  [ "$1" = 127 ] || RANKPLAN_STATUS=$1
  return "$RANKPLAN_STATUS"
}

refuse_run_dir() {
  [ ! -e "$RANKPLAN_RUN_DIR/tasks" ] ||
    refuse "$RANKPLAN_RUN_DIR/tasks may not be read on $RANKPLAN_HOST by $(id -un): change its permissions"
  refuse "$RANKPLAN_RUN_DIR is not on $RANKPLAN_HOST: it must be on a file system that all nodes share"
}

open_logs() { # stderr, and 3 for stdout
  command exec 3>>"$RANKPLAN_RUN_DIR/$RANKPLAN_PART.out" 2>>"$RANKPLAN_RUN_DIR/$RANKPLAN_PART.err" ||
    refuse "$RANKPLAN_RUN_DIR/$RANKPLAN_PART.err cannot be written on $RANKPLAN_HOST: is the disk full?"
}

# The first to make the file is the first that failed. Slurm signals a command and this shell one after the other: where
# the command has ended of TERM, this shell's own may still be on its way, and ends the sleep.
end_task() { # status
  [ "$1" != 143 ] || [ -n "$RANKPLAN_STOPPED" ] || sleep 0.5
  [ "$1" != 0 ] && [ -z "$RANKPLAN_STOPPED" ] || return 0
  # A TERM that another rank's failure brings must not end it between making the file and writing it.
  (trap '' TERM && set -C && printf '%s %s %s\n' "$RANKPLAN_PART" "$1" "$RANKPLAN_HOST" >"$RANKPLAN_FAILURE") 2>/dev/null
}

# At a file that is not there, or that is cut in the middle of a word, some shells end, and others go on.
source_env_file() { # rank
  unset RANK RANKPLAN_NODE RANKPLAN_PROCESS
  trap refuse_env_file EXIT
  . "$RANKPLAN_DIR/env/$RANKPLAN_UNIT-$1.env" 2>/dev/null || exit
  [ "${RANKPLAN_PROCESS-${RANK-}} ${RANKPLAN_NODE-}" = "$1 $RANKPLAN_HERE" ] || exit
  trap - EXIT
}

refuse_env_file() {
  trap - EXIT
  refuse "$RANKPLAN_DIR/env, where $RANKPLAN_HOST looks for what $RANKPLAN_PART finds, is not that of the job's first node:" \
    'copy the whole directory (cp -a), or compile again'
}

# The port is this job's by arithmetic only: another program may listen there (0A).
check_port() { # port, whose, what to change
  local hex_port=''
  hex_port=$(printf '%04X' "$1")
  ! grep -qs "^ *[0-9]*: [0-9A-F]*:$hex_port [0-9A-F:]* 0A " /proc/net/tcp /proc/net/tcp6 ||
    refuse "port $1 is taken on $RANKPLAN_HOST, $2: submit again, or $3"
}

# The job is in launch.workdir, or where it was submitted. A folder that a node lacks, Slurm replaces by /tmp. Under
# slurm.container.workdir pyxis has chosen: that may be /tmp.
enter_work_dir() {
  [ -z "$RANKPLAN_INSIDE" ] || return 0
  if [ -n "$RANKPLAN_PLANNED_DIR" ] || { [ . -ef /tmp ] && ! [ . -ef "$RANKPLAN_WORK_DIR" ]; }; then
    CDPATH='' cd -- "$RANKPLAN_WORK_DIR" 2>/dev/null ||
      refuse "$RANKPLAN_WORK_DIR cannot be entered on $RANKPLAN_HOST: it must be on a file system that all nodes share"
  fi
}

give_place() {
  export RANKPLAN_PLAN
  [ -z "$RANKPLAN_CPUS_PER_TASK" ] || export SLURM_CPUS_PER_TASK="$RANKPLAN_CPUS_PER_TASK"
  for RANKPLAN_STEP in $RANKPLAN_STEPS; do "$RANKPLAN_STEP"; done
}

# launch.setup is run in a bash like any other, which then becomes the command.
become_command() { # words
  set -- ${RANKPLAN_BINDER-} "$@"
  [ -z "$RANKPLAN_SETUP" ] || set -- /bin/bash -c "$RANKPLAN_SETUP_SHELL" launch.setup "$RANKPLAN_SETUP" "$@"
  # A command in the background ignores INT and QUIT, which bash has undone, and env can since coreutils 8.31.
  [ -z "$RANKPLAN_RELAYS" ] || [ -n "${BASH_VERSION-}" ] || ! env --default-signal=INT,QUIT >/dev/null 2>&1 ||
    set -- env --default-signal=INT,QUIT "$@"
  exec "$@"
}
