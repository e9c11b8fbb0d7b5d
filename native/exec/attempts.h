// Ranks that start anew after a failure: when, with what, and where the logs of the attempt before are kept.
#pragma once

#include "end-processes.h"
#include "options.h"

/** Where restarts are allowed, ranks find which attempt is theirs. False if there is no memory. */
bool begin_attempts(struct guard *guard, const struct options *options);

/**
 * After an attempt that failed: whether there is another one. It is told why not; of a run that somebody ends he knows
 * it himself. What ended it is decided here only.
 */
bool may_restart(const struct guard *guard);

/** Keeps the logs, and gives all ranks the next attempt's number and a port of its own. False, and told, if it cannot.
 */
bool prepare_restart(struct guard *guard);
