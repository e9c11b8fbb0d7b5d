#include "tell-lines.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report.h"
#include "summary.h"

enum { LOOK_MS = 1000, SHOWN_SIZE = 200 };

static off_t measure(const char *path) {
  struct stat found;
  return path != NULL && stat(path, &found) == 0 && S_ISREG(found.st_mode) ? found.st_size : 0;
}

/** A progress bar writes its line again and again, each time behind a carriage return. */
static void report_line(int rank, const char *line, size_t length) {
  char text[SHOWN_SIZE + 1];
  while (length > 0 && line[length - 1] == '\r') length--;
  const char *turn = memrchr(line, '\r', length);
  if (turn != NULL) length -= (size_t)(turn + 1 - line);
  if (turn != NULL) line = turn + 1;
  if (length > SHOWN_SIZE) {
    length = SHOWN_SIZE;
    while (length > 1 && ((unsigned char)line[length] & 0xc0) == 0x80) length--;  // no part of a character
  }
  memcpy(text, line, length);
  text[length] = '\0';
  report((struct event){.name = "line", .rank = rank, .status = -1, .subject = text});
}

static void tell_new(const struct rank *ranks, size_t count, off_t *told) {
  static struct last_lines last;
  for (size_t i = 0; i < count; i++) {
    const off_t size = measure(ranks[i].output) + measure(ranks[i].errors);
    if (size == told[i]) continue;
    told[i] = size;
    read_last_line(&ranks[i], &last);
    if (last.count > 0) report_line(ranks[i].number, last.lines[0], last.lengths[0]);
  }
}

void tell_lines(const struct rank *ranks, size_t count, int lifeline) {
  off_t *told = calloc(count + 1, sizeof *told);
  char mark = 0;
  for (bool is_over = told == NULL; !is_over;) {
    struct pollfd end = {.fd = lifeline, .events = POLLIN};
    is_over = poll(&end, 1, LOOK_MS) > 0 && read(lifeline, &mark, 1) != 1;
    tell_new(ranks, count, told);
  }
  free(told);
}
