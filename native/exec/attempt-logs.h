// The logs of attempts that are over: RUN/attempt-0/rank-3.out. Those of the last attempt stay where they are written.
#pragma once

#include <limits.h>

#include "end-processes.h"

/** Where a log is kept after this attempt; false if that is no path. */
bool name_kept(const char *log, int attempt, char kept[PATH_MAX]);

/** Moves the logs of the guard's attempt. `words` is their folder; or what is wrong, and then it is false. */
bool keep_logs(const struct guard *guard, char words[PATH_MAX]);
