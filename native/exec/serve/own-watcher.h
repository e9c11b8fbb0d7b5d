// The guard's own guard: its parent, to which everything falls that it does not take with it.
#pragma once

#include <signal.h>

#include "guard.h"

/** What the guard is sent when its watcher ends before it; no other process sends it. */
enum { WATCHER_GONE = SIGPWR };

/**
 * Forks. In the parent, the watcher, it returns the child's PID; in the child, which goes on as the guard in a session
 * of its own, 0. Where there cannot be another process, the guard goes on without watcher.
 */
pid_t begin_being_watched(struct guard_state *guard);

/**
 * Passes signals on to the guard, whose status it returns. If the guard is killed, the kernel kills the ranks, and
 * all that they had started is given to this process, which ends it, and says so. It goes by another name, so that who
 * kills by the guard's name, or by a word of its command line, does not kill both.
 */
int watch_over(struct guard_state *guard, pid_t pid, char **words);
