// What time it is, in milliseconds.
#pragma once

#include <time.h>

static inline long long read_clock_ms(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

/** The time of a clock that is never set. */
static inline long long now_ms(void) { return read_clock_ms(CLOCK_MONOTONIC); }

/** The time of the clock that machines have more or less in common. */
static inline long long wall_ms(void) { return read_clock_ms(CLOCK_REALTIME); }
