#include "job.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROBLEM_SIZE = 256, MS = 1000, MOST_SECONDS = 86400, MOST_ATTEMPTS = 100000 };

static char problem[PROBLEM_SIZE];

static const char *complain(const char *word, const char *what) {
  snprintf(problem, sizeof problem, "%.200s: %s", word, what);
  return problem;
}

static const char *parse_number(const char *option, const char *text, long most, int *number) {
  char *end = NULL;
  errno = 0;
  const long value = strtol(text, &end, 10);
  const bool is_good = errno == 0 && *text >= '0' && *text <= '9' && *end == '\0' && value <= most;
  if (!is_good) return complain(option, "needs a number that is not negative");
  *number = (int)value;
  return NULL;
}

const char *parse_seconds(const char *option, const char *text, long *ms) {
  char *end = NULL;
  const double seconds = strtod(text, &end);
  const bool is_good = end != text && *end == '\0' && seconds >= 0 && seconds <= MOST_SECONDS;
  if (!is_good) return complain(option, "needs a number of seconds");
  *ms = (long)(seconds * MS);
  return NULL;
}

static const char *add_change(const char *option, char *change, struct member *member) {
  const bool has_value = strchr(change, '=') != NULL;
  const bool sets = strcmp(option, "--set") == 0;
  if (has_value != sets) return complain(option, sets ? "needs =" : "has a =");
  if (*change == '=' || *change == '\0') return complain(option, "needs a name");
  char **grown = realloc((void *)member->changes, (member->change_count + 1) * sizeof *grown);
  if (grown == NULL) return "out of memory";
  member->changes = grown;
  grown[member->change_count++] = change;
  return NULL;
}

static const char *take_memory(const char *value, struct member *member) {
  member->takes_any_memory = strcmp(value, "any") == 0;
  return member->takes_any_memory || strcmp(value, "near") == 0 ? NULL : complain("--memory", "is near or any");
}

static bool is_option(const char *word, const char *name) { return strcmp(word, name) == 0; }

/** True if the option is one of a rank; then `found` is what is wrong with its value. */
static bool take_own(const char *name, char *value, struct member *member, const char **found) {
  if (is_option(name, "--rank")) *found = parse_number(name, value, INT_MAX, &member->number);
  else if (is_option(name, "--directory")) member->directory = value;
  else if (is_option(name, "--stdout")) member->output = value;
  else if (is_option(name, "--stderr")) member->errors = value;
  else if (is_option(name, "--steps")) member->steps = value;
  else if (is_option(name, "--cpus")) member->cpus = value;
  else if (is_option(name, "--label")) member->label = value;
  else if (is_option(name, "--memory")) *found = take_memory(value, member);
  else if (is_option(name, "--open-files")) *found = parse_number(name, value, INT_MAX, &member->open_files);
  else if (is_option(name, "--set") || is_option(name, "--unset")) *found = add_change(name, value, member);
  else return false;
  return true;
}

static bool take_common(const char *name, const char *value, struct job *job, const char **found) {
  if (is_option(name, "--logs")) job->logs = value;
  else if (is_option(name, "--sampler")) job->sampler = value;
  else if (is_option(name, "--private-folder")) job->private_folder = value;
  else if (is_option(name, "--script")) job->script = value;
  else if (is_option(name, "--grace")) *found = parse_seconds(name, value, &job->grace_ms);
  else if (is_option(name, "--keep")) *found = parse_number(name, value, MOST_ATTEMPTS, &job->kept_attempt);
  else return false;
  return true;
}

/** The options that have no value. */
static bool take_flag(const char *name, struct job *job) {
  if (is_option(name, "--tee")) job->wants_output = true;
  else if (is_option(name, "--lines")) job->wants_lines = true;
  else return false;
  return true;
}

const char *parse_common(char **words, struct job *job) {
  for (; *words != NULL; words++) {
    const char *name = *words;
    const char *found = NULL;
    if (is_option(name, "--")) {
      job->command = words + 1;
      return NULL;
    }
    if (take_flag(name, job)) continue;
    char *value = *++words;
    const bool is_known =
        value != NULL && (take_common(name, value, job, &found) || take_own(name, value, &job->common, &found));
    if (!is_known) return complain(name, "is unknown, or has no value");
    if (found != NULL) return found;
  }
  return NULL;
}

const char *parse_member(char **words, struct member *member) {
  for (; *words != NULL; words += 2) {
    const char *found = NULL;
    if (is_option(*words, "--")) {
      member->command = words + 1;
      return NULL;
    }
    const bool is_known = words[1] != NULL && take_own(words[0], words[1], member, &found);
    if (!is_known) return complain(words[0], "is unknown, or has no value");
    if (found != NULL) return found;
  }
  return NULL;
}
