// Signals as something to read.
#pragma once

#include <stddef.h>

/**
 * From now on these are read from the signalfd that it returns (negative: errno says why not), all others have their
 * defaults. Those of a dead launcher's pipe mean nothing, nor does what was ignored.
 */
int catch_signals(const int *numbers, size_t count);

/** Stops this process as a TSTP that was caught asks for, until a CONT comes. */
void stop_this_process(void);
