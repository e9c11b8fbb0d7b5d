#include "launch.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "environment.h"
#include "ranges.h"

enum { PROBLEM_SIZE = 1024, MOST_RANKS = 65536, NUMBER_SIZE = 16, SHORTEST_DIGEST = 12 };

static const char *const NO_MEMORY = "out of memory";
static char problem[PROBLEM_SIZE];

static const char *add_cpus(const char *value, struct launch *launch) {
  const char *colon = strchr(value, ':');
  if (colon == NULL || !is_range_list(value, (size_t)(colon - value), INT_MAX)) return "--cpus needs RANKS:LIST";
  struct launch_cpus *grown = realloc(launch->cpus, (launch->cpus_count + 1) * sizeof *grown);
  if (grown == NULL) return NO_MEMORY;
  launch->cpus = grown;
  grown[launch->cpus_count++] =
      (struct launch_cpus){.ranks = value, .length = (size_t)(colon - value), .cpus = colon + 1};
  return NULL;
}

bool take_launch_option(const char *name, const char *value, struct launch *launch, const char **found) {
  const bool is_first = strcmp(name, "--launch") == 0;
  if (!is_first && launch->directory == NULL) return false;
  if (is_first) launch->directory = value;
  else if (strcmp(name, "--ranks") == 0) launch->ranks = value;
  else if (strcmp(name, "--plan") == 0) launch->plan = value;
  else if (strcmp(name, "--cpus") == 0) *found = add_cpus(value, launch);
  else return false;
  return true;
}

/** A path as `DIR/rank-7.out`, or a setting of it; NULL without memory. */
static char *name_file(const char *before, const char *directory, int number, const char *kind) {
  const size_t size = strlen(before) + strlen(directory) + strlen(kind) + NUMBER_SIZE + sizeof "/rank-.";
  char *path = malloc(size);
  if (path != NULL) snprintf(path, size, "%s%s/rank-%d.%s", before, directory, number, kind);
  return path;
}

static const char *name_env_file(const char *directory, int number) {
  const size_t size = strlen(directory) + NUMBER_SIZE + sizeof "/env/rank-.env";
  char *path = malloc(size);
  if (path != NULL) snprintf(path, size, "%s/env/rank-%d.env", directory, number);
  return path;
}

static const char *find_cpus(const struct launch *launch, int number) {
  for (size_t i = 0; i < launch->cpus_count; i++) {
    const struct launch_cpus *entry = &launch->cpus[i];
    if (is_in_ranges(entry->ranks, entry->length, (unsigned long)number)) return entry->cpus;
  }
  return NULL;
}

/** False if there is no memory. */
static bool make_rank(const struct launch *launch, const struct rank *common, int number, struct rank *rank) {
  *rank = *common;
  rank->number = number;
  if (rank->input == NULL) rank->input = "/dev/null";
  rank->output = name_file("", launch->logs, number, "out");
  rank->errors = name_file("", launch->logs, number, "err");
  if (launch->records) rank->steps = name_file("", launch->logs, number, "steps");
  rank->env_file = name_env_file(launch->directory, number);
  rank->cpus = find_cpus(launch, number);
  rank->changes = malloc((common->change_count + 1) * sizeof *rank->changes);
  if (launch->records && rank->steps == NULL) return false;
  if (rank->output == NULL || rank->errors == NULL || rank->env_file == NULL || rank->changes == NULL) return false;
  for (size_t i = 0; i < common->change_count; i++) rank->changes[i] = common->changes[i];
  char *error_file = name_file("TORCHELASTIC_ERROR_FILE=", launch->logs, number, "error.json");
  rank->changes[rank->change_count] = error_file;
  rank->change_count += error_file == NULL ? 0 : 1;
  return error_file != NULL;
}

static bool begins_with(const char *value, const char *expected) {
  return value != NULL && strncmp(value, expected, strlen(expected)) == 0;
}

/** Refuses what a shell would be told by the env file's lines, and files of another plan. */
static const char *check_env_file(const struct launch *launch, const struct rank *rank) {
  struct environment environment;
  char number[NUMBER_SIZE];
  snprintf(number, sizeof number, "%d", rank->number);
  const char *found = make_environment(rank, &environment);
  const char *named = found == NULL ? find_variable(&environment, "RANKPLAN_RANK") : NULL;
  if (found != NULL) {
    snprintf(problem, sizeof problem, "%s: %s: copy the whole output directory, or compile again", rank->env_file,
             found);
  } else if (!begins_with(find_variable(&environment, "RANKPLAN_PLAN"), launch->plan) || named == NULL ||
             strcmp(named, number) != 0) {
    snprintf(problem, sizeof problem,
             "%s is not of this plan (%.12s): compile again, or copy the whole output directory", rank->env_file,
             launch->plan);
    found = problem;
  }
  free_environment(&environment);
  return found == NULL ? NULL : problem;
}

static const char *find_missing(const struct launch *launch) {
  if (launch->plan == NULL || strlen(launch->plan) < SHORTEST_DIGEST)
    return "--launch needs --plan, 12 letters or more";
  if (launch->logs == NULL) return "--launch needs --logs";
  if (launch->ranks == NULL || !is_range_list(launch->ranks, strlen(launch->ranks), INT_MAX)) {
    return "--launch needs --ranks, a list like 0-3,8";
  }
  return NULL;
}

static size_t count_ranks(const char *list) {
  struct range range;
  size_t count = 0;
  for (const char *at = list; take_range(&at, &range); at++) {
    count += range.last - range.first + 1;
    if (*at == '\0') break;
  }
  return count;
}

const char *prepare_launch(const struct launch *launch, const struct rank *common, struct rank **ranks, size_t *count) {
  const char *found = find_missing(launch);
  if (found != NULL) return found;
  *count = 0;
  const size_t wanted = count_ranks(launch->ranks);
  if (wanted > MOST_RANKS) return "--ranks are more than a machine can have";
  *ranks = calloc(wanted + 1, sizeof **ranks);
  if (*ranks == NULL) return NO_MEMORY;
  struct range range;
  for (const char *at = launch->ranks; take_range(&at, &range); at++) {
    for (unsigned long number = range.first; number <= range.last; number++) {
      struct rank *rank = &(*ranks)[(*count)++];
      if (!make_rank(launch, common, (int)number, rank)) return NO_MEMORY;
      found = check_env_file(launch, rank);
      if (found != NULL) return found;
    }
    if (*at == '\0') break;
  }
  return NULL;
}
