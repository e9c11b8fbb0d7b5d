#include "event.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST_CHARACTER = 4 };

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

/** Writes a byte as JSON has it. What is not UTF-8 is its reader's to see. */
static size_t escape(char byte, char escaped[ESCAPE_SIZE]) {
  if ((unsigned char)byte < ' ' || byte == 0x7f) return (size_t)snprintf(escaped, ESCAPE_SIZE, "\\u%04x", byte);
  if (byte == '"' || byte == '\\') return (size_t)snprintf(escaped, ESCAPE_SIZE, "\\%c", byte);
  escaped[0] = byte;
  return 1;
}

/** Returns how much of the text had room. */
static size_t add_text(struct line *line, const char *key, const char *text, size_t length) {
  const size_t end = line->length + LONGEST_TEXT;
  size_t taken = 0;
  add_key(line, key);
  add_word(line, "\"");
  for (; taken < length; taken++) {
    char escaped[ESCAPE_SIZE];
    const size_t written = escape(text[taken], escaped);
    if (line->length + written > end) break;
    add(line, escaped, written);
  }
  const size_t cut = cut_at_character(text, length, taken);
  line->length -= taken - cut;  // parts of a character, which are written as they are
  add_word(line, "\"");
  return cut;
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
