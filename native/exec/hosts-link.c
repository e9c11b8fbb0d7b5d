#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "end-processes.h"
#include "hosts.h"
#include "start-rank.h"

enum { MOST_PENDING = 1 << 20, DIGITS = 24 };

static void close_descriptor(int *descriptor) {
  if (*descriptor >= 0) close(*descriptor);
  *descriptor = NO_DESCRIPTOR;
}

/** The transport gets no terminal: a question would wait there for ever, and Ctrl-C is the launcher's. */
static void become_transport(const struct host *host, const int ends[3], pid_t launcher) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGPIPE, SIG_DFL);
  setsid();
  for (int i = 0; i < 3; i++) {
    if (dup2(ends[i], i) < 0) _exit(STATUS_CANNOT_RUN);
  }
  if (prctl(PR_SET_PDEATHSIG, SIGTERM) == 0 && getppid() != launcher) _exit(STATUS_CANNOT_RUN);
  execvp(host->transport[0], host->transport);
  dprintf(STDERR_FILENO, "%s: %s\n", host->transport[0], strerror(errno));
  _exit(errno == ENOENT ? STATUS_CANNOT_RUN + 1 : STATUS_CANNOT_RUN);
}

static void tell_word(struct host *host, const char *word) { tell_host(host, word, strlen(word) + 1); }

static bool is_replaced(const struct host *host) { return host->name != host->node; }

static size_t count_replaced(const struct hosts *hosts) {
  size_t count = 0;
  for (size_t i = 0; i < hosts->count; i++) count += is_replaced(&hosts->items[i]) ? 1 : 0;
  return count;
}

static void tell_replaced(struct host *host, const struct host *replaced) {
  if (!is_replaced(replaced)) return;
  tell_word(host, "--replace");
  tell_host(host, replaced->node, strlen(replaced->node));
  tell_host(host, "=", 1);
  tell_word(host, replaced->name);
}

/** What launch.sh asks for, behind what has been decided since. */
static void tell_words(const struct hosts *hosts, struct host *host) {
  char digits[DIGITS];
  const bool is_again = hosts->round > 0;
  size_t count = is_again ? 2 + 2 * count_replaced(hosts) : 0;
  for (size_t i = 0; host->words[i] != NULL; i++) count++;
  snprintf(digits, sizeof digits, "%zu", count);
  tell_word(host, digits);
  snprintf(digits, sizeof digits, "%d", hosts->attempt);
  if (is_again) tell_word(host, "--attempt");
  if (is_again) tell_word(host, digits);
  for (size_t i = 0; is_again && i < hosts->count; i++) tell_replaced(host, &hosts->items[i]);
  for (size_t i = 0; host->words[i] != NULL; i++) tell_word(host, host->words[i]);
}

bool connect_host(const struct hosts *hosts, struct host *host) {
  int pipes[3][2];
  const pid_t launcher = getpid();
  for (int i = 0; i < 3; i++) {
    if (pipe2(pipes[i], O_CLOEXEC) != 0) return false;  // what is open goes with the launcher
  }
  const pid_t pid = fork();
  if (pid == 0) become_transport(host, (int[]){pipes[0][0], pipes[1][1], pipes[2][1]}, launcher);
  close(pipes[0][0]);
  close(pipes[1][1]);
  close(pipes[2][1]);
  host->input = pipes[0][1];
  host->output = pipes[1][0];
  host->errors = pipes[2][0];
  if (pid < 0) return false;
  fcntl(host->input, F_SETFL, O_NONBLOCK);
  fcntl(host->output, F_SETFL, O_NONBLOCK);
  fcntl(host->errors, F_SETFL, O_NONBLOCK);
  host->pid = pid;
  host->heard = now_ms();
  tell_words(hosts, host);
  return true;
}

void tell_host(struct host *host, const char *text, size_t length) {
  if (host->input == NO_DESCRIPTOR || host->pending_length + length > MOST_PENDING) return;
  char *grown = realloc(host->pending, host->pending_length + length);
  if (grown == NULL) return;
  host->pending = grown;
  memcpy(grown + host->pending_length, text, length);
  host->pending_length += length;
  send_pending(host);
}

void send_pending(struct host *host) {
  while (host->pending_length > 0 && host->input != NO_DESCRIPTOR) {
    const ssize_t sent = write(host->input, host->pending, host->pending_length);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && errno == EAGAIN) return;
    if (sent < 0) {
      close_descriptor(&host->input);
      return;
    }
    host->pending_length -= (size_t)sent;
    memmove(host->pending, host->pending + sent, host->pending_length);
  }
}

/** A line that is too long is no line of ours. */
static void take_lines(struct hosts *hosts, struct host *host) {
  struct line_buffer *line = &host->line;
  char *at = line->text;
  char *const end = line->text + line->length;
  for (char *line_end; (line_end = memchr(at, '\n', (size_t)(end - at))) != NULL; at = line_end + 1) {
    *line_end = '\0';
    take_line(hosts, host, at, (size_t)(line_end - at));
  }
  line->length = at == line->text && end == line->text + sizeof line->text ? 0 : (size_t)(end - at);
  memmove(line->text, at, line->length);
}

void read_host(struct hosts *hosts, struct host *host) {
  struct line_buffer *line = &host->line;
  for (int i = 0; i < 16 && host->output != NO_DESCRIPTOR; i++) {
    const ssize_t got = read(host->output, line->text + line->length, sizeof line->text - line->length);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) {
      close_descriptor(&host->output);
      return;
    }
    line->length += (size_t)got;
    take_lines(hosts, host);
  }
}

void read_complaint(struct host *host) {
  char piece[COMPLAINT_SIZE / 2];
  const ssize_t got = read(host->errors, piece, sizeof piece);
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (got <= 0) {
    close_descriptor(&host->errors);
    return;
  }
  const size_t length = strlen(host->complaint);
  const size_t room = COMPLAINT_SIZE - 1 - (size_t)got;
  const size_t kept = length < room ? length : room;
  memmove(host->complaint, host->complaint + length - kept, kept);
  memcpy(host->complaint + kept, piece, (size_t)got);
  host->complaint[kept + (size_t)got] = '\0';
}

void close_host(struct host *host) {
  close_descriptor(&host->input);
  host->pending_length = 0;
}

void reset_host(struct host *host) {
  close_host(host);
  close_descriptor(&host->output);
  close_descriptor(&host->errors);
  free(host->pending);
  *host = (struct host){
      .node = host->node,
      .name = host->name,
      .ranks = host->ranks,
      .transport = host->transport,
      .words = host->words,
      .input = NO_DESCRIPTOR,
      .output = NO_DESCRIPTOR,
      .errors = NO_DESCRIPTOR,
      .nearest = -1,
  };
}
