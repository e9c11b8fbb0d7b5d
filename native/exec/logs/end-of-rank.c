#include "logs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../tell/outbox.h"

enum { TAIL_BYTES = 1 << 14, RECORDED_BYTES = 1 << 16 };

size_t read_file(const char *path, enum part part, char *text, size_t size) {
  struct stat found;
  size_t length = 0;
  const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file < 0) return 0;
  const bool is_regular = fstat(file, &found) == 0 && S_ISREG(found.st_mode);
  const off_t skipped = is_regular && part == END_OF_FILE ? found.st_size - (off_t)size : 0;
  const off_t start = skipped > 0 ? skipped : 0;
  while (is_regular && length < size) {
    const ssize_t got = pread(file, text + length, size - length, start + (off_t)length);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    length += (size_t)got;
  }
  close(file);
  return length;
}

/** Where torch's `@record` writes the exception. */
static const char VARIABLE[] = "TORCHELASTIC_ERROR_FILE=";

/** The last value that the changes give it, else `found`. */
static const char *find_record(const struct member *member, const char *found) {
  const size_t name = sizeof VARIABLE - 1;
  for (size_t i = 0; i < member->change_count; i++) {
    if (strncmp(member->changes[i], VARIABLE, name) == 0) found = member->changes[i] + name;
  }
  return found;
}

/** How much of the text is the rest of a character whose beginning is not in it. */
static size_t measure_rest(const char *text, size_t length) {
  size_t skipped = 0;
  while (length == TAIL_BYTES && skipped < 3 && ((unsigned char)text[skipped] & 0xc0) == 0x80) skipped++;
  return skipped;
}

void tell_end_of_rank(const void *argument) {
  static char text[RECORDED_BYTES];
  const struct end_of_rank *end = argument;
  const struct number rank = NUMBER(end->member->number);
  const char *record = find_record(end->member, find_record(&end->job->common, NULL));
  const char *errors = end->member->errors;
  const size_t length = errors == NULL ? 0 : read_file(errors, END_OF_FILE, text, TAIL_BYTES);
  const size_t skipped = measure_rest(text, length);
  if (length > 0)
    tell_pieces((struct event){.name = "tail", .rank = rank, .text = text + skipped, .text_length = length - skipped});
  const size_t recorded = record == NULL ? 0 : read_file(record, START_OF_FILE, text, sizeof text);
  if (recorded > 0)
    tell_pieces((struct event){.name = "recorded", .rank = rank, .text = text, .text_length = recorded});
  tell((struct event){.name = "tail-end", .rank = rank});
}
