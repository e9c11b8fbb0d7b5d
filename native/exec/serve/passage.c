#include "passage.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "../tell/outbox.h"

bool open_passage(struct passage *passage, int *into) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  passage->descriptor = ends[0];
  passage->length = 0;
  *into = ends[1];
  return true;
}

void close_passage(struct passage *passage) {
  if (passage->descriptor >= 0) close(passage->descriptor);
  passage->descriptor = -1;
  passage->length = 0;
}

bool is_holding(const struct passage *passage) { return memchr(passage->held, '\n', passage->length) != NULL; }

bool fill_passage(struct passage *passage) {
  const size_t room = sizeof passage->held - passage->length;
  if (passage->descriptor < 0 || room == 0) return false;
  const ssize_t got = read(passage->descriptor, passage->held + passage->length, room);
  if (got > 0) passage->length += (size_t)got;
  else if (got == 0) {
    close(passage->descriptor);
    passage->descriptor = -1;
  }
  return got > 0 || (got < 0 && errno == EINTR);
}

size_t pass_on(struct passage *passage, size_t most) {
  const size_t looked_at = passage->length < most ? passage->length : most;
  const char *last = memrchr(passage->held, '\n', looked_at);
  const size_t whole = last == NULL ? 0 : (size_t)(last + 1 - passage->held);
  pass_lines(passage->held, whole);
  passage->length -= whole;
  memmove(passage->held, passage->held + whole, passage->length);
  return whole;
}
