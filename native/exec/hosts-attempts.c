#include <stdio.h>

#include "end-processes.h"
#include "hosts.h"
#include "start-rank.h"

enum { MS = 1000, LAST_LOOK_MS = 1000 };

static bool has_survivors(const struct hosts *hosts) {
  for (size_t i = 0; i < hosts->count; i++) {
    const struct host *host = &hosts->items[i];
    if (host->has_survivors || (host->is_given_up && host->state != LOST)) return true;
  }
  return false;
}

/** What would only fail again, as on one machine (attempts.c). */
static const char *find_obstacle(const struct hosts *hosts) {
  if (hosts->was_ended_there) return "the ranks of a host were ended there";
  if (hosts->status == STATUS_REFUSED) return "a rank refused to run (status 78)";
  if (hosts->status == STATUS_CANNOT_RUN || hosts->status == STATUS_NOT_FOUND) return "a rank cannot be started";
  if (has_survivors(hosts)) return "not all of this attempt could be ended";
  return hosts->attempt == hosts->options->restarts ? "this was the last attempt" : NULL;
}

/** Who ends the run meanwhile, ends it. */
static void await_lost(struct hosts *hosts) {
  const long long left = hosts->settled - now_ms();
  if (left <= 0) return;
  say_of_hosts(hosts, "what may be left on a host that was lost ends by itself: a restart waits %.0f s for it",
               (double)left / MS);
  while (now_ms() < hosts->settled && !hosts->is_dismissed) {
    const long long rest = hosts->settled - now_ms();
    wait_for_hosts(hosts, rest > MS ? MS : (int)rest);
  }
}

static void forget_attempt(struct hosts *hosts) {
  hosts->failed_status = hosts->status;
  hosts->status = 0;
  hosts->felt = hosts->failed = hosts->settled = 0;
  hosts->is_stopping = hosts->is_held = hosts->is_late = hosts->is_judged = false;
}

void note_lost(struct hosts *hosts) {
  hosts->settled = now_ms() + hosts->options->patience_ms + hosts->options->grace_ms + LAST_LOOK_MS;
}

bool begin_next_attempt(struct hosts *hosts) {
  if (hosts->status == 0 || hosts->options->restarts == 0 || hosts->is_dismissed) return false;
  const char *obstacle = find_obstacle(hosts);
  if (obstacle != NULL) {
    say_of_hosts(hosts, "no restart: %s", obstacle);
    return false;
  }
  await_lost(hosts);
  if (hosts->is_dismissed) return false;
  replace_lost(hosts);
  forget_attempt(hosts);
  hosts->attempt++;
  hosts->round++;
  return true;
}
