// The way to the launcher. The guard never waits for its reader: events wait here. Its helpers have a pipe to
// the guard, and wait for that.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "event.h"

/** From now on, for this process. `waits`: each line is written by one call, which waits. */
void open_outbox(int descriptor, bool waits);

void tell(struct event event);

/** The text of this event, in as many of them as it takes; at least one. */
void tell_pieces(struct event event);

/** Whole lines, as they are. */
void pass_lines(const char *lines, size_t length);

/** Writes what its reader takes at once, whole lines each time. */
void empty_outbox(void);

/** How much waits. */
size_t measure_outbox(void);

/** Whether its reader is gone: all is lost from then on. */
bool is_outbox_broken(void);

/** How long nothing of what waits was taken; 0 while nothing waits. */
long long measure_stall(void);
