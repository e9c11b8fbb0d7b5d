#include "event.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST_CHARACTER = 4 };

static size_t read_length(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

/** A character in more bytes than it needs, half of a pair for UTF-16, or beyond Unicode's last one. */
static bool is_forbidden(uint32_t point, size_t size) {
  static const uint32_t LEAST[] = {0, 0, 0x80, 0x800, 0x10000};
  return point < LEAST[size] || (point >= 0xd800 && point < 0xe000) || point > 0x10ffff;
}

size_t measure_character(const char *text, size_t length) {
  const unsigned char *bytes = (const unsigned char *)text;
  const size_t size = length == 0 ? 0 : read_length(bytes[0]);
  if (size < 2 || size > length) return size <= length ? size : 0;
  uint32_t point = bytes[0] & (0x7fU >> size);
  for (size_t i = 1; i < size; i++) {
    if ((bytes[i] & 0xc0) != 0x80) return 0;
    point = point << 6 | (bytes[i] & 0x3fU);
  }
  return is_forbidden(point, size) ? 0 : size;
}

size_t cut_at_character(const char *text, size_t length, size_t most) {
  if (length <= most) return length;
  for (size_t cut = most; cut > 0 && most - cut < LONGEST_CHARACTER; cut--) {
    const bool is_inside = ((unsigned char)text[cut] & 0xc0) == 0x80;
    if (!is_inside) return cut;
  }
  return most;
}

/** The size of a text as written. No event has more than four texts, and all else fits into the rest of the line. */
enum { LONGEST_TEXT = 900, ESCAPE_SIZE = 8 };

struct line {
  char *text;
  size_t length;
};

static void add(struct line *line, const char *text, size_t length) {
  memcpy(line->text + line->length, text, length);
  line->length += length;
}

static void add_word(struct line *line, const char *word) { add(line, word, strlen(word)); }

static void add_key(struct line *line, const char *key) {
  add_word(line, line->length == 0 ? "{\"" : ",\"");
  add_word(line, key);
  add_word(line, "\":");
}

static void add_number(struct line *line, const char *key, struct number number) {
  char digits[32];
  if (!number.is_there) return;
  add_key(line, key);
  add(line, digits, (size_t)snprintf(digits, sizeof digits, "%lld", number.value));
}

/** Writes a character of `size` bytes as JSON has it; `size` 0: the bytes are not a character. */
static size_t escape(const char *character, size_t size, char escaped[ESCAPE_SIZE]) {
  const unsigned char first = (unsigned char)*character;
  if (size == 0) return (size_t)snprintf(escaped, ESCAPE_SIZE, "\\ufffd");
  if (size == 1 && (first < ' ' || first == 0x7f)) return (size_t)snprintf(escaped, ESCAPE_SIZE, "\\u%04x", first);
  if (first == '"' || first == '\\') return (size_t)snprintf(escaped, ESCAPE_SIZE, "\\%c", first);
  memcpy(escaped, character, size);
  return size;
}

/** Returns how much of the text had room. */
static size_t add_text(struct line *line, const char *key, const char *text, size_t length) {
  const size_t end = line->length + LONGEST_TEXT;
  size_t taken = 0;
  add_key(line, key);
  add_word(line, "\"");
  while (taken < length) {
    char escaped[ESCAPE_SIZE];
    const size_t size = measure_character(text + taken, length - taken);
    const size_t written = escape(text + taken, size, escaped);
    if (line->length + written > end) break;
    add(line, escaped, written);
    taken += size == 0 ? 1 : size;
  }
  add_word(line, "\"");
  return taken;
}

static void add_name(struct line *line, const char *key, const char *text) {
  if (text != NULL) add_text(line, key, text, strlen(text));
}

size_t write_event(const struct event *event, char line_text[LINE_SIZE], size_t *taken) {
  struct line line = {.length = 0};
  line.text = line_text;
  add_name(&line, "event", event->name);
  add_number(&line, "protocol", event->protocol);
  add_number(&line, "rank", event->rank);
  add_number(&line, "pid", event->pid);
  add_name(&line, "machine", event->machine);
  add_number(&line, "status", event->status);
  add_number(&line, "killer", event->killer);
  add_number(&line, "at", event->at);
  add_name(&line, "question", event->question);
  add_name(&line, "step", event->step);
  add_name(&line, "subject", event->subject);
  add_name(&line, "value", event->value);
  add_name(&line, "outcome", event->outcome);
  add_number(&line, "number", event->number);
  if (event->error != 0) add_number(&line, "errno", NUMBER(event->error));
  if (event->error != 0) add_name(&line, "reason", strerror(event->error));
  if (event->text != NULL) {
    const size_t had_room = add_text(&line, "text", event->text, event->text_length);
    if (taken != NULL) *taken = had_room;
  }
  add_word(&line, "}\n");
  return line.length;
}
