#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../base/run-program.h"
#include "../tell/outbox.h"
#include "guard.h"

static void note_end(struct guard_state *guard, size_t index, int wait_status) {
  struct member *member = &guard->job.members[index];
  member->is_running = false;
  guard->running--;
  pass_errand_lines(guard);  // why it could not start
  tell((struct event){.name = "ended",
                      .rank = NUMBER(member->number),
                      .pid = NUMBER(member->pid),
                      .status = NUMBER(status_of_wait(wait_status)),
                      .killer = {.value = WTERMSIG(wait_status), .is_there = WIFSIGNALED(wait_status)},
                      .at = NUMBER(wall_ms())});
}

static void note_child(struct guard_state *guard, pid_t pid, int wait_status) {
  if (pid == guard->follower) {
    guard->follower = 0;
    close(guard->follower_end);
    return;
  }
  if (pid == guard->sampler.pid) {
    note_gpu_watcher_end(guard, status_of_wait(wait_status));
    return;
  }
  for (size_t i = 0; i < guard->job.count; i++) {
    const struct member *member = &guard->job.members[i];
    if (!member->is_running || member->pid != pid) continue;
    note_end(guard, i, wait_status);
    return;
  }
  note_errand_end(guard, pid, wait_status == 0);
}

void reap_children(struct guard_state *guard) {
  for (;;) {
    int wait_status = 0;
    const pid_t pid = waitpid(-1, &wait_status, WNOHANG);
    if (pid < 0 && errno == EINTR) continue;
    if (pid <= 0) return;
    note_child(guard, pid, wait_status);
  }
}
