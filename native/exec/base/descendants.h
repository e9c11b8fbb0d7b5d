// The processes below this one.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct pids {
  pid_t *items;
  size_t count;
  size_t room;
};

bool has_pid(const struct pids *pids, pid_t pid);

void add_pid(struct pids *pids, pid_t pid);

/**
 * Replaces `found` by all descendants of this process, without those of `except` and their descendants. A process may
 * start others meanwhile: a caller that wants all of them repeats the call until there are none. /proc may be that of
 * an outer PID namespace.
 */
void find_descendants(struct pids *found, const struct pids *except);

/** Replaces `found` by this process and all below it; nothing where /proc is that of an outer PID namespace. */
void find_tree(struct pids *found, pid_t pid);
