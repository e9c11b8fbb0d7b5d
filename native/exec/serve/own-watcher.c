#include <poll.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../base/run-program.h"
#include "../tell/outbox.h"
#include "guard.h"

enum { TICK_MS = 20, GIVE_UP_MS = 5000, SWEEP_MS = 500 };

static const char NAME[] = "orphan-watch";

/** The child starts with nothing that was its parent's: no children, none to adopt. */
static void become_guard(struct guard_state *guard, pid_t watcher) {
  setsid();
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  guard->inherited.count = 0;
  if (prctl(PR_SET_PDEATHSIG, WATCHER_GONE) == 0 && getppid() != watcher) raise(WATCHER_GONE);
}

pid_t begin_being_watched(struct guard_state *guard) {
  const pid_t watcher = getpid();
  // Kernels that are imitated refuse it: then daemons escape, and all else is as it should be.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  // The process that started this program by exec may have left children, such as a tee of all output.
  find_descendants(&guard->inherited, &(struct pids){.count = 0});
  const pid_t child = fork();
  if (child == 0) become_guard(guard, watcher);
  return child < 0 ? 0 : child;
}

/** The words of a command line follow each other in memory, each with its NUL. */
static void rename_process(char **words) {
  prctl(PR_SET_NAME, NAME);
  char *const start = words[0];
  char *end = start;
  for (char **word = words; *word == end; word++) end += strlen(*word) + 1;
  const size_t room = (size_t)(end - start);
  memset(start, 0, room);
  if (room > sizeof NAME) memcpy(start, NAME, sizeof NAME);
}

/** Waits for the guard, and passes on what this process is sent. */
static int await_guard(const struct guard_state *guard, pid_t pid) {
  for (;;) {
    int wait_status = 0;
    struct signalfd_siginfo taken;
    const pid_t ended = waitpid(-1, &wait_status, WNOHANG);
    if (ended == pid) return wait_status;
    if (ended > 0) continue;
    poll(&(struct pollfd){.fd = guard->signals, .events = POLLIN}, 1, -1);
    while (read(guard->signals, &taken, sizeof taken) == sizeof taken) {
      if (taken.ssi_signo != SIGCHLD) kill(pid, (int)taken.ssi_signo);
    }
  }
}

/** What the guard could not end any more. */
static void end_orphans(const struct guard_state *guard, int give_up_ms) {
  const long long deadline = now_ms() + give_up_ms;
  while (is_anything_left(guard) && now_ms() < deadline) {
    kill_ranks(guard);
    poll(NULL, 0, TICK_MS);
    while (waitpid(-1, NULL, WNOHANG) > 0) continue;
  }
  tell_survivors(guard);
}

int watch_over(struct guard_state *guard, pid_t pid, char **words) {
  rename_process(words);
  close(guard->lifeline);
  const int wait_status = await_guard(guard, pid);
  if (WIFEXITED(wait_status)) {
    end_orphans(guard, SWEEP_MS);  // of questions that were not answered
    return WEXITSTATUS(wait_status);
  }
  tell((struct event){.name = "killed", .killer = NUMBER(WTERMSIG(wait_status))});
  empty_outbox();
  end_orphans(guard, GIVE_UP_MS);
  tell((struct event){.name = "done"});
  // A reader that stands still is not waited for.
  for (int i = 0; measure_outbox() > 0 && i < GIVE_UP_MS / TICK_MS; i++, poll(NULL, 0, TICK_MS)) empty_outbox();
  return status_of_wait(wait_status);
}
