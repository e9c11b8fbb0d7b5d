#include <stdio.h>
#include <string.h>

#include "end-processes.h"
#include "hosts.h"

enum { DIGITS = 24, PIECE_SIZE = 1 << 13, MOST_PIECES = 16 };

static void tell_word(struct host *host, const char *word) { tell_host(host, word, strlen(word) + 1); }

static bool is_replaced(const struct host *host) { return strcmp(host->name, host->planned) != 0; }

static size_t count_replaced(const struct hosts *hosts) {
  size_t count = 0;
  for (size_t i = 0; i < hosts->count; i++) count += is_replaced(&hosts->items[i]) ? 1 : 0;
  return count;
}

static void tell_replaced(struct host *host, const struct host *replaced) {
  if (!is_replaced(replaced)) return;
  tell_word(host, "--replace");
  tell_host(host, replaced->node, strlen(replaced->node));
  tell_host(host, "=", 1);
  tell_word(host, replaced->name);
}

/** What launch.sh asks for, behind what has been decided since. */
static void tell_words(const struct hosts *hosts, struct host *host) {
  char digits[DIGITS];
  const bool is_again = hosts->round > 0;
  size_t count = is_again ? 2 + 2 * count_replaced(hosts) : 0;
  for (size_t i = 0; host->words[i] != NULL; i++) count++;
  snprintf(digits, sizeof digits, "%zu", count);
  tell_word(host, digits);
  snprintf(digits, sizeof digits, "%d", hosts->attempt);
  if (is_again) tell_word(host, "--attempt");
  if (is_again) tell_word(host, digits);
  for (size_t i = 0; is_again && i < hosts->count; i++) tell_replaced(host, &hosts->items[i]);
  for (size_t i = 0; host->words[i] != NULL; i++) tell_word(host, host->words[i]);
}

bool connect_host(const struct hosts *hosts, struct host *host) {
  if (host->relay != NULL) open_channel(hosts, host);
  else if (!open_link(&host->link, host->transport)) return false;
  host->state = CONNECTING;
  host->heard = host->connected = now_ms();
  tell_words(hosts, host);
  return true;
}

void tell_host(struct host *host, const char *text, size_t length) {
  if (host->relay != NULL) tell_channel(host, text, length);
  else tell_link(&host->link, text, length);
}

/** A line that is too long is no line of ours. */
static void take_lines(struct hosts *hosts, struct host *host) {
  struct line_buffer *line = &host->line;
  char *at = line->text;
  char *const end = line->text + line->length;
  for (char *line_end; (line_end = memchr(at, '\n', (size_t)(end - at))) != NULL; at = line_end + 1) {
    *line_end = '\0';
    take_line(hosts, host, at, (size_t)(line_end - at));
  }
  line->length = at == line->text && end == line->text + sizeof line->text ? 0 : (size_t)(end - at);
  memmove(line->text, at, line->length);
}

void feed_host(struct hosts *hosts, struct host *host, const char *text, size_t length) {
  struct line_buffer *line = &host->line;
  host->has_spoken = true;
  while (length > 0) {
    const size_t room = sizeof line->text - line->length;
    const size_t taken = length < room ? length : room;
    memcpy(line->text + line->length, text, taken);
    line->length += taken;
    text += taken;
    length -= taken;
    take_lines(hosts, host);
  }
}

void read_host(struct hosts *hosts, struct host *host) {
  char piece[PIECE_SIZE];
  for (int i = 0; i < MOST_PIECES; i++) {
    const size_t got = read_link(&host->link, piece, sizeof piece);
    if (got == 0) return;
    feed_host(hosts, host, piece, got);
  }
}

void read_complaint(struct host *host) {
  char piece[COMPLAINT_SIZE / 2];
  const size_t got = read_errors(&host->link, piece, sizeof piece);
  keep_complaint(&host->link, piece, got);
}

void reset_host(struct host *host) {
  forget_link(&host->link);
  *host = (struct host){
      .node = host->node,
      .planned = host->planned,
      .name = host->name,
      .ranks = host->ranks,
      .transport = host->transport,
      .words = host->words,
      .is_no_relay = host->is_no_relay,
      .link = NO_LINK,
      .nearest = -1,
  };
}
