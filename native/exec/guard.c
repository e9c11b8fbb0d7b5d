#include "guard.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "announce.h"
#include "attempts.h"
#include "catch-signals.h"
#include "detach.h"
#include "end-processes.h"
#include "first-failure.h"
#include "guard-events.h"
#include "report.h"
#include "start-rank.h"
#include "status-words.h"
#include "watcher.h"

enum { SIGNAL_STATUS = 128 };

static const int CAUGHT[] = {SIGCHLD, SIGHUP,  SIGINT,  SIGQUIT, SIGTERM,
                             SIGUSR1, SIGUSR2, SIGTSTP, SIGCONT, WATCHER_DIED};

int status_of(int wait_status) {
  return WIFSIGNALED(wait_status) ? SIGNAL_STATUS + WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
}

static void note_end(struct guard *guard, struct rank *rank, int wait_status) {
  const int status = status_of(wait_status);
  rank->is_running = false;
  rank->end = status == 0 ? ENDED_WELL : guard->is_stopping ? ENDED_BY_GUARD : ENDED_BADLY;
  guard->running--;
  const int killer = WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : 0;
  char words[STATUS_WORDS_SIZE];
  word_status(status, killer, words);
  report((struct event){.name = "ended",
                        .rank = rank->number,
                        .pid = rank->pid,
                        .status = status,
                        .killer = killer,
                        .outcome = status == 0 ? NULL : words});
  if (guard->is_one_command) guard->status = status;
  if (status == 0 && guard->left_first == 0) guard->left_first = now_ms();
  if (status != 0 && !guard->is_stopping) note_failure(guard, rank, status, killer);
}

/** Takes the ends of all children; false if there are no more children. */
static bool reap(struct guard *guard) {
  for (;;) {
    int wait_status = 0;
    const pid_t pid = waitpid(-1, &wait_status, WNOHANG);
    if (pid == 0) return true;
    if (pid < 0) return errno == EINTR;
    if (pid == guard->sampler.pid) note_sampler_end(&guard->sampler, status_of(wait_status));
    for (size_t i = 0; i < guard->count; i++) {
      struct rank *rank = &guard->ranks[i];
      if (rank->is_running && rank->pid == pid) note_end(guard, rank, wait_status);
    }
  }
}

static bool is_anything_left(struct guard *guard) {
  const bool has_children = reap(guard);
  settle_failure(guard, false);
  if (!has_children) return false;
  if (guard->running > 0 || guard->strangers.count == 0) return true;
  struct pids found = {.items = NULL};
  find_descendants(&found, &guard->strangers);
  free(found.items);
  return found.count > 0;
}

static void report_survivors(struct guard *guard) {
  struct pids found = {.items = NULL};
  find_descendants(&found, &guard->strangers);
  for (size_t i = 0; i < found.count; i++) {
    report((struct event){.name = "survivor", .rank = -1, .pid = found.items[i], .status = -1});
  }
  announce_survivors(found.items, found.count);
  guard->has_survivors = found.count > 0;
  free(found.items);
}

void watch(struct guard *guard) {
  while (is_anything_left(guard)) {
    if (guard->running == 0 && !guard->is_clearing) {
      guard->is_clearing = true;
      if (!guard->is_stopping) guard->deadline = now_ms() + guard->grace_ms;
    }
    const bool is_ending = guard->is_stopping || guard->is_clearing || guard->is_killing;
    if (is_ending && now_ms() >= guard->deadline) {
      if (guard->is_killing) {
        report_survivors(guard);
        return;
      }
      announce_overdue(guard->ranks, guard->count, guard->grace_ms);
      start_killing(guard);
    }
    if (guard->is_killing) kill_all(guard);
    else if (guard->is_clearing) ask_outsiders(guard);
    tell_early(guard);
    wait_for_events(guard);
  }
}

