#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "../base/process.h"
#include "../logs/logs.h"
#include "../tell/outbox.h"
#include "guard.h"

static _Noreturn void follow(const struct guard_state *guard, int into, int lifeline) {
  prctl(PR_SET_NAME, "follow-logs");
  if (strcmp(guard->job.show, "all") == 0) {
    follow_logs(&guard->job, into, lifeline);
  } else {
    open_outbox(guard->errand_into, true);
    tell_last_lines(&guard->job, lifeline);
  }
  _exit(0);
}

static void warn(int error) { tell((struct event){.name = "warning", .step = "output", .error = error}); }

void start_follower_process(struct guard_state *guard) {
  int into = NOWHERE;
  int ends[2];
  if (guard->job.show[0] == '\0') return;
  if (pipe2(ends, O_CLOEXEC) != 0) {
    warn(errno);
    return;
  }
  guard->follower_end = ends[1];
  const pid_t pid = open_passage(&guard->output, &into) ? fork_child() : -1;
  if (pid == 0) follow(guard, into, ends[0]);
  if (pid < 0) warn(errno);
  else guard->follower = pid;
  close(ends[0]);
  if (into != NOWHERE) close(into);
}

void dismiss_follower_process(const struct guard_state *guard) {
  if (guard->follower != 0 && write(guard->follower_end, "\n", 1) != 1) kill(guard->follower, SIGKILL);
}
