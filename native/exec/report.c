#include "report.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/** A pipe takes lines of less than PIPE_BUF whole. */
enum { LINE_SIZE = 2048, LONGEST_TEXT = 600, NOWHERE = -1 };

static int events = NOWHERE;
static int patience_ms;

/** A reader is woken once for what happens at once: 512 ranks start and end in many small steps. */
static struct {
  bool is_collecting;
  size_t length;
  char text[PIPE_BUF];
} pending;

void report_to(int descriptor) { events = descriptor; }

void report_patiently(int ms) { patience_ms = ms; }

bool has_reader(void) { return events != NOWHERE; }

struct line {
  char text[LINE_SIZE];
  size_t length;
};

static void add(struct line *line, const char *text) {
  const size_t room = sizeof line->text - line->length;
  const int length = snprintf(line->text + line->length, room, "%s", text);
  line->length += length > 0 && (size_t)length < room ? (size_t)length : 0;
}

static void add_number(struct line *line, const char *key, long long value) {
  char text[64];
  snprintf(text, sizeof text, ",\"%s\":%lld", key, value);
  add(line, text);
}

/** Texts are clipped, also as they are written: two of them, and all the rest, have room in a line. */
static void add_text(struct line *line, const char *key, const char *value) {
  if (value == NULL) return;
  add(line, ",\"");
  add(line, key);
  add(line, "\":\"");
  const size_t end = line->length + LONGEST_TEXT;
  for (size_t i = 0; value[i] != '\0' && line->length < end; i++) {
    const unsigned char byte = (unsigned char)value[i];
    char escaped[8];
    if (byte < ' ') snprintf(escaped, sizeof escaped, "\\u%04x", byte);
    else snprintf(escaped, sizeof escaped, byte == '"' || byte == '\\' ? "\\%c" : "%c", byte);
    add(line, escaped);
  }
  add(line, "\"");
}

static void send(const char *text, size_t length) {
  // Of a launcher on another machine the network may be cut: then there is room no more, and the lifeline tells of it.
  struct pollfd room = {.fd = events, .events = POLLOUT};
  if (patience_ms > 0 && length > 0 && poll(&room, 1, patience_ms) == 0) return;
  // A launcher that is gone is no reason to stop: the lifeline tells of it.
  while (length > 0 && write(events, text, length) < 0 && errno == EINTR) continue;
}

void flush_reports(void) {
  send(pending.text, pending.length);
  pending.length = 0;
}

void collect_reports(bool is_collecting) {
  pending.is_collecting = is_collecting;
  pending.length = 0;
}

void report(struct event event) {
  if (events == NOWHERE) return;
  struct line line = {.length = 0};
  add(&line, "{\"event\":\"");
  add(&line, event.name);
  add(&line, "\"");
  add_text(&line, "host", event.host);
  add_text(&line, "node", event.node);
  if (event.rank >= 0) add_number(&line, "rank", event.rank);
  if (event.pid != 0) add_number(&line, "pid", event.pid);
  if (event.status >= 0) add_number(&line, "status", event.status);
  if (event.killer != 0) add_number(&line, "killer", event.killer);
  if (event.at != 0) add_number(&line, "at", event.at);
  add_text(&line, "step", event.step);
  if (event.error != 0) add_number(&line, "errno", event.error);
  if (event.error != 0) add_text(&line, "reason", strerror(event.error));
  add_text(&line, "subject", event.subject);
  add_text(&line, "outcome", event.outcome);
  add(&line, "}\n");
  if (!pending.is_collecting) {
    send(line.text, line.length);
    return;
  }
  if (pending.length + line.length > sizeof pending.text) flush_reports();
  memcpy(pending.text + pending.length, line.text, line.length);
  pending.length += line.length;
}

/** How much of a text goes into one event, which ends where a character does. */
static size_t measure_piece(const char *text) {
  size_t length = strnlen(text, LONGEST_TEXT / 2);
  if (text[length] == '\0') return length;
  while (length > 1 && ((unsigned char)text[length] & 0xc0) == 0x80) length--;
  return length;
}

void report_text(const char *name, const char *text) {
  while (*text != '\0') {
    char piece[LONGEST_TEXT];
    const size_t length = measure_piece(text);
    memcpy(piece, text, length);
    piece[length] = '\0';
    report((struct event){.name = name, .rank = -1, .status = -1, .subject = piece});
    text += length;
  }
}

void describe_problem(const char *step, const char *subject, int error, char words[PROBLEM_SIZE]) {
  const bool has_subject = subject != NULL && subject[0] != '\0';
  snprintf(words, PROBLEM_SIZE, "%s%s%s%s%s", step, has_subject ? ": " : "", has_subject ? subject : "",
           error == 0 ? "" : ": ", error == 0 ? "" : strerror(error));
}

void report_problem(const char *name, int rank, const char *step, const char *subject, int error) {
  char words[PROBLEM_SIZE];
  describe_problem(step, subject, error, words);
  dprintf(STDERR_FILENO, "rankplan-exec: %s\n", words);
  report((struct event){
      .name = name, .rank = rank, .status = -1, .step = step, .error = error, .subject = subject, .outcome = words});
}
