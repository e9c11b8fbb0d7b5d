#include "end-processes.h"

#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/** What even KILL does not end within this is given up. */
enum { GIVE_UP_MS = 5000 };

long long now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

long long wall_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

static bool is_in_running_group(const struct guard *guard, pid_t pid) {
  const pid_t group = getpgid(pid);
  for (size_t i = 0; i < guard->count; i++) {
    const struct rank *rank = &guard->ranks[i];
    if (rank->is_running && (rank->pid == group || rank->pid == pid)) return true;
  }
  return false;
}

void signal_groups(const struct guard *guard, int signal_number) {
  for (size_t i = 0; i < guard->count; i++) {
    const struct rank *rank = &guard->ranks[i];
    // One that was just forked leads no group yet.
    if (rank->is_running && kill(-rank->pid, signal_number) != 0) kill(rank->pid, signal_number);
  }
}

void ask_outsiders(struct guard *guard) {
  struct pids found = {.items = NULL};
  find_descendants(&found, &guard->strangers);
  for (size_t i = 0; i < found.count; i++) {
    const pid_t pid = found.items[i];
    if (has_pid(&guard->asked, pid) || is_in_running_group(guard, pid)) continue;
    kill(pid, SIGTERM);
    add_pid(&guard->asked, pid);
  }
  free(found.items);
}

void kill_all(const struct guard *guard) {
  struct pids found = {.items = NULL};
  signal_groups(guard, SIGKILL);
  find_descendants(&found, &guard->strangers);
  for (size_t i = 0; i < found.count; i++) kill(found.items[i], SIGKILL);
  free(found.items);
}

void start_killing(struct guard *guard) {
  guard->is_killing = true;
  guard->deadline = now_ms() + GIVE_UP_MS;
}

void pause_ranks(struct guard *guard) {
  guard->is_paused = true;
  signal_groups(guard, SIGSTOP);
}

void resume_ranks(struct guard *guard) {
  guard->is_paused = false;
  signal_groups(guard, SIGCONT);
}

void stop_ranks(struct guard *guard, int signal_number) {
  if (!guard->is_stopping && !guard->is_killing) guard->deadline = now_ms() + guard->grace_ms;
  guard->is_stopping = true;
  signal_groups(guard, signal_number);
  if (guard->is_paused) resume_ranks(guard);  // what is stopped takes no signal
  ask_outsiders(guard);
}
