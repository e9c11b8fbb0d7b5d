# launch.setup: a bash like any other runs the lines, its first parameter, and becomes the command, the other ones. The
# lines see no parameters, and what they export stays. There are the functions that the caller exported, since the lines
# may need them (`module`), and so maybe one named like a builtin that is used here: under POSIXLY_CORRECT no function
# hides `unset`. The second exec is for lines that return.
# shellcheck shell=bash
POSIXLY_CORRECT=1
\unset -f set eval exec
\set +efu +o pipefail +o posix
RANKPLAN_SETUP=$1 RANKPLAN_COMMAND=("${@:2}")
become_command() {
  eval "$RANKPLAN_SETUP"
  exec -- "${RANKPLAN_COMMAND[@]}"
}
become_command
exec -- "${RANKPLAN_COMMAND[@]}"
