// Orders of the launcher: a line each, `NAME[ ARGUMENT]`, and the bytes that some have behind it.
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum order_kind {
  ORDER_INCOMPLETE,  // more is to be read
  ORDER_UNKNOWN,
  DO_LOOK,
  DO_RUN,
  DO_BEAT,
  DO_SIGNAL,
  DO_KILL,
  DO_LAST,
  DO_OBSERVE,
  DO_CREDIT
};

struct instruction {
  enum order_kind kind;
  long number;  // its argument: of a signal that one's
  char *body;   // of `number` bytes; until the next is taken
};

struct inbox {
  char *bytes;
  size_t length;
  size_t room;
  size_t taken;  // of the order that was taken last
};

/** Reads what is there. False at the end. */
bool fill_inbox(struct inbox *inbox, int descriptor);

struct instruction take_order(struct inbox *inbox);
