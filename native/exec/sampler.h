// A process that tells who uses the GPUs (rankplan-probe --watch), for a launcher on another machine.
#pragma once

#include <stdbool.h>
#include <sys/types.h>

struct sampler {
  pid_t pid;      // 0: none, or it has ended
  int status;     // as a shell has it; of one that has ended
  int questions;  // negative: it is asked no more
  int answers;    // negative: all was read
};

extern const struct sampler NO_SAMPLER;

/**
 * Starts it, and waits a while for its first answer: what was on the GPUs before the ranks. `folder` is that of the
 * run. An answer goes to the launcher as `sample` events, in parts; so does that there is none.
 */
void start_sampler(struct sampler *sampler, const char *program, const char *folder);

/** Never blocks: what it is asked while it answers is one question. */
void ask_sampler(const struct sampler *sampler);

/** Passes on what it wrote, or that it has ended. */
void read_sampler(struct sampler *sampler);

/** It was waited for. */
void note_sampler_end(struct sampler *sampler, int status);

/** It is not waited for: a driver may hold it for ever. */
void dismiss_sampler(struct sampler *sampler);
