// Watches over the ranks until nothing of them is left.
#pragma once

#include "options.h"

/**
 * Starts the ranks, ends all of them when one fails, a signal says so or the launcher dies, then whatever they left
 * behind. Returns the status of the first rank that failed (128 + its signal), 128 + the signal that ended the run, or
 * 0. That of a single rank is always its own.
 */
int guard_ranks(struct rank *ranks, size_t count, const struct options *options);
