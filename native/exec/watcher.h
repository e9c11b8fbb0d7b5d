// The guard's own guard: its parent, to which everything falls that it does not take with it.
#pragma once

#include <signal.h>
#include <sys/types.h>

#include "end-processes.h"

/** What the guard is sent when its watcher ends before it; nobody else sends it. */
enum { WATCHER_DIED = SIGPWR };

/**
 * Forks. In the parent, the watcher, it returns the child's PID; in the child, which goes on as the guard in a session
 * of its own, 0. Where there cannot be another process, the guard goes on without watcher.
 */
pid_t begin_watch(struct guard *guard);

/**
 * Passes signals on to the guard, whose status it returns. If somebody kills the guard, the kernel kills the ranks, and
 * all that they had started is given to this process, which ends it. It goes by another name, so that who kills by the
 * guard's name, or by a word of its command line, does not kill both.
 */
int watch_guard(struct guard *guard, pid_t pid, char **words);
