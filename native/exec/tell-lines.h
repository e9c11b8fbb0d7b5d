// The last lines of the ranks' logs, for a launcher that shows them.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "rank.h"

/** Each second a `line` event for each rank that wrote more, until the lifeline ends. */
void tell_lines(const struct rank *ranks, size_t count, int lifeline);
