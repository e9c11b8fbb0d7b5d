// Shows what ranks write to their logs, each line behind its rank.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "rank.h"

/** From now on lines go to this descriptor, among events: each behind its mark (orders.h), its rank and its place. */
void show_marked(int descriptor);

struct follower {
  pid_t pid;  // 0: none
  int lifeline;
};

/** What is shown of the logs: all, where they may be moved, as attempt-logs.h has it; or events (tell-lines.h). */
enum followed { ALL_LINES, LINES_OF_ATTEMPTS, LAST_LINES };

/**
 * Forks a process that reads the logs and writes to stdout and stderr, so that no reader can stall a rank or its guard.
 * It ends with the guard. 0, or errno.
 */
int start_follower(const struct rank *ranks, size_t count, enum followed followed, struct follower *follower);

/** Tells it that the logs were moved, and that those of another attempt follow. */
void turn_follower(const struct follower *follower);

/** Tells it that nothing more will be written: it shows the rest, and ends. */
void dismiss_follower(struct follower *follower);
