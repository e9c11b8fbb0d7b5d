// What a launcher wants to run here: ranks, and what is the same for all of them.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { NO_OPEN_FILES = -1, NO_ATTEMPT = -1, MOST_RANKS = 8192 };

struct member {
  int number;
  const char *directory;  // NULL: that of the guard
  const char *output;     // files; NULL: nowhere
  const char *errors;
  const char *steps;   // what it appends the times of its steps to; NULL: nothing
  const char *cpus;    // a list like 0-3,8; NULL: inherited
  const char *memory;  // any: not that near its CPUs
  int open_files;      // the soft limit of their number, or NO_OPEN_FILES: as it is
  const char *label;   // before each of its lines, where they are shown
  char **changes;      // of the environment, its own: NAME=VALUE sets, NAME unsets
  size_t change_count;
  char *const *command;  // ends with NULL
  pid_t pid;
  bool is_running;
  int questions;  // requests for its end that are not answered yet
};

struct job {
  struct member *members;
  size_t count;
  struct member common;        // what each of them starts from; its changes come before their own
  char **words;                // the common ones, which the rest points into
  const char *logs;            // their folder; NULL: none
  const char *show;            // "all" that ranks write, or its last "lines", when there are new ones
  const char *sampler;         // the program that says who uses the GPUs; NULL: none
  const char *private_folder;  // for sockets of ranks, made and removed here; NULL: none
  const char *script;          // sitecustomize.py in it
  long grace_ms;               // from TERM to KILL
  int kept_attempt;            // that the logs in the folder are of, and are moved; or NO_ATTEMPT
};

/** NULL: no member has this number. */
struct member *find_member(const struct job *job, long number);

/**
 * All is text that ends with NUL: a number of words, and as many words, first those that are common, then those of each
 * rank. `body` must last. NULL, or what is wrong, until the next call.
 */
const char *parse_job(char *body, size_t size, struct job *job);

/**
 * NULL, or what is wrong with which word; the text lasts until the next call. `words` end with NULL. `member` is the
 * common one, or a rank, for which no option of all is allowed.
 */
const char *parse_words(char **words, struct member *member, struct job *job);

/** Whether it is a number that is not negative. */
bool parse_number(const char *text, long most, int *number);

/** Whether it is a number of seconds. They may have a fraction: tests have no time for whole ones. */
bool parse_seconds(const char *text, long *ms);

/**
 * Moves the logs of the attempt that was before: RUN/attempt-0/rank-3.out. Those of the last attempt stay where they
 * are written. NULL, or why it cannot; the text lasts until the next call.
 */
const char *keep_attempt(const struct job *job);

/** Makes the private folder, if one is wanted; a warning says if it cannot be made. */
void make_private_folder(const struct job *job);

void remove_private_folder(const struct job *job);

/**
 * Starts the rank as the leader of a session of its own, and sets its `pid`. What it has to go on without, or why it
 * cannot go on, it says to `events`, a pipe. 0, or errno of fork.
 */
int start_member(struct member *member, const struct job *job, int events);
