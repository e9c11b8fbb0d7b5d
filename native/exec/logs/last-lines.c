#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../base/read-file.h"
#include "../tell/outbox.h"
#include "logs.h"

enum { EACH_MS = 1000, SHOWN_SIZE = 200, SEEN_SIZE = 4096 };

/** What is known of a rank's logs. */
struct seen {
  off_t output;
  off_t errors;
};

static off_t measure(const char *path) {
  struct stat found;
  return path != NULL && stat(path, &found) == 0 && S_ISREG(found.st_mode) ? found.st_size : 0;
}

/** The last line with something in it. A progress bar writes its line again and again, after carriage returns. */
static void tell_line(int rank, const char *path) {
  char text[SEEN_SIZE];
  size_t end = read_file(path, END_OF_FILE, text, sizeof text);
  while (end > 0 && (text[end - 1] == '\n' || text[end - 1] == '\r')) end--;
  size_t start = end;
  while (start > 0 && text[start - 1] != '\n' && text[start - 1] != '\r') start--;
  if (start == end) return;
  const size_t length = cut_at_character(text + start, end - start, SHOWN_SIZE);
  tell((struct event){.name = "line", .rank = NUMBER(rank), .text = text + start, .text_length = length});
}

/** Reports a new last line of the log to which the rank wrote last. */
static void tell_new(const struct member *member, struct seen *seen) {
  const off_t output = measure(member->output);
  const off_t errors = measure(member->errors);
  if (output != seen->output) tell_line(member->number, member->output);
  else if (errors != seen->errors) tell_line(member->number, member->errors);
  *seen = (struct seen){.output = output, .errors = errors};
}

void tell_last_lines(const struct job *job, int lifeline) {
  struct seen *seen = calloc(job->count, sizeof *seen);
  for (bool is_over = seen == NULL; !is_over;) {
    struct pollfd end = {.fd = lifeline, .events = POLLIN};
    is_over = poll(&end, 1, EACH_MS) > 0;
    for (size_t i = 0; i < job->count; i++) tell_new(&job->members[i], &seen[i]);
  }
  free(seen);
}
