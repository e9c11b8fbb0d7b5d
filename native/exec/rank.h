// One rank: what it is started with, and what became of it.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { NO_MEMORY_NODE = -1, NO_LIMIT = -1, SUBJECT_SIZE = 512 };

/** Why a rank could not be started. */
struct failure {
  const char *step;  // NULL: it was
  int error;
  char subject[SUBJECT_SIZE];
};

/** What became of a rank: by itself, or after the guard began to end all of them. */
enum rank_end { NEVER_STARTED, STILL_RUNNING, ENDED_WELL, ENDED_BADLY, ENDED_BY_GUARD };

struct rank {
  int number;
  const char *directory;  // NULL: that of the guard
  const char *input;      // files; NULL: inherited
  const char *output;
  const char *errors;
  const char *steps;     // what it appends the times of its steps to; NULL: nothing
  const char *env_file;  // NULL: none
  const char *cpus;      // a list like 0-3,8; NULL: inherited
  int memory_node;       // where its memory should come from, or NO_MEMORY_NODE: from the node of `cpus`
  bool takes_any_memory;
  int open_files;  // the soft limit of their number, or NO_LIMIT: as it is
  bool strict;     // what only warns otherwise is an error
  char **changes;  // of the environment: NAME=VALUE sets, NAME unsets
  size_t change_count;
  char *const *command;  // ends with NULL
  char **words;          // of its request, which all this is made of
  pid_t pid;
  bool is_running;
  enum rank_end end;
  struct failure *failure;  // the rank writes here before it becomes its command
};