static void start_all(struct guard *guard) {
  for (size_t i = 0; i < guard->count && !guard->is_stopping; i++) {
    struct rank *rank = &guard->ranks[i];
    const int error = start_rank(rank);
    if (error != 0) {
      report_problem("failed", rank->number, "fork", NULL, error);
      // It is the one that failed, before those that are ended because of it.
      report((struct event){.name = "ended", .rank = rank->number, .status = STATUS_CANNOT_RUN});
      rank->failure->error = error;
      rank->failure->step = "fork";
      rank->end = ENDED_BADLY;
      note_failure(guard, rank, STATUS_CANNOT_RUN, 0);
      stop_ranks(guard, SIGTERM);
      return;
    }
    guard->running++;
    report((struct event){.name = "started", .rank = rank->number, .pid = rank->pid, .status = -1});
  }
}

/** The ranks write there before they become what they run, and the guard reads it. */
static bool share_failures(const struct guard *guard) {
  const size_t size = guard->count * sizeof(struct failure);
  void *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) {
    report_problem("failed", -1, "guard", NULL, errno);
    return false;
  }
  for (size_t i = 0; i < guard->count; i++) guard->ranks[i].failure = (struct failure *)shared + i;
  return true;
}

/** Who ends the run while the last attempt is being ended, ends it. */
static bool is_to_restart(struct guard *guard) {
  guard->is_clearing = true;
  if (guard->status != 0 && guard->restarts > 0) wait_for_events(guard);
  return may_restart(guard);
}

static void run_attempts(struct guard *guard) {
  do {
    while (guard->is_paused && !guard->is_stopping) wait_for_events(guard);
    start_all(guard);
    tell_begun();
    watch(guard);
  } while (is_to_restart(guard) && prepare_restart(guard));
}

static void start_helpers(struct guard *guard, const struct options *options) {
  if (options->wants_tee || options->wants_lines) {
    const enum followed all = guard->restarts > 0 ? LINES_OF_ATTEMPTS : ALL_LINES;
    const int error =
        start_follower(guard->ranks, guard->count, options->wants_tee ? all : LAST_LINES, &guard->follower);
    if (error != 0) report_problem("warning", -1, "--tee", NULL, error);
    else add_pid(&guard->strangers, guard->follower.pid);
  }
  if (options->sampler == NULL) return;
  start_sampler(&guard->sampler, options->sampler, options->launch.logs);
  add_pid(&guard->strangers, guard->sampler.pid);
}

static int guard_alone(struct guard *guard, const struct options *options) {
  start_helpers(guard, options);
  announce_start(guard->count);
  collect_reports(true);
  run_attempts(guard);
  flush_reports();
  dismiss_sampler(&guard->sampler);
  await_follower(guard);
  announce_end(guard, now_ms() - guard->started);
  if (!options->wants_tee) announce_last_lines(guard->ranks, guard->count);
  flush_reports();
  return guard->status;
}

int guard_ranks(struct rank *ranks, size_t count, const struct options *options) {
  struct guard guard = {
      .ranks = ranks,
      .count = count,
      .grace_ms = options->grace_ms,
      .lifeline = options->lifeline,
      .patience_ms = options->patience_ms,
      .heard = now_ms(),
      .is_one_command = options->launch.directory == NULL && options->request == NO_DESCRIPTOR,
      .started = now_ms(),
      .sampler = NO_SAMPLER,
  };
  if (!share_failures(&guard) || !begin_attempts(&guard, options)) return STATUS_OWN;
  if (options->patience_ms > 0) {
    report_patiently((int)options->patience_ms);
    show_marked(options->report);
  }
  guard.signals = catch_signals(CAUGHT, sizeof CAUGHT / sizeof *CAUGHT);
  if (guard.signals < 0) {
    report_problem("failed", -1, "guard", NULL, errno);
    return STATUS_OWN;
  }
  // Kernels that are imitated refuse it: then daemons escape, and all else is as it should be.
  if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) report_problem("warning", -1, "adopting orphans", NULL, errno);
  // Whoever became this program by exec may have left it children, such as a tee of all output.
  find_descendants(&guard.strangers, &guard.asked);
  const bool is_bare = guard.lifeline == NO_DESCRIPTOR && options->launch.directory == NULL;
  const pid_t child = is_bare ? 0 : begin_watch(&guard);
  const int status = child > 0 ? watch_guard(&guard, child, options->words) : guard_alone(&guard, options);
  free(guard.strangers.items);
  free(guard.asked.items);
  free(guard.folder);
  return status;
}
