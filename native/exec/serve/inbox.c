#include "inbox.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../ranks/job.h"

enum { LONGEST_LINE = 48, PIECE_SIZE = 1 << 16, MOST_QUESTIONS = 1 << 20, MOST_REQUEST = 1 << 26 };

enum takes { NOTHING, NUMBER, BYTES };

static const struct {
  const char *name;
  enum order_kind kind;
  enum takes takes;
  long most;
} ORDERS[] = {
    {"look", DO_LOOK, BYTES, MOST_QUESTIONS},
    {"run", DO_RUN, BYTES, MOST_REQUEST},
    {"beat", DO_BEAT, NOTHING, 0},
    {"signal", DO_SIGNAL, NUMBER, SIGSYS},
    {"last", DO_LAST, NUMBER, 0x7fffffff},
    {"observe", DO_OBSERVE, NOTHING, 0},
    {"credit", DO_CREDIT, NUMBER, MOST_CREDIT},
};

bool fill_inbox(struct inbox *inbox, int descriptor) {
  if (inbox->room - inbox->length < PIECE_SIZE) {
    const size_t room = 2 * (inbox->room + PIECE_SIZE);
    char *grown = realloc(inbox->bytes, room);
    if (grown == NULL) return false;
    inbox->bytes = grown;
    inbox->room = room;
  }
  const ssize_t got = read(descriptor, inbox->bytes + inbox->length, PIECE_SIZE);
  if (got > 0) inbox->length += (size_t)got;
  return got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN));
}

/** Parses an order; `line` has no line end. */
static struct instruction read_line(const char *line) {
  struct instruction order = {.kind = ORDER_UNKNOWN};
  const size_t length = strcspn(line, " ");
  const char *argument = line[length] == '\0' ? NULL : line + length + 1;
  for (size_t i = 0; i < sizeof ORDERS / sizeof *ORDERS; i++) {
    if (strlen(ORDERS[i].name) != length || strncmp(ORDERS[i].name, line, length) != 0) continue;
    const enum takes takes = ORDERS[i].takes;
    if ((takes == NOTHING) != (argument == NULL)) return order;
    if (takes != NOTHING && !parse_number(argument, ORDERS[i].most, &order.number)) return order;
    order.kind = ORDERS[i].kind;
  }
  return order;
}

static void forget_taken(struct inbox *inbox) {
  inbox->length -= inbox->taken;
  if (inbox->taken > 0) memmove(inbox->bytes, inbox->bytes + inbox->taken, inbox->length);
  inbox->taken = 0;
}

struct instruction take_order(struct inbox *inbox) {
  struct instruction order = {.kind = ORDER_INCOMPLETE};
  char line[LONGEST_LINE + 1];
  forget_taken(inbox);
  if (inbox->length == 0) return order;
  const size_t looked_at = inbox->length < LONGEST_LINE ? inbox->length : LONGEST_LINE;
  const char *end = memchr(inbox->bytes, '\n', looked_at);
  if (end == NULL && looked_at < LONGEST_LINE) return order;
  order.kind = ORDER_UNKNOWN;
  if (end == NULL) return order;
  const size_t length = (size_t)(end - inbox->bytes);
  memcpy(line, inbox->bytes, length);
  line[length] = '\0';
  if (memchr(line, '\0', length) != NULL) return order;
  order = read_line(line);
  const bool has_body = order.kind == DO_LOOK || order.kind == DO_RUN;
  const size_t whole = length + 1 + (has_body ? (size_t)order.number : 0);
  if (whole > inbox->length) return (struct instruction){.kind = ORDER_INCOMPLETE};
  if (has_body) order.body = inbox->bytes + length + 1;
  inbox->taken = whole;
  return order;
}
