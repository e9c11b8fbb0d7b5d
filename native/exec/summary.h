// What became of all ranks, in words for people.
#pragma once

#include "last-lines.h"
#include "rank.h"

enum { SUMMARY_SIZE = 512 };

/** `ended well in 2.1 s`, `ended after 2.1 s: 1 failed, 3 ended by launch.sh`; `name` is that of the program. */
void word_summary(const struct rank *ranks, size_t count, long long ms, const char *name, char words[SUMMARY_SIZE]);

/** `rank 2`, `ranks 0, 2`: those that came to this end, of many the first ones. Their number. */
size_t word_ranks(const struct rank *ranks, size_t count, enum rank_end end, char words[SUMMARY_SIZE]);

/** The last line that a rank wrote: one that failed on stderr, any other in the log that it wrote last. May be none. */
void read_last_line(const struct rank *rank, struct last_lines *last);
