#include <signal.h>
#include <unistd.h>

#include "../tell/outbox.h"
#include "guard.h"

/** Processes that even KILL does not end within this time are given up. */
enum { GIVE_UP_MS = 5000 };

/** All descendants but the helpers and what was there before this process; until the next call. */
static const struct pids *find_leftovers(const struct guard_state *guard) {
  static struct pids found;
  static struct pids helpers;
  helpers.count = 0;
  for (size_t i = 0; i < guard->inherited.count; i++) add_pid(&helpers, guard->inherited.items[i]);
  if (guard->follower != 0) add_pid(&helpers, guard->follower);
  if (guard->sampler.pid != 0) add_pid(&helpers, guard->sampler.pid);
  for (size_t i = 0; i < MOST_ERRANDS; i++) {
    if (guard->errands[i].kind != NO_ERRAND) add_pid(&helpers, guard->errands[i].pid);
  }
  find_descendants(&found, &helpers);
  return &found;
}

bool is_anything_left(const struct guard_state *guard) { return find_leftovers(guard)->count > 0; }

void tell_survivors(const struct guard_state *guard) {
  const struct pids *left = find_leftovers(guard);
  for (size_t i = 0; i < left->count; i++) tell((struct event){.name = "survivor", .pid = NUMBER(left->items[i])});
}

static bool is_in_running_group(const struct guard_state *guard, pid_t pid) {
  const pid_t group = getpgid(pid);
  for (size_t i = 0; i < guard->job.count; i++) {
    const struct member *member = &guard->job.members[i];
    if (member->is_running && (member->pid == group || member->pid == pid)) return true;
  }
  return false;
}

void signal_ranks(const struct guard_state *guard, int signal_number) {
  for (size_t i = 0; i < guard->job.count; i++) {
    const struct member *member = &guard->job.members[i];
    // A process that was just forked leads no group yet.
    if (member->is_running && kill(-member->pid, signal_number) != 0) kill(member->pid, signal_number);
  }
}

void ask_leftovers(struct guard_state *guard) {
  const struct pids *left = find_leftovers(guard);
  for (size_t i = 0; i < left->count; i++) {
    const pid_t pid = left->items[i];
    if (has_pid(&guard->terminated, pid) || is_in_running_group(guard, pid)) continue;
    kill(pid, SIGTERM);
    add_pid(&guard->terminated, pid);
  }
}

void kill_ranks(const struct guard_state *guard) {
  signal_ranks(guard, SIGKILL);
  const struct pids *left = find_leftovers(guard);
  for (size_t i = 0; i < left->count; i++) kill(left->items[i], SIGKILL);
}

void begin_killing(struct guard_state *guard) {
  if (guard->is_killing) return;
  guard->is_killing = true;
  guard->deadline = now_ms() + GIVE_UP_MS;
}

void pause_ranks(struct guard_state *guard, bool is_paused) {
  guard->is_paused = is_paused;
  signal_ranks(guard, is_paused ? SIGSTOP : SIGCONT);
}

void end_ranks(struct guard_state *guard, int signal_number) {
  const bool is_first = !guard->is_stopping && !guard->is_killing;
  if (is_first) guard->deadline = now_ms() + guard->job.grace_ms;
  guard->is_stopping = true;
  signal_ranks(guard, signal_number);
  if (guard->is_paused) pause_ranks(guard, false);  // what is stopped takes no signal
  ask_leftovers(guard);
}
