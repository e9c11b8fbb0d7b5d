// How a process becomes a rank.
#pragma once

#include "job.h"

/**
 * Starts the rank as the leader of a session of its own, and sets its `pid`. What it has to go on without it says to
 * `events`, a pipe; why it cannot go on, in its obstacle. 0, or errno of fork.
 */
int start_member(const struct job *job, size_t index, int events);
