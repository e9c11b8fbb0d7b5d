#include "follow-logs.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "attempt-logs.h"
#include "environment.h"
#include "orders.h"
#include "place.h"
#include "tell-lines.h"

/** A line that is longer is shown in parts. */
enum {
  LONGEST_LINE = 1 << 20,
  OUTPUT_SIZE = 1 << 16,
  LOOK_MS = 100,
  PLACE_SIZE = 96,
  PREFIX_SIZE = 32 + PLACE_SIZE,
  ONLY = -1
};

/** One log; it is open only while it is read, so that the number of ranks needs no descriptors. */
struct tail {
  const char *path;
  int rank;
  int target;              // stdout or stderr
  char place[PLACE_SIZE];  // of a line that is marked: ` lab2:0`
  off_t offset;            // of what has not been shown
  off_t seen;              // the size of the file when it was last read
  int attempt;             // whose log it is; ONLY: there is one
};

/** Where marked lines go, or none are. A pipe takes writes of this size whole. */
static int marked = -1;

struct output {
  char text[OUTPUT_SIZE];
  size_t length;
  int target;
  bool is_closed[STDERR_FILENO + 1];  // nobody reads it any more
};

static char line_buffer[LONGEST_LINE];

void show_marked(int descriptor) { marked = descriptor; }

static void flush(struct output *output) {
  const char *at = output->text;
  while (output->length > 0 && !output->is_closed[output->target]) {
    const ssize_t written = write(marked < 0 ? output->target : marked, at, output->length);
    if (written > 0) {
      at += written;
      output->length -= (size_t)written;
    } else if (errno == EAGAIN) {
      struct pollfd room = {.fd = marked < 0 ? output->target : marked, .events = POLLOUT};
      poll(&room, 1, -1);
    } else if (errno != EINTR) {
      output->is_closed[output->target] = true;
    }
  }
  output->length = 0;
}

static void add(struct output *output, const char *text, size_t length) {
  while (length > 0) {
    if (output->length == OUTPUT_SIZE) flush(output);
    const size_t room = OUTPUT_SIZE - output->length;
    const size_t taken = length < room ? length : room;
    memcpy(output->text + output->length, text, taken);
    output->length += taken;
    text += taken;
    length -= taken;
  }
}

/** Lines that end; only the last one may be without its end. */
static void add_lines(struct output *output, const struct tail *tail, const char *text, size_t length) {
  char prefix[PREFIX_SIZE];
  char mark[2] = "";
  if (marked >= 0) mark[0] = tail->target == STDOUT_FILENO ? OUTPUT_MARK : ERRORS_MARK;
  const size_t prefix_length = (size_t)snprintf(prefix, sizeof prefix, "%s[rank %d%s] ", mark, tail->rank, tail->place);
  const size_t whole = marked < 0 ? OUTPUT_SIZE : PIPE_BUF;
  for (const char *end = text + length; text < end;) {
    const char *line_end = memchr(text, '\n', (size_t)(end - text));
    size_t size = (size_t)((line_end == NULL ? end : line_end) - text);
    if (marked >= 0 && size > whole - prefix_length - 1) size = whole - prefix_length - 1;
    // A reader should see whole lines: they are not parted between two writes where that can be.
    if (output->length + prefix_length + size + 1 > whole) flush(output);
    add(output, prefix, prefix_length);
    add(output, text, size);
    add(output, "\n", 1);
    text += size;
    if (text == line_end) text++;
  }
}

/** Once there is a folder for this attempt the path is the next one's, also where a rank left no log to be moved. */
static bool was_moved(const struct tail *tail, char kept[PATH_MAX]) {
  if (tail->attempt == ONLY || !name_kept(tail->path, tail->attempt, kept)) return false;
  char *slash = strrchr(kept, '/');
  *slash = '\0';
  const bool is_there = access(kept, F_OK) == 0;
  *slash = '/';
  return is_there;
}

/** What has been written and not shown, at most LONGEST_LINE. Only a file has an end: a link to a device may go on for
 * ever. */
static size_t read_more(struct tail *tail, bool is_last) {
  struct stat found;
  char kept[PATH_MAX];
  const bool is_moved = was_moved(tail, kept);
  const char *path = is_moved ? kept : tail->path;
  if (stat(path, &found) != 0 || !S_ISREG(found.st_mode)) return 0;
  if (found.st_size <= tail->offset || (found.st_size == tail->seen && !is_last)) return 0;
  const int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (file < 0) return 0;
  if (!is_moved && was_moved(tail, kept)) {
    close(file);  // it may be the next attempt's: another look finds this one's
    return 0;
  }
  const ssize_t length = pread(file, line_buffer, sizeof line_buffer, tail->offset);
  close(file);
  if (length <= 0) return 0;
  tail->seen = tail->offset + length;
  return (size_t)length;
}

