#
# Usage: launch.sh [--node NAME] [--nodes HOST,...] [--port N] [--restarts N] [--tee] [--record] [--dry-run] [--help]
#                  [-- ARGS...]
#
#   --node NAME       which node of the plan this host is, where several match
#   --nodes HOST,...  the machines of a `bind: job` plan, in the order of its nodes; with --all more of them are spares
#   --port N          the master port, in place of the plan's
#   --restarts N      after a failure start all ranks anew, up to N times; needs rankplan-exec
#   --all             start the ranks of all hosts from here; this directory must lie on each (--dry-run: only check)
#   --via 'CMD ...'   how others are reached, instead of ssh: as CMD HOST COMMAND
#   --dir DIR         where this directory lies on the others, if not here; ssh takes it relative to the home there
#   --push            with --all: copy this directory to the hosts that have another, or none; their logs stay
#   --allow-busy      with --all: start although others hold a GiB or more of a planned GPU
#   --collect         with --all: bring each host's logs to runs/<id>/hosts/HOST here when the job has ended
#   --collect-run ID  start nothing: bring the logs of a run that is over, with --via, --dir and --nodes as it had
#   --fanout N        with --all: more hosts than N are reached through some of them, which can reach the others
#   --timeout S, --patience S  within which hosts must be ready (30), and how long one may be silent (4)
#   --detach          when the ranks were started go on without this terminal (with --tee, into launch.log of the run's
#                     folder, which is printed: `rankplan status`, `attach` and `stop` take it); needs rankplan-exec
#   --tee             show the ranks' output too, each line behind its rank
#   --record          keep the step times that ranks report (RANKPLAN_STEPS_FD), for `rankplan rescore`
#   --dry-run         make every check, print the command lines, start nothing
#   -- ARGS...        words to append to the plan's command; where it has none, the command
#
# Logs: runs/<id>/rank-N.out and .err beside this script (before a restart: attempt-0/ there); RANKPLAN_RUN_ID chooses the id.
# Status: that of the first rank that failed (128 + its signal); 78: refused; 129, 130, 131, 143: ended by HUP, INT, QUIT,
# TERM. USR1 and USR2 are passed on to the ranks.
# With rankplan-exec (RANKPLAN_EXEC, in lib/ or on the PATH) nothing that a rank starts is left; without: lib/plain.bash.
