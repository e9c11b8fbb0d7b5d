#pragma once

#include "options.h"

namespace rankplan::probe {

/**
 * Tells who uses the GPUs, at once and again for each line of stdin: a line of JSON on stdout, behind those of its
 * progress (core/progress.h). It ends with stdin.
 */
int watch(const Options &options);

/** Tells what the GPUs are, then who uses them, as `watch` does. Two lines of JSON, behind those of its progress. */
int discover_here(const Options &options);

}  // namespace rankplan::probe
