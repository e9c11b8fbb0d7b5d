#include <limits.h>
#include <signal.h>
#include <sys/statvfs.h>

#include "../base/run-program.h"
#include "../tell/outbox.h"
#include "guard.h"

/** Between looks at what is being ended; for the sampler's first answer; for a look at the disk. */
enum { TICK_MS = 20, FIRST_ANSWER_MS = 2000, DISK_MS = 2000, PAGE_BYTES = 4096, BATCH = 32 };

static void start_ranks(struct guard_state *guard) {
  int error = 0;
  guard->phase = RUNNING;
  tell((struct event){.name = "begun"});
  for (size_t i = 0; i < guard->job.count; i++) {
    struct member *member = &guard->job.members[i];
    // If one process cannot start, the next ones cannot either.
    if (error == 0) error = start_member(member, &guard->job, guard->errand_into);
    if (error == 0) {
      guard->running++;
      tell((struct event){.name = "started", .rank = NUMBER(member->number), .pid = NUMBER(member->pid)});
    } else {
      const struct number rank = NUMBER(member->number);
      tell((struct event){.name = "obstacle", .rank = rank, .step = "fork", .error = error});
      tell((struct event){.name = "ended", .rank = rank, .status = NUMBER(STATUS_UNUSABLE), .at = NUMBER(wall_ms())});
    }
    if (i % BATCH == 0) empty_outbox();
  }
}

void begin_job(struct guard_state *guard) {
  make_private_folder(&guard->job);
  start_follower_process(guard);
  start_gpu_watcher(guard);
  guard->phase = WAITING;
  guard->deadline = now_ms() + FIRST_ANSWER_MS;
}

static bool may_start(const struct guard_state *guard) {
  const bool is_waited_for = guard->sampler.was_started && !guard->sampler.has_answered && now_ms() < guard->deadline;
  return !is_waited_for && !guard->is_paused;
}

/** Reports a full disk, which may have cut logs: a program that ignores its write errors ends with status 0. */
static void tell_full_disk(const void *folder) {
  struct statvfs disk;
  if (statvfs(folder, &disk) != 0) return;
  // Some file systems do not count files, and report 0.
  const bool has_no_file = disk.f_files > 0 && disk.f_favail == 0;
  const bool is_full = disk.f_blocks > 0 && disk.f_bavail * disk.f_frsize < PAGE_BYTES;
  if (has_no_file || is_full) tell((struct event){.name = "full", .subject = folder});
}

static void begin_showing(struct guard_state *guard) {
  guard->phase = SHOWING;
  dismiss_gpu_watcher(guard);
  dismiss_follower_process(guard);
  guard->deadline = now_ms() + (guard->was_interrupted ? guard->job.grace_ms : DISK_MS);
  if (guard->job.logs != NULL)
    start_errand(guard, (struct errand){.kind = MEASURING_DISK}, tell_full_disk, guard->job.logs);
}

static void begin_clearing(struct guard_state *guard) {
  guard->phase = CLEARING;
  if (!guard->is_stopping && !guard->is_killing) guard->deadline = now_ms() + guard->job.grace_ms;
}

static void keep_deadline(struct guard_state *guard) {
  const bool is_ending = guard->is_stopping || guard->is_killing || guard->phase == CLEARING;
  if (is_ending && now_ms() >= guard->deadline) {
    if (guard->is_killing) {
      tell_survivors(guard);
      begin_showing(guard);
      return;
    }
    for (size_t i = 0; i < guard->job.count; i++) {
      const struct member *member = &guard->job.members[i];
      if (member->is_running) tell((struct event){.name = "overdue", .rank = NUMBER(member->number)});
    }
    begin_killing(guard);
  }
  if (guard->is_killing) kill_ranks(guard);
  else if (guard->phase == CLEARING) ask_leftovers(guard);
}

/** A reader that stands still is waited for, as long as its launcher is there and no signal ends the run. */
static void show_rest(struct guard_state *guard) {
  const bool is_due = now_ms() >= guard->deadline;
  const bool is_unheard = guard->lifeline == NOWHERE || guard->is_killing || (guard->was_interrupted && is_due);
  if (is_unheard) {
    if (guard->follower != 0) kill(guard->follower, SIGKILL);
    close_passage(&guard->output);
  }
  const bool is_shown = guard->follower == 0 && guard->output.descriptor < 0 && guard->output.length == 0;
  const bool is_measured = !is_on_errand(guard, MEASURING_DISK) || is_due;
  if (!is_shown || !is_measured) return;
  pass_errand_lines(guard);
  remove_private_folder(&guard->job);
  guard->phase = OVER;
  tell((struct event){.name = "done"});
}

void advance(struct guard_state *guard) {
  reap_children(guard);
  if ((guard->phase == READY || guard->phase == WAITING) && guard->is_stopping) begin_clearing(guard);
  if (guard->phase == WAITING && may_start(guard)) start_ranks(guard);
  if (guard->phase == RUNNING && guard->running == 0) begin_clearing(guard);
  if (guard->phase == CLEARING && !is_anything_left(guard)) begin_showing(guard);
  if (guard->phase == RUNNING || guard->phase == CLEARING) keep_deadline(guard);
  if (guard->phase == SHOWING) show_rest(guard);
}

int choose_wait(const struct guard_state *guard) {
  const bool is_ticking = guard->is_killing || guard->phase == CLEARING;
  if (is_ticking && guard->phase != OVER && guard->phase != SHOWING) return TICK_MS;
  const bool has_deadline =
      guard->phase == WAITING || guard->phase == SHOWING || (guard->phase == RUNNING && guard->is_stopping);
  if (!has_deadline) return -1;
  const long long left = guard->deadline - now_ms();
  // After the deadline only events remain, which wake the guard.
  if (left <= 0) return guard->phase == SHOWING || guard->phase == WAITING ? -1 : 0;
  return left > INT_MAX ? INT_MAX : (int)left;
}
