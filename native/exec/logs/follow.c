#include "logs.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../tell/event.h"

/** The longest part of a log that is looked at for a line's end. */
enum { LONGEST = 1 << 16, LOOK_MS = 100, LONGEST_LABEL = 512 };

/** One log; it is open only while it is read, so that the number of ranks needs no descriptors. */
struct tail {
  const char *path;
  const char *label;
  char mark;
  off_t offset;  // of what has not been shown
  off_t seen;    // the size of the file when it was last read
};

struct output {
  char text[LINE_SIZE];
  size_t length;
  int into;
};

static char piece[LONGEST];

static void flush(struct output *output) {
  // A pipe takes so much whole; if it takes nothing, the guard is gone.
  while (output->length > 0 && write(output->into, output->text, output->length) < 0) {
    if (errno != EINTR) _exit(0);
  }
  output->length = 0;
}

static void add(struct output *output, const char *text, size_t length) {
  memcpy(output->text + output->length, text, length);
  output->length += length;
}

static void add_piece(struct output *output, char mark, const char *label, size_t label_length, const char *text,
                      size_t length) {
  if (output->length + label_length + length + 2 > LINE_SIZE) flush(output);
  add(output, &mark, 1);
  add(output, label, label_length);
  add(output, text, length);
  add(output, "\n", 1);
}

/** Lines that end; only the last one may be without its end. */
static void add_lines(struct output *output, const struct tail *tail, const char *text, size_t length) {
  const size_t label = cut_at_character(tail->label, strlen(tail->label), LONGEST_LABEL);
  for (const char *end = text + length; text < end;) {
    const char *line_end = memchr(text, '\n', (size_t)(end - text));
    const char *const stop = line_end == NULL ? end : line_end;
    size_t shown_label = label;
    do {
      const size_t size = cut_at_character(text, (size_t)(stop - text), LINE_SIZE - shown_label - 2);
      const bool goes_on = text + size < stop;
      const char mark = (char)(tail->mark + (goes_on ? GOES_ON : 0));
      add_piece(output, mark, tail->label, shown_label, text, size);
      text += size;
      shown_label = 0;
    } while (text < stop);
    if (text == line_end) text++;
  }
}

/** What has been written and not shown. Only a file has an end: a link to a device may go on for ever. */
static size_t read_more(struct tail *tail, bool is_last) {
  struct stat found;
  if (stat(tail->path, &found) != 0 || !S_ISREG(found.st_mode)) return 0;
  if (found.st_size <= tail->offset || (found.st_size == tail->seen && !is_last)) return 0;
  const int file = open(tail->path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (file < 0) return 0;
  const ssize_t length = pread(file, piece, sizeof piece, tail->offset);
  close(file);
  if (length <= 0) return 0;
  tail->seen = tail->offset + length;
  return (size_t)length;
}

/** Returns whether there was something to show. */
static bool show_more(struct tail *tail, bool is_last, struct output *output) {
  const size_t length = read_more(tail, is_last);
  const char *last_end = length == 0 ? NULL : memrchr(piece, '\n', length);
  size_t shown = 0;
  if (last_end != NULL) shown = (size_t)(last_end - piece) + 1;
  else if (length == LONGEST) shown = cut_at_character(piece, length, length - 1);
  else if (is_last) shown = length;
  add_lines(output, tail, piece, shown);
  flush(output);
  tail->offset += (off_t)shown;
  return shown > 0;
}

static struct tail *list_tails(const struct job *job) {
  struct tail *tails = calloc(2 * job->count, sizeof *tails);
  for (size_t i = 0; tails != NULL && i < job->count; i++) {
    const struct member *member = &job->members[i];
    tails[2 * i] = (struct tail){.path = member->output, .label = member->label, .mark = OUTPUT_MARK};
    tails[2 * i + 1] = (struct tail){.path = member->errors, .label = member->label, .mark = ERRORS_MARK};
  }
  return tails;
}

void follow_logs(const struct job *job, int into, int lifeline) {
  static struct output output;
  struct tail *tails = list_tails(job);
  bool is_more = false;
  output.into = into;
  for (bool is_over = tails == NULL; !is_over || is_more;) {
    struct pollfd end = {.fd = lifeline, .events = POLLIN};
    // Asked first: what was written before is read below.
    is_over = is_over || poll(&end, 1, is_more ? 0 : LOOK_MS) > 0;
    is_more = false;
    for (size_t i = 0; tails != NULL && i < 2 * job->count; i++) {
      if (tails[i].path != NULL && show_more(&tails[i], is_over, &output)) is_more = true;
    }
  }
  free(tails);
}
