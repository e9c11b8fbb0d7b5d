#pragma once

#include "options.h"

namespace rankplan::probe {

/**
 * Reports who uses the GPUs, at once and again for each line of stdin: a line of JSON on stdout, after those of its
 * progress (core/progress.h). It ends with stdin.
 */
int watch(const Options &options);

/** Reports the GPUs, then who uses them, as `watch` does. Two lines of JSON, after those of its progress. */
int discover_here(const Options &options);

}  // namespace rankplan::probe
