// Between a launcher and hosts that are reached from this one: transports that the launcher starts and speaks through
// frames. What they say means nothing here.
#pragma once

#include "options.h"

/** Until the launcher has closed its end, or was silent for options->patience_ms, and no transport is left. */
int relay_frames(const struct options *options);
