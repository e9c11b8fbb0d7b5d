#include "attempts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "announce.h"
#include "attempt-logs.h"
#include "fresh-port.h"
#include "report.h"
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
}

/** The logs of the one before are still where this one's will be. */
static bool follow_attempt(struct guard *guard, int attempt) {
  char kept[PATH_MAX];
  guard->attempt = attempt - 1;
  const bool is_kept = attempt == 0 || keep_logs(guard, kept);
  if (!is_kept) report((struct event){.name = "refused", .rank = -1, .status = -1, .subject = kept});
  guard->attempt = attempt;
  write_numbers(guard);
  return is_kept;
}

bool begin_attempts(struct guard *guard, const struct options *options) {
  if (options->restarts == 0) return true;
  // A launcher of several hosts starts those anew itself.
  guard->restarts = options->patience_ms > 0 ? 0 : options->restarts;
  snprintf(most_restarts, SETTING_SIZE, "TORCHELASTIC_MAX_RESTARTS=%d", options->restarts);
  guard->folder = options->launch.logs == NULL ? NULL : strdup(options->launch.logs);  // the watcher writes over words
  return guard->folder != NULL && follow_attempt(guard, options->attempt) && give_all(guard, attempt_number) &&
         give_all(guard, restart_count) && give_all(guard, most_restarts);
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
  guard->felt.rank = NULL;
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