/** Returns whether there was more to show. */
static bool show_more(struct tail *tail, bool is_last, struct output *output) {
  if (output->is_closed[tail->target]) return false;
  const size_t length = read_more(tail, is_last);
  const char *last_end = length == 0 ? NULL : memrchr(line_buffer, '\n', length);
  const bool is_shown_whole = length == LONGEST_LINE || is_last;
  size_t shown = 0;
  if (last_end != NULL) shown = (size_t)(last_end - line_buffer) + 1;
  else if (is_shown_whole) shown = length;
  output->target = tail->target;
  add_lines(output, tail, line_buffer, shown);
  flush(output);
  tail->offset += (off_t)shown;
  return shown > 0;
}

static void name_place(const struct rank *rank, char place[PLACE_SIZE]) {
  struct environment environment;
  make_environment(rank, &environment);
  const char *machine = find_machine(&environment);
  const char *gpu = find_variable(&environment, "RANKPLAN_GPU");
  const bool has_gpu = gpu != NULL && gpu[0] != '\0';
  if (machine != NULL) snprintf(place, PLACE_SIZE, " %s%s%s", machine, has_gpu ? ":" : "", has_gpu ? gpu : "");
  free_environment(&environment);
}

static struct tail *list_tails(const struct rank *ranks, size_t count) {
  struct tail *tails = calloc(2 * count + 1, sizeof *tails);
  for (size_t i = 0; tails != NULL && i < count; i++) {
    tails[2 * i] = (struct tail){.path = ranks[i].output, .rank = ranks[i].number, .target = STDOUT_FILENO};
    tails[2 * i + 1] = (struct tail){.path = ranks[i].errors, .rank = ranks[i].number, .target = STDERR_FILENO};
    if (marked < 0) continue;
    name_place(&ranks[i], tails[2 * i].place);
    memcpy(tails[2 * i + 1].place, tails[2 * i].place, PLACE_SIZE);
  }
  return tails;
}

static void follow_attempt(struct tail *tails, size_t count, int lifeline) {
  static struct output output;
  bool is_more = false;
  for (bool is_over = false; !is_over || is_more;) {
    struct pollfd end = {.fd = lifeline, .events = POLLIN};
    is_over =
        is_over || poll(&end, 1, is_more ? 0 : LOOK_MS) > 0;  // asked first: what was written before is read below
    is_more = false;
    for (size_t i = 0; i < count; i++) {
      if (tails[i].path != NULL && show_more(&tails[i], is_over, &output)) is_more = true;
    }
  }
}

/** One process for all attempts: a reader that stands still delays neither a restart nor the order of what it gets. */
static void follow(const struct rank *ranks, size_t count, bool has_attempts, int lifeline) {
  struct tail *tails = list_tails(ranks, count);
  char mark = 0;
  for (int attempt = 0; tails != NULL; attempt++) {
    for (size_t i = 0; i < 2 * count; i++) {
      tails[i].offset = tails[i].seen = 0;
      tails[i].attempt = has_attempts ? attempt : ONLY;
    }
    follow_attempt(tails, 2 * count, lifeline);
    if (read(lifeline, &mark, 1) != 1) break;
  }
  free(tails);
}

int start_follower(const struct rank *ranks, size_t count, enum followed followed, struct follower *follower) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
  const pid_t guard = getpid();
  const pid_t pid = fork();
  const int error = pid < 0 ? errno : 0;
  if (pid == 0) {
    prctl(PR_SET_NAME, "follow-logs");
    close(ends[1]);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != guard) _exit(0);
    if (followed == LAST_LINES) tell_lines(ranks, count, ends[0]);
    else follow(ranks, count, followed == LINES_OF_ATTEMPTS, ends[0]);
    _exit(0);
  }
  close(ends[0]);
  *follower = (struct follower){.pid = pid < 0 ? 0 : pid, .lifeline = ends[1]};
  return error;
}

void turn_follower(const struct follower *follower) {
  const char mark = '\n';
  if (follower->pid != 0 && write(follower->lifeline, &mark, 1) != 1) kill(follower->pid, SIGKILL);
}

void dismiss_follower(struct follower *follower) {
  if (follower->pid == 0) return;
  close(follower->lifeline);
}
