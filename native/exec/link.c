#include "link.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "options.h"
#include "start-rank.h"

enum { MOST_PENDING = 1 << 25 };

const struct link NO_LINK = {.input = NO_DESCRIPTOR, .output = NO_DESCRIPTOR, .errors = NO_DESCRIPTOR};

static void close_descriptor(int *descriptor) {
  if (*descriptor >= 0) close(*descriptor);
  *descriptor = NO_DESCRIPTOR;
}

/** It gets no terminal: a question would wait there for ever, and Ctrl-C is the launcher's. */
static void become_program(char **words, const int ends[3], pid_t parent) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGPIPE, SIG_DFL);
  setsid();
  for (int i = 0; i < 3; i++) {
    if (dup2(ends[i], i) < 0) _exit(STATUS_CANNOT_RUN);
  }
  if (prctl(PR_SET_PDEATHSIG, SIGTERM) == 0 && getppid() != parent) _exit(STATUS_CANNOT_RUN);
  execvp(words[0], words);
  dprintf(STDERR_FILENO, "%s: %s\n", words[0], strerror(errno));
  _exit(errno == ENOENT ? STATUS_CANNOT_RUN + 1 : STATUS_CANNOT_RUN);
}

static void close_pipes(int pipes[3][2], int count) {
  const int reason = errno;
  for (int i = 0; i < count; i++) {
    close(pipes[i][0]);
    close(pipes[i][1]);
  }
  errno = reason;
}

bool open_link(struct link *link, char **words) {
  int pipes[3][2];
  const pid_t parent = getpid();
  for (int i = 0; i < 3; i++) {
    if (pipe2(pipes[i], O_CLOEXEC) == 0) continue;
    close_pipes(pipes, i);
    return false;
  }
  const pid_t pid = fork();
  if (pid == 0) become_program(words, (int[]){pipes[0][0], pipes[1][1], pipes[2][1]}, parent);
  if (pid < 0) {
    close_pipes(pipes, 3);
    return false;
  }
  close(pipes[0][0]);
  close(pipes[1][1]);
  close(pipes[2][1]);
  *link = (struct link){.pid = pid, .is_there = true, .is_open = true};
  link->input = pipes[0][1];
  link->output = pipes[1][0];
  link->errors = pipes[2][0];
  fcntl(link->input, F_SETFL, O_NONBLOCK);
  fcntl(link->output, F_SETFL, O_NONBLOCK);
  fcntl(link->errors, F_SETFL, O_NONBLOCK);
  return true;
}

void tell_link(struct link *link, const char *text, size_t length) {
  if (link->input == NO_DESCRIPTOR || link->pending_length + length > MOST_PENDING) return;
  char *grown = realloc(link->pending, link->pending_length + length);
  if (grown == NULL) return;
  link->pending = grown;
  memcpy(grown + link->pending_length, text, length);
  link->pending_length += length;
  send_pending(link);
}

void send_pending(struct link *link) {
  while (link->pending_length > 0 && link->input != NO_DESCRIPTOR) {
    const ssize_t sent = write(link->input, link->pending, link->pending_length);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && errno == EAGAIN) return;
    if (sent < 0) {
      close_descriptor(&link->input);
      return;
    }
    link->pending_length -= (size_t)sent;
    memmove(link->pending, link->pending + sent, link->pending_length);
  }
}

/** Closes it at its end. */
static size_t read_descriptor(int *descriptor, char *text, size_t size) {
  ssize_t got = -1;
  do got = *descriptor == NO_DESCRIPTOR ? 0 : read(*descriptor, text, size);
  while (got < 0 && errno == EINTR);
  if (got < 0 && errno == EAGAIN) return 0;
  if (got <= 0) close_descriptor(descriptor);
  return got > 0 ? (size_t)got : 0;
}

size_t read_link(struct link *link, char *text, size_t size) {
  const size_t got = read_descriptor(&link->output, text, size);
  link->is_open = link->output != NO_DESCRIPTOR;
  return got;
}

size_t read_errors(struct link *link, char *text, size_t size) { return read_descriptor(&link->errors, text, size); }

void keep_complaint(struct link *link, const char *text, size_t length) {
  const size_t most = COMPLAINT_SIZE - 1;
  if (length > most) {
    text += length - most;
    length = most;
  }
  const size_t before = strlen(link->complaint);
  const size_t kept = before < most - length ? before : most - length;
  memmove(link->complaint, link->complaint + before - kept, kept);
  memcpy(link->complaint + kept, text, length);
  link->complaint[kept + length] = '\0';
}

void reap_link(struct link *link) {
  if (link->pid <= 0 || waitpid(link->pid, &link->wait_status, WNOHANG) != link->pid) return;
  link->pid = 0;
  link->is_there = false;
}

void close_link(struct link *link) {
  close_descriptor(&link->input);
  link->pending_length = 0;
}

void break_link(struct link *link) {
  close_link(link);
  close_descriptor(&link->output);
  link->is_open = false;
  if (link->pid > 0) kill(-link->pid, SIGTERM);
}

void forget_link(struct link *link) {
  close_link(link);
  close_descriptor(&link->output);
  close_descriptor(&link->errors);
  free(link->pending);
  link->pending = NULL;
  link->pid = 0;
  link->is_there = link->is_open = false;
}

void watch_link(const struct link *link, struct pollfd *watched) {
  watched[0] = (struct pollfd){.fd = link->output, .events = POLLIN};
  watched[1] = (struct pollfd){.fd = link->errors, .events = POLLIN};
  watched[2] = (struct pollfd){.fd = link->pending_length > 0 ? link->input : NO_DESCRIPTOR, .events = POLLOUT};
}
