#include "options.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROBLEM_SIZE = 256, MS = 1000, MAX_GRACE_SECONDS = 86400, MAX_RESTARTS = 1000 };

static char problem[PROBLEM_SIZE];

static const char *complain(const char *word, const char *what) {
  snprintf(problem, sizeof problem, "%.200s: %s", word, what);
  return problem;
}

static const char *parse_number(const char *option, const char *text, long max, int *number) {
  char *end = NULL;
  errno = 0;
  const long value = strtol(text, &end, 10);
  if (errno != 0 || end == text || *end != '\0' || value < 0 || value > max) {
    return complain(option, "needs a number that is not negative");
  }
  *number = (int)value;
  return NULL;
}

/** Seconds may have a fraction: tests have no time for whole ones. */
static const char *parse_seconds(const char *option, const char *text, long *ms) {
  char *end = NULL;
  const double seconds = strtod(text, &end);
  const bool is_good = end != text && *end == '\0' && seconds >= 0 && seconds <= MAX_GRACE_SECONDS;
  if (!is_good) return complain(option, "needs a number of seconds");
  *ms = (long)(seconds * MS);
  return NULL;
}

const char *add_change(struct rank *rank, char *change) {
  char **grown = realloc(rank->changes, (rank->change_count + 1) * sizeof *grown);
  if (grown == NULL) return "out of memory";
  rank->changes = grown;
  rank->changes[rank->change_count++] = change;
  return NULL;
}

static const char *take_memory(const char *value, struct rank *rank) {
  rank->takes_any_memory = strcmp(value, "any") == 0;
  return rank->takes_any_memory || strcmp(value, "near") == 0 ? NULL : complain("--memory", "is near or any");
}

static bool is_option(const char *word, const char *name) { return strcmp(word, name) == 0; }

/** True if the option is one of a rank; then `found` is what is wrong with its value. */
static bool take_rank_option(const char *name, char *value, struct rank *rank, const char **found) {
  if (is_option(name, "--rank")) *found = parse_number(name, value, INT_MAX, &rank->number);
  else if (is_option(name, "--directory")) rank->directory = value;
  else if (is_option(name, "--stdin")) rank->input = value;
  else if (is_option(name, "--stdout")) rank->output = value;
  else if (is_option(name, "--stderr")) rank->errors = value;
  else if (is_option(name, "--steps")) rank->steps = value;
  else if (is_option(name, "--cpus")) rank->cpus = value;
  else if (is_option(name, "--memory-node")) *found = parse_number(name, value, INT_MAX, &rank->memory_node);
  else if (is_option(name, "--memory")) *found = take_memory(value, rank);
  else if (is_option(name, "--open-files")) *found = parse_number(name, value, INT_MAX, &rank->open_files);
  else if (is_option(name, "--set")) *found = strchr(value, '=') ? add_change(rank, value) : complain(name, "needs =");
  else if (is_option(name, "--unset"))
    *found = strchr(value, '=') ? complain(name, "has a =") : add_change(rank, value);
  else return false;
  return true;
}

static bool take_guard_option(const char *name, const char *value, struct options *options, const char **found) {
  if (is_option(name, "--lifeline")) *found = parse_number(name, value, INT_MAX, &options->lifeline);
  else if (is_option(name, "--report")) *found = parse_number(name, value, INT_MAX, &options->report);
  else if (is_option(name, "--request")) *found = parse_number(name, value, INT_MAX, &options->request);
  else if (is_option(name, "--protocol")) *found = parse_number(name, value, INT_MAX, &options->protocol);
  else if (is_option(name, "--name")) options->name = value;
  else if (is_option(name, "--machine")) options->machine = value;
  else if (is_option(name, "--logs")) options->launch.logs = value;
  else if (is_option(name, "--sampler")) options->sampler = value;
  else if (is_option(name, "--detach")) options->detached = value;
  else if (is_option(name, "--restarts")) *found = parse_number(name, value, MAX_RESTARTS, &options->restarts);
  else if (is_option(name, "--fanout")) *found = parse_number(name, value, INT_MAX, &options->fanout);
  else if (is_option(name, "--attempt")) *found = parse_number(name, value, MAX_RESTARTS, &options->attempt);
  else if (is_option(name, "--grace")) *found = parse_seconds(name, value, &options->grace_ms);
  else if (is_option(name, "--patience")) *found = parse_seconds(name, value, &options->patience_ms);
  else if (is_option(name, "--timeout")) *found = parse_seconds(name, value, &options->timeout_ms);
  else return false;
  return true;
}

/** The options that have no value. */
static bool take_flag(const char *name, struct rank *rank, struct options *guard) {
  bool *flag = NULL;
  if (is_option(name, "--strict")) flag = &rank->strict;
  else if (guard == NULL) return false;
  else if (is_option(name, "--version")) flag = &guard->wants_version;
  else if (is_option(name, "--become")) flag = &guard->becomes;
  else if (is_option(name, "--tee")) flag = &guard->wants_tee;
  else if (is_option(name, "--lines")) flag = &guard->wants_lines;
  else if (is_option(name, "--record")) flag = &guard->launch.records;
  else if (is_option(name, "--hosts")) flag = &guard->leads_hosts;
  else if (is_option(name, "--relay")) flag = &guard->relays;
  else if (is_option(name, "--check")) flag = &guard->only_checks;
  if (flag != NULL) *flag = true;
  return flag != NULL;
}

static const char *take_option(const char *name, char *value, struct rank *rank, struct options *guard) {
  const char *found = NULL;
  const bool is_known = (guard != NULL && take_launch_option(name, value, &guard->launch, &found)) ||
                        take_rank_option(name, value, rank, &found) ||
                        (guard != NULL && take_guard_option(name, value, guard, &found));
  return is_known ? found : complain(name, "is unknown; the command comes after --");
}

/** `guard` is NULL where only a rank is described. */
static const char *parse_words(char **words, struct rank *rank, struct options *guard) {
  for (; *words != NULL; words++) {
    const char *name = *words;
    if (is_option(name, "--")) {
      rank->command = words + 1;
      return NULL;
    }
    if (take_flag(name, rank, guard)) continue;
    char *value = words[1];
    if (value == NULL) return complain(name, "is unknown, or has no value");
    const char *found = take_option(name, value, rank, guard);
    if (found != NULL) return found;
    words++;
  }
  return NULL;
}

const char *parse_options(char **words, struct options *options) {
  *options = (struct options){
      .rank = {.memory_node = NO_MEMORY_NODE, .open_files = NO_LIMIT},
      .lifeline = NO_DESCRIPTOR,
      .report = NO_DESCRIPTOR,
      .request = NO_DESCRIPTOR,
      .grace_ms = 30L * MS,
      .timeout_ms = 30L * MS,
      .protocol = PROTOCOL,
  };
  const char *found = parse_words(words, &options->rank, options);
  if (found == NULL && options->protocol != PROTOCOL) return "it is of another version than its launcher";
  const bool has_many = options->request != NO_DESCRIPTOR || options->launch.directory != NULL;
  if (found == NULL && options->becomes && has_many) return "--become is for one rank";
  const bool has_folder = has_many && options->launch.logs != NULL;
  if (found == NULL && options->restarts > 0 && !has_folder) return "--restarts is for many ranks with --logs";
  return found;
}

const char *parse_rank(char **words, struct rank *rank) { return parse_words(words, rank, NULL); }
