#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "job.h"

enum { PROBLEM_SIZE = 256, MS = 1000, MOST_SECONDS = 86400, MOST_ATTEMPTS = 100000 };

bool parse_number(const char *text, long most, int *number) {
  char *end = NULL;
  errno = 0;
  const long value = strtol(text, &end, 10);
  const bool is_good = errno == 0 && *text >= '0' && *text <= '9' && *end == '\0' && value <= most;
  if (is_good) *number = (int)value;
  return is_good;
}

bool parse_seconds(const char *text, long *ms) {
  char *end = NULL;
  const double seconds = strtod(text, &end);
  const bool is_good = end != text && *end == '\0' && seconds >= 0 && seconds <= MOST_SECONDS;
  if (is_good) *ms = (long)(seconds * MS);
  return is_good;
}

static bool add_change(char *change, struct member *member) {
  if (*change == '=' || *change == '\0') return false;
  char **grown = realloc((void *)member->changes, (member->change_count + 1) * sizeof *grown);
  if (grown == NULL) return false;
  member->changes = grown;
  grown[member->change_count++] = change;
  return true;
}

/** Sets the text of an option; false if it has none. Options of all ranks are only for the common words. */
static bool take_text(const char *name, const char *value, struct member *member, struct job *job) {
  enum { OF_A_RANK = 7 };
  const bool is_common = member == &job->common;
  const struct {
    const char *name;
    const char **text;
  } texts[] = {
      {"--directory", &member->directory},
      {"--stdout", &member->output},
      {"--stderr", &member->errors},
      {"--steps", &member->steps},
      {"--cpus", &member->cpus},
      {"--memory", &member->memory},
      {"--label", &member->label},
      {"--logs", &job->logs},
      {"--show", &job->show},
      {"--sampler", &job->sampler},
      {"--private-folder", &job->private_folder},
      {"--script", &job->script},
  };
  for (size_t i = 0; i < (is_common ? sizeof texts / sizeof *texts : OF_A_RANK); i++) {
    if (strcmp(name, texts[i].name) != 0) continue;
    *texts[i].text = value;
    return true;
  }
  return false;
}

static bool take_option(const char *name, char *value, struct member *member, struct job *job) {
  if (take_text(name, value, member, job)) return true;
  if (strcmp(name, "--rank") == 0) return parse_number(value, INT_MAX, &member->number);
  if (strcmp(name, "--open-files") == 0) return parse_number(value, INT_MAX, &member->open_files);
  if (strcmp(name, "--env") == 0) return add_change(value, member);
  if (member != &job->common) return false;
  if (strcmp(name, "--grace") == 0) return parse_seconds(value, &job->grace_ms);
  return strcmp(name, "--keep") == 0 && parse_number(value, MOST_ATTEMPTS, &job->kept_attempt);
}

const char *parse_words(char **words, struct member *member, struct job *job) {
  static char problem[PROBLEM_SIZE];
  for (; *words != NULL; words += 2) {
    if (strcmp(*words, "--") == 0) {
      member->command = words + 1;
      return NULL;
    }
    if (words[1] != NULL && take_option(words[0], words[1], member, job)) continue;
    snprintf(problem, sizeof problem, "%.200s is unknown, or its value is", words[0]);
    return problem;
  }
  return NULL;
}
