#include "watcher.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "announce.h"
#include "catch-signals.h"
#include "options.h"
#include "report.h"

static const char NAME[] = "orphan-watch";

/** The child starts with nothing that was its parent's: no children, nobody to adopt. */
static void become_guard(struct guard *guard, pid_t watcher) {
  setsid();
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  guard->strangers.count = 0;
  guard->is_watched = true;
  if (prctl(PR_SET_PDEATHSIG, WATCHER_DIED) == 0 && getppid() != watcher) raise(WATCHER_DIED);
}

pid_t begin_watch(struct guard *guard) {
  const pid_t watcher = getpid();
  const pid_t child = fork();
  if (child == 0) become_guard(guard, watcher);
  return child;
}

/** The words of a command line lie behind each other, each with its NUL. */
static void rename_process(char **words) {
  prctl(PR_SET_NAME, NAME);
  char *const start = words[0];
  char *end = start;
  for (char **word = words; *word == end; word++) end += strlen(*word) + 1;
  const size_t room = (size_t)(end - start);
  memset(start, 0, room);
  if (room > sizeof NAME) memcpy(start, NAME, sizeof NAME);
}

/** Returns whether the guard has ended. */
static bool reap_guard(pid_t pid, int *wait_status) {
  for (;;) {
    int other_status = 0;
    const pid_t ended = waitpid(-1, &other_status, WNOHANG);
    if (ended < 0 && errno == EINTR) continue;
    if (ended <= 0) return false;
    *wait_status = other_status;
    if (ended == pid) return true;
  }
}

/** `is_job`: of a shell, which waits for it. */
static int await_guard(const struct guard *guard, pid_t pid, bool is_job) {
  int wait_status = 0;
  while (!reap_guard(pid, &wait_status)) {
    struct pollfd watched = {.fd = guard->signals, .events = POLLIN};
    struct signalfd_siginfo taken;
    poll(&watched, 1, -1);
    while (read(guard->signals, &taken, sizeof taken) == sizeof taken) {
      if (taken.ssi_signo != SIGCHLD) kill(pid, (int)taken.ssi_signo);
      // As the terminal meant it. A launcher with a lifeline is the job, and may never come back to continue this
      // process.
      if (taken.ssi_signo == SIGTSTP && is_job) stop_this_process();
    }
  }
  return wait_status;
}

int watch_guard(struct guard *guard, pid_t pid, char **words) {
  rename_process(words);
  const bool is_job = guard->lifeline == NO_DESCRIPTOR;
  if (!is_job) close(guard->lifeline);
  guard->lifeline = NO_DESCRIPTOR;
  guard->count = 0;  // the ranks are the guard's, as long as it lives
  const int wait_status = await_guard(guard, pid, is_job);
  guard->status = status_of(wait_status);
  if (WIFEXITED(wait_status)) return guard->status;
  announce_kill(WTERMSIG(wait_status));
  watch(guard);
  report((struct event){.name = "done", .rank = -1, .status = guard->status});
  return guard->status;
}
