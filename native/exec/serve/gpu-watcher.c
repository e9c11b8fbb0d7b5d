#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../base/process.h"
#include "../base/run-program.h"
#include "../tell/outbox.h"
#include "guard.h"

enum { PIECE_SIZE = 4096 };

static _Noreturn void watch_gpus(const struct job *job, int channel) {
  // The driver library of machines that have it in no usual place, as `rankplan` takes it.
  char *library = getenv("RANKPLAN_NVML");
  char *words[] = {
      (char *)job->sampler, "--watch", "--folder", (char *)job->logs, library == NULL ? NULL : "--nvml", library, NULL};
  setsid();
  reset_signals();
  become_program(words, channel, channel);
}

void start_gpu_watcher(struct guard_state *guard) {
  int ends[2];
  if (guard->job.sampler == NULL || guard->job.logs == NULL) return;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return;
  const pid_t pid = fork_child();
  if (pid == 0) watch_gpus(&guard->job, ends[1]);
  close(ends[1]);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  guard->sampler = (struct watcher_of_gpus){
      .pid = pid < 0 ? 0 : pid, .status = STATUS_UNUSABLE, .channel = ends[0], .was_started = true};
}

void ask_gpu_watcher(const struct guard_state *guard) {
  if (guard->sampler.channel == NOWHERE) return;
  while (write(guard->sampler.channel, "\n", 1) < 0 && errno == EINTR) continue;
}

/** Reports the crash as if the watcher had written it itself: see src/runtime/driver/driver-session.ts. */
static void tell_crash(struct guard_state *guard) {
  char line[128];
  if (!guard->sampler.was_started) return;
  guard->sampler.was_started = false;
  const int length = snprintf(line, sizeof line, "\n{\"kind\":\"crashed\",\"how\":\"status %d\",\"said\":\"\"}\n",
                              guard->sampler.status);
  tell((struct event){.name = "sample", .text = line, .text_length = (size_t)length});
  guard->sampler.has_answered = true;
}

static void close_channel(struct watcher_of_gpus *sampler) {
  if (sampler->channel != NOWHERE) close(sampler->channel);
  sampler->channel = NOWHERE;
}

void read_gpu_watcher(struct guard_state *guard) {
  char piece[PIECE_SIZE];
  struct watcher_of_gpus *sampler = &guard->sampler;
  if (sampler->channel == NOWHERE) return;
  const ssize_t got = read(sampler->channel, piece, sizeof piece);
  if (got > 0) {
    tell_pieces((struct event){.name = "sample", .text = piece, .text_length = (size_t)got});
    sampler->has_answered =
        sampler->has_answered || memmem(piece, (size_t)got, "}\n", 2) != NULL;  // an answer is a line
  } else if (got == 0 || (errno != EINTR && errno != EAGAIN)) {
    close_channel(sampler);
    if (sampler->pid > 0) kill(sampler->pid, SIGKILL);  // of one that has begun to end, the status stays
    else tell_crash(guard);
  }
}

void note_gpu_watcher_end(struct guard_state *guard, int status) {
  guard->sampler.pid = 0;
  guard->sampler.status = status;
  if (guard->sampler.channel == NOWHERE) tell_crash(guard);
}

void dismiss_gpu_watcher(struct guard_state *guard) {
  guard->sampler.was_started = false;
  close_channel(&guard->sampler);
  if (guard->sampler.pid > 0) kill(guard->sampler.pid, SIGKILL);
}
