// What ranks write, for the launcher. Who calls these is a process of its own: no reader and no file system can stall a
// rank or its guard.
#pragma once

#include "../ranks/job.h"

/** What a rank wrote, in the stream of events: the first byte of a line. A piece whose line goes on has GOES_ON added.
 */
enum mark { OUTPUT_MARK = 1, ERRORS_MARK = 2, GOES_ON = 2 };

/**
 * All that they write until something comes from `lifeline`, then the rest. A line of up to 64 KiB comes in pieces that
 * follow each other, the first after its label.
 */
void follow_logs(const struct job *job, int into, int lifeline);

/** Each second a `line` event for each rank that wrote more. */
void tell_last_lines(const struct job *job, int lifeline);

struct end_of_rank {
  const struct job *job;
  const struct member *member;
};

/** Tells the end of a rank's log and what it recorded; `argument` is an end_of_rank. */
void tell_end_of_rank(const void *argument);
