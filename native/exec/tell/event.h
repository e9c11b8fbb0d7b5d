// What happens, for the launcher: facts without words for people, a line of JSON each.
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/** The size of an event's line with its end: a pipe takes it in one piece. */
enum { LINE_SIZE = PIPE_BUF };

struct number {
  long long value;
  bool is_there;
};

#define NUMBER(given) ((struct number){.value = (given), .is_there = true})

/** Fields that are not set are not in the line. The order is that of the line. */
struct event {
  const char *name;
  struct number protocol;
  struct number rank;
  struct number pid;
  const char *machine;
  struct number status;
  struct number killer;  // a signal
  struct number at;      // as wall_ms counts
  const char *question;
  const char *step;  // what was being done
  const char *subject;
  const char *value;
  const char *outcome;
  struct number number;
  int error;         // errno, which its reason follows
  const char *text;  // of any bytes
  size_t text_length;
};

/**
 * Writes the line, and returns its length. A text that is too long is cut at the end of a character; `taken`, if it is
 * not NULL, is how much of `text` had room.
 */
size_t write_event(const struct event *event, char line[LINE_SIZE], size_t *taken);

/** How many of the first `most` bytes reach to the end of a character of UTF-8; all if the bytes are not text. */
size_t cut_at_character(const char *text, size_t length, size_t most);
