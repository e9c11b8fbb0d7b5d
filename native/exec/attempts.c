#include "attempts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "announce.h"
#include "attempt-logs.h"
#include "fresh-port.h"
#include "start-rank.h"

enum { SETTING_SIZE = 64 };

/** What all ranks have in common. They are written anew for each attempt, where the ranks' settings point. */
static char attempt_number[SETTING_SIZE];
static char restart_count[SETTING_SIZE];
static char most_restarts[SETTING_SIZE];
static char master_port[SETTING_SIZE];

static bool give_all(const struct guard *guard, char *setting) {
  for (size_t i = 0; i < guard->count; i++) {
    if (add_change(&guard->ranks[i], setting) != NULL) return false;
  }
  return true;
}

static void write_numbers(const struct guard *guard) {
  snprintf(attempt_number, SETTING_SIZE, "RANKPLAN_RESTART=%d", guard->attempt);
  snprintf(restart_count, SETTING_SIZE, "TORCHELASTIC_RESTART_COUNT=%d", guard->attempt);
  snprintf(most_restarts, SETTING_SIZE, "TORCHELASTIC_MAX_RESTARTS=%d", guard->restarts);
}

bool begin_attempts(struct guard *guard, const struct options *options) {
  guard->restarts = options->restarts;
  if (guard->restarts == 0) return true;
  guard->folder = options->launch.logs == NULL ? NULL : strdup(options->launch.logs);  // the watcher writes over words
  write_numbers(guard);
  return guard->folder != NULL && give_all(guard, attempt_number) && give_all(guard, restart_count) &&
         give_all(guard, most_restarts);
}

/** What would only fail again. */
static const char *find_obstacle(const struct guard *guard) {
  if (guard->status == STATUS_REFUSED) return "a rank refused to run (status 78)";
  if (guard->status == STATUS_CANNOT_RUN || guard->status == STATUS_NOT_FOUND) return "a rank cannot be started";
  if (guard->has_survivors) return "not all of this attempt could be ended";
  return guard->attempt == guard->restarts ? "this was the last attempt" : NULL;
}

bool may_restart(const struct guard *guard) {
  if (guard->status == 0 || guard->restarts == 0 || guard->is_dismissed) return false;
  const char *obstacle = find_obstacle(guard);
  if (obstacle != NULL) announce_no_restart(obstacle);
  return obstacle == NULL;
}

static bool renew_port(const struct guard *guard) {
  const int port = pick_free_port();
  if (port == 0) return false;
  const bool is_first = master_port[0] == '\0';
  snprintf(master_port, SETTING_SIZE, "MASTER_PORT=%d", port);
  return !is_first || give_all(guard, master_port);
}

static void forget_attempt(struct guard *guard) {
  guard->status = 0;
  guard->running = 0;
  guard->asked.count = 0;
  guard->left_first = 0;
  guard->was_told_early = false;
  guard->is_stopping = guard->is_clearing = guard->is_killing = false;
  for (size_t i = 0; i < guard->count; i++) {
    guard->ranks[i].end = NEVER_STARTED;
    *guard->ranks[i].failure = (struct failure){.step = NULL};
  }
}

bool prepare_restart(struct guard *guard) {
  char kept[PATH_MAX];
  if (!keep_logs(guard, kept)) {
    announce_no_restart(kept);
    return false;
  }
  if (!renew_port(guard)) {
    announce_no_restart("there is no free port for rank 0");
    return false;
  }
  guard->attempt++;
  write_numbers(guard);
  turn_follower(&guard->follower);
  forget_attempt(guard);
  announce_restart(guard->attempt, guard->restarts, kept);
  return true;
}
