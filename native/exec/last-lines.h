// The end of a log.
#pragma once

#include <stddef.h>

enum { TAIL_SIZE = 4096, MOST_LINES = 16 };

struct last_lines {
  char text[TAIL_SIZE];
  const char *lines[MOST_LINES];
  size_t lengths[MOST_LINES];
  size_t count;
};

/** The last bytes, at most `size`; how many there are, and 0 if the file cannot be read. */
size_t read_tail(const char *path, char *text, size_t size);

/** The last lines, at most `wanted`; none if the file cannot be read. */
void read_last_lines(const char *path, size_t wanted, struct last_lines *last);
