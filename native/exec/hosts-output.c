#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hosts.h"

enum { PIECE_SIZE = 1 << 16, ENOUGH = 1 << 20 };

static struct sink {
  int descriptor;
  pid_t pid;
  char *text;
  size_t start;
  size_t length;
  size_t room;
} sinks[STDERR_FILENO + 1];

static bool are_started;

/** Its reader may stand still for hours. */
static void write_through(int from, int to) {
  static char piece[PIECE_SIZE];
  for (;;) {
    const ssize_t got = read(from, piece, sizeof piece);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) _exit(0);
    for (ssize_t done = 0; done < got;) {
      const ssize_t written = write(to, piece + done, (size_t)(got - done));
      if (written < 0 && errno != EINTR) _exit(0);
      if (written > 0) done += written;
    }
  }
}

static bool start_writer(int target) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  const pid_t pid = fork();
  if (pid == 0) {
    setsid();
    prctl(PR_SET_NAME, "show-output");
    if (target == STDERR_FILENO && sinks[STDOUT_FILENO].pid > 0) close(sinks[STDOUT_FILENO].descriptor);
    close(ends[1]);
    write_through(ends[0], target);
  }
  close(ends[0]);
  fcntl(ends[1], F_SETFL, O_NONBLOCK);
  sinks[target] = (struct sink){.descriptor = ends[1], .pid = pid};
  return pid > 0;
}

bool start_writers(void) {
  are_started = true;
  return start_writer(STDOUT_FILENO) && start_writer(STDERR_FILENO);
}

static bool make_room(struct sink *sink, size_t length) {
  if (sink->start > 0 && sink->start >= sink->length) {
    memmove(sink->text, sink->text + sink->start, sink->length);
    sink->start = 0;
  }
  const size_t needed = sink->start + sink->length + length;
  if (needed <= sink->room) return true;
  char *grown = realloc(sink->text, 2 * needed);
  if (grown == NULL) return false;
  sink->text = grown;
  sink->room = 2 * needed;
  return true;
}

void show_output(int target, const char *text, size_t length) {
  struct sink *sink = &sinks[target];
  if (!are_started || sink->descriptor == NO_DESCRIPTOR || !make_room(sink, length)) return;
  memcpy(sink->text + sink->start + sink->length, text, length);
  sink->length += length;
  if (sink->length == length) drain_output(target);
}

void drain_output(int target) {
  struct sink *sink = &sinks[target];
  while (sink->length > 0 && sink->descriptor != NO_DESCRIPTOR) {
    const ssize_t written = write(sink->descriptor, sink->text + sink->start, sink->length);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EAGAIN) return;
    if (written < 0) {  // nobody reads it any more
      close(sink->descriptor);
      sink->descriptor = NO_DESCRIPTOR;
      sink->length = 0;
      return;
    }
    sink->start += (size_t)written;
    sink->length -= (size_t)written;
  }
  if (sink->length == 0) sink->start = 0;
}

int output_descriptor(int target) {
  const struct sink *sink = &sinks[target];
  return are_started && sink->length > 0 ? sink->descriptor : NO_DESCRIPTOR;
}

bool has_output(void) { return sinks[STDOUT_FILENO].length + sinks[STDERR_FILENO].length > 0; }

bool is_output_full(void) { return sinks[STDOUT_FILENO].length + sinks[STDERR_FILENO].length > ENOUGH; }

void dismiss_writers(void) {
  for (int target = STDOUT_FILENO; are_started && target <= STDERR_FILENO; target++) {
    if (sinks[target].descriptor != NO_DESCRIPTOR) close(sinks[target].descriptor);
    sinks[target].descriptor = NO_DESCRIPTOR;
  }
}

bool is_writer_left(void) {
  bool is_left = false;
  for (int target = STDOUT_FILENO; are_started && target <= STDERR_FILENO; target++) {
    struct sink *sink = &sinks[target];
    if (sink->pid > 0 && waitpid(sink->pid, NULL, WNOHANG) != 0) sink->pid = 0;
    is_left = is_left || sink->pid > 0;
  }
  return is_left;
}

void kill_writers(void) {
  for (int target = STDOUT_FILENO; are_started && target <= STDERR_FILENO; target++) {
    if (sinks[target].pid > 0) kill(sinks[target].pid, SIGKILL);
  }
}
