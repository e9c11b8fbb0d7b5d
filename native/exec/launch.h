// The ranks of a compiled plan that `launch.sh` hands over.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "rank.h"

struct launch_cpus {
  const char *ranks;
  size_t length;  // of what is before the colon
  const char *cpus;
};

struct launch {
  const char *directory;  // of the compiled plan; NULL: this is no launch
  const char *ranks;      // a list like 0-3,8
  const char *plan;       // the digest of plan.json, or how it begins
  const char *logs;       // a folder that is there; also told by who describes the ranks himself
  bool records;           // ranks may write the times of their steps into that folder
  struct launch_cpus *cpus;
  size_t cpus_count;
};

/** Whether the option is one of a launch; then `found` is what is wrong with its value. */
bool take_launch_option(const char *name, const char *value, struct launch *launch, const char **found);

/**
 * Makes the ranks, each from `common`, and reads all their env files. NULL, or what is wrong: then none may be started.
 */
const char *prepare_launch(const struct launch *launch, const struct rank *common, struct rank **ranks, size_t *count);
