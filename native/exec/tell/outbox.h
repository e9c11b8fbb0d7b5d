// The way to the launcher. The guard never waits for its reader: events wait here. Its helpers have a pipe to
// the guard, and wait for that.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "event.h"

/** Sets the output of this process. `waits`: each line is written by one call, which waits. */
void open_outbox(int descriptor, bool waits);

void tell(struct event event);

/** Sends the event; a long text is divided over as many events as it needs, at least one. */
void tell_pieces(struct event event);

/** Sends complete lines without a change. */
void pass_lines(const char *lines, size_t length);

/** Writes as much as its reader takes without waiting, always complete lines. */
void empty_outbox(void);

/** The number of bytes that wait. */
size_t measure_outbox(void);

/** Whether its reader is gone: all later output is lost. */
bool is_outbox_broken(void);

/** How long the reader has taken nothing although lines wait; 0 while nothing waits. */
long long measure_stall(void);
