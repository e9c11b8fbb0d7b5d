// Signals as something to read, and children that end with this process.
#pragma once

#include <stddef.h>
#include <sys/types.h>

/**
 * From now on these are read from the signalfd that it returns (negative: errno says why not), all others have their
 * defaults. SIGPIPE is ignored: a dead launcher is no reason to end. What was ignored stays so.
 */
int catch_signals(const int *numbers, size_t count);

/** For a child: nothing is blocked or ignored, but a HUP that the caller of this program ignored. */
void reset_signals(void);

/** Forks. The child is killed when this process, which must have one thread, ends. */
pid_t fork_child(void);
