// The way of a guard through its phases.
#pragma once

#include "guard.h"

/** Starts what was requested. */
void begin_job(struct guard_state *guard);

/** Does what is due. */
void advance(struct guard_state *guard);

/** Until something is due, in milliseconds; negative: until something comes. */
int choose_wait(const struct guard_state *guard);
