#include "outbox.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/clock.h"

static struct {
  int descriptor;
  bool waits;
  bool is_broken;
  char *bytes;
  size_t start;  // of what waits
  size_t end;
  size_t room;
  long long taken_at;  // when its reader last took something, or the first began to wait
} outbox = {.descriptor = -1};

void open_outbox(int descriptor, bool waits) {
  outbox.descriptor = descriptor;
  outbox.waits = waits;
  outbox.start = outbox.end = 0;  // what waited is the parent's to send
  if (!waits) fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

size_t measure_outbox(void) { return outbox.end - outbox.start; }

bool is_outbox_broken(void) { return outbox.is_broken; }

long long measure_stall(void) { return measure_outbox() == 0 ? 0 : now_ms() - outbox.taken_at; }

static bool make_room(size_t length) {
  if (outbox.end + length <= outbox.room) return true;
  if (outbox.start > 0) memmove(outbox.bytes, outbox.bytes + outbox.start, measure_outbox());
  outbox.end -= outbox.start;
  outbox.start = 0;
  if (outbox.end + length <= outbox.room) return true;
  const size_t room = 2 * (outbox.end + length);
  char *grown = realloc(outbox.bytes, room);
  if (grown == NULL) return false;
  outbox.bytes = grown;
  outbox.room = room;
  return true;
}

void pass_lines(const char *lines, size_t length) {
  if (outbox.descriptor < 0 || outbox.is_broken || length == 0) return;
  if (outbox.waits) {
    while (write(outbox.descriptor, lines, length) < 0 && errno == EINTR) continue;  // a pipe takes a line whole
    return;
  }
  if (!make_room(length)) {
    outbox.is_broken = true;  // a launcher that misses a line could take a failure for a success
    return;
  }
  if (measure_outbox() == 0) outbox.taken_at = now_ms();
  memcpy(outbox.bytes + outbox.end, lines, length);
  outbox.end += length;
}

void tell(struct event event) {
  char line[LINE_SIZE];
  pass_lines(line, write_event(&event, line, NULL));
}

void tell_pieces(struct event event) {
  do {
    char line[LINE_SIZE];
    size_t taken = 0;
    pass_lines(line, write_event(&event, line, &taken));
    event.text += taken;
    event.text_length -= taken;
  } while (event.text_length > 0);
}

/** The lines that a pipe takes in one piece: a reader never gets a part of a line, even if the guard is killed. */
static size_t measure_lines(void) {
  const size_t waiting = measure_outbox();
  if (waiting <= LINE_SIZE) return waiting;
  const char *start = outbox.bytes + outbox.start;
  const char *last = memrchr(start, '\n', LINE_SIZE);
  return last == NULL ? LINE_SIZE : (size_t)(last + 1 - start);
}

void empty_outbox(void) {
  while (measure_outbox() > 0) {
    const ssize_t written = write(outbox.descriptor, outbox.bytes + outbox.start, measure_lines());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno != EAGAIN) {
      outbox.is_broken = true;
      outbox.start = outbox.end = 0;
    }
    if (written <= 0) return;
    outbox.start += (size_t)written;
    outbox.taken_at = now_ms();
  }
}
