#include <string.h>

#include "../base/read-file.h"
#include "../tell/outbox.h"
#include "logs.h"

enum { TAIL_BYTES = 1 << 14, RECORDED_BYTES = 1 << 16 };

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

void tell_end_of_rank(const void *argument) {
  static char text[RECORDED_BYTES];
  const struct end_of_rank *end = argument;
  const struct number rank = NUMBER(end->member->number);
  const char *record = find_record(end->member, find_record(&end->job->common, NULL));
  const char *errors = end->member->errors;
  const size_t length = errors == NULL ? 0 : read_file(errors, END_OF_FILE, text, TAIL_BYTES);
  if (length > 0) tell_pieces((struct event){.name = "tail", .rank = rank, .text = text, .text_length = length});
  const size_t recorded = record == NULL ? 0 : read_file(record, START_OF_FILE, text, sizeof text);
  if (recorded > 0)
    tell_pieces((struct event){.name = "recorded", .rank = rank, .text = text, .text_length = recorded});
  tell((struct event){.name = "tail-end", .rank = rank});
}
